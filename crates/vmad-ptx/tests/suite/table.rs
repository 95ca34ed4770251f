//! Reading the tables of `tests/data`.

use std::collections::HashMap;
use vmad_ptx::syntax::Fault;

/// A table's lines without its comments.
pub(crate) fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| line.split('\t').collect())
}

/// The codes of a table's head: `# code<TAB>message`.
pub(crate) fn codes(table: &str) -> HashMap<&str, &str> {
    table
        .lines()
        .filter_map(|line| line.strip_prefix("# ")?.split_once('\t'))
        .filter(|(code, _)| code.bytes().all(|byte| byte.is_ascii_lowercase()))
        .collect()
}

/// `a49 b` as forty-nine `a` and one `b`.
pub(crate) fn expand(runs: &str) -> Vec<&str> {
    runs.split(' ')
        .flat_map(|run| {
            let letters = run.find(|c: char| c.is_ascii_digit()).unwrap_or(run.len());
            let count = run[letters..].parse().unwrap_or(1);
            std::iter::repeat_n(&run[..letters], count)
        })
        .collect()
}

/// Whether a message of `ptxas` complains about the same thing as a fault of ours.
pub(crate) fn same_complaint(fault: &Fault, message: &str) -> bool {
    let says: &[&str] = match fault {
        Fault::Unexpected { .. } | Fault::OpenComment => &[
            "syntax error",
            "Vector operand is not allowed",
            "must be register",
            "Predicate output not allowed",
            "Unknown modifier",
            "Illegal argument to predicate negation",
            "without a message",
            "Incorrect video selector",
        ],
        // No verdict is about a module's head or about a sequence.
        Fault::Directive(_) | Fault::NotAscii(_) | Fault::Sequence(_) => &[],
        Fault::UnknownInstruction(_) => &["Not a name of any known instruction", "syntax error"],
        // To ptxas these are second operations, which ask for a third source operand before they are refused.
        Fault::IllegalModifier { modifier, .. } if matches!(modifier.as_str(), "popc" | "inc") => {
            &["Arguments mismatch", "Illegal secondary operation", "Illegal modifier"]
        }
        // It looks at `.po` and negations before it looks whether the instruction has either.
        Fault::IllegalModifier { modifier, .. } if modifier == "po" => {
            &["Illegal modifier", "Conflicting use of '.po'"]
        }
        Fault::IllegalModifier { .. } => &[
            "Illegal modifier",
            "Unknown modifier",
            "Comparison qualifier is not allowed",
            "Illegal rounding modifier",
            "Illegal secondary operation",
            "Vector qualifier is not allowed",
            "No state space qualifier",
        ],
        Fault::Repeated { what, .. } => match *what {
            "plus-one modifier" => &["Conflicting use of '.po'"],
            "scale" => &["Multiple shift-right modifiers"],
            "shift mode" => &["Multiple clamp modifiers"],
            "comparison" => &["Multiple comparisons set"],
            "second operation" => &["Multiple instruction post-operation flags"],
            "rounding modifier" => &["Multiple rounding modifiers"],
            "flush modifier" => &["Duplicate .ftz modifier"],
            "testp operation" => &["Multiple testp operation"],
            _ => &[],
        },
        Fault::Types { .. } | Fault::IntegerMad(_) => &["Unexpected instruction types"],
        Fault::SignedShiftAmount => &["Operation requires .u32 type"],
        Fault::MissingShiftMode(_) => &["Clamp modifier required"],
        Fault::MissingComparison(_) => &["Comparison modifier required"],
        Fault::ComparisonType(_) => {
            &["Mismatch between instruction type and comparison qualifier", "Multiple comparisons"]
        }
        Fault::MergeAndSecondOperation(_) => &["cannot have destination selector and secondary operation"],
        Fault::DestinationSelector(_) => &["Video selector is not allowed on destination"],
        Fault::SelectorNotAllowed { .. } => &["Video selector is not allowed on"],
        Fault::UnknownSelector(_) => &["Incorrect video selector", "Unknown video selector"],
        // `.b1024` is a type.
        Fault::UnknownLanes { .. } => {
            &["Incorrect video selector", "Unknown video selector", "Parsing error near '.b1024'"]
        }
        Fault::SaturatedSum => &["Illegal combination of .sat and .add"],
        Fault::OperandCount { .. } => &["Arguments mismatch"],
        Fault::Negation { .. } => &["Operand negation not allowed", "Operand negation limited to"],
        Fault::ProductAndCNegated => &["Operand negation limited to"],
        Fault::PlusOneNegated => &["Conflicting use of '.po'"],
        Fault::OperandKind { .. } => &["Arguments mismatch", "without a message", "Incorrect video selector"],
        Fault::NotARegister(_) => &[
            "Special register argument not allowed",
            "Result discard mode is not allowed",
            "syntax error",
            "must be register",
        ],
        Fault::ConstantOverflow(_) => &["Constant overflow"],
        Fault::ConstantExpression { .. } => {
            &["division by zero", "type mismatch", "Integer constant expression", "cast"]
        }
    };
    says.iter().any(|says| message.contains(says))
}
