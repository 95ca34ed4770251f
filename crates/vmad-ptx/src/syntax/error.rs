//! Errors of a text.

use super::span::Span;
use crate::ast::{Comparison, Select};
use crate::names::OPCODES;
use std::borrow::Cow;

/// The text is not a PTX instruction: the place, the error and the legal choices.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bytes {}..{}: {kind}", span.start, span.end)]
pub struct SyntaxError {
    /// The bytes with the error; empty at the end of the text.
    pub span: Span,
    /// The error.
    pub kind: Fault,
}

/// An error in a piece of text: the text found and the legal choices.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Text that the grammar does not allow here.
    #[error("found {}: legal here is {expected}", found_text(found))]
    Unexpected {
        /// The text found, empty at the end of the text.
        found: String,
        /// What the grammar allows.
        expected: &'static str,
    },
    /// A comment that is opened and not closed.
    #[error("the comment that starts here is never closed: legal is '*/' after it")]
    OpenComment,
    /// A character that is not ASCII. ptxas 12.9 refuses the file, also for one in a comment or a string.
    #[error("{} in a PTX file: legal is ASCII, also in comments and strings", character_text(*.0))]
    NotAscii(char),
    /// A `.version` or `.target` that cannot be read.
    #[error("{0}")]
    Directive(String),
    /// An instruction of straight-line code that is wrong or not covered.
    #[error("{0}")]
    Sequence(String),
    /// An instruction that is not covered.
    #[error(
        "'{}' is not an instruction of this model: known are vadd, vsub, vabsdiff, vmin, vmax, vshl, vshr, vmad, vset, mad, and with 2 or 4 lanes vadd, vsub, vavrg, vabsdiff, vmin, vmax and vset",
        short(.0)
    )]
    UnknownInstruction(String),
    /// `mad` for integers, which is not covered.
    #[error(
        "'mad{0}' is PTX's integer mad, which is legal or not by rules that are not modelled here: modelled are mad.f32 and mad.f64"
    )]
    IntegerMad(String),
    /// A modifier that the instruction does not take.
    #[error("modifier '.{}' is not one of '{instruction}': legal are {legal}", short(modifier))]
    IllegalModifier {
        /// The modifier, without its dot.
        modifier: String,
        /// The instruction's name.
        instruction: &'static str,
        /// The modifiers that it takes.
        legal: &'static str,
    },
    /// More than one modifier of a kind, or the same twice.
    #[error("another {what}, '.{modifier}': legal is one")]
    Repeated {
        /// What kind of modifier.
        what: &'static str,
        /// The second one, without its dot.
        modifier: String,
    },
    /// The instruction types are not those that the instruction needs.
    #[error("{} '{instruction}': legal is {legal}", types_text(found))]
    Types {
        /// The types found, with their dots; empty if there are none.
        found: String,
        /// The instruction's name.
        instruction: &'static str,
        /// The types that it needs.
        legal: &'static str,
    },
    /// A shift by a signed amount.
    #[error("the shift amount's type is '.s32': legal is '.u32'")]
    SignedShiftAmount,
    /// A shift without `.clamp` or `.wrap`.
    #[error("'{0}' has no shift mode: legal is '.clamp' or '.wrap'")]
    MissingShiftMode(&'static str),
    /// `vset`, `vset2` or `vset4` without a comparison.
    #[error("'{0}' has no comparison: legal is one of .eq .ne .lt .le .gt .ge")]
    MissingComparison(&'static str),
    /// `vset` with a comparison for floats, or with one for unsigned operands where `btype` is signed.
    #[error(
        "comparison '.{0}' does not fit the types: legal are .eq .ne .lt .le .gt .ge, and with btype .u32 also .lo .ls .hi .hs"
    )]
    ComparisonType(String),
    /// A destination selector together with a second operation.
    #[error("a selector on the destination and the second operation '.{0}': legal is one of the two")]
    MergeAndSecondOperation(&'static str),
    /// A destination selector where nothing can be merged: `vmad`, `mad`, or no third source operand.
    #[error("a selector on the destination of '{0}', which {why}", why = nothing_to_merge_into(.0))]
    DestinationSelector(&'static str),
    /// A selector on an operand that takes none.
    #[error("a selector on {operand} of '{instruction}': legal is a plain register or a constant")]
    SelectorNotAllowed {
        /// Which operand.
        operand: &'static str,
        /// The instruction's name.
        instruction: &'static str,
    },
    /// Not a byte or half-word.
    #[error("'.{}' is not a selector: legal are .b0 .b1 .b2 .b3 .h0 .h1", short(.0))]
    UnknownSelector(String),
    /// A mask of bytes on the destination of a scalar instruction.
    #[error(
        "'.{}' is not a selector: legal are .b0 .b1 .b2 .b3 .h0 .h1; ptxas 12.9 takes it from sm_75 on, and does not merge", short(.0)
    )]
    ScalarMask(String),
    /// A sum as an operand, such as `a+1`.
    #[error(
        "a sum is no operand: legal is a register or a constant; ptxas 12.9 takes it for sm_50, and drops the number that is added"
    )]
    Sum,
    /// Not a selector or mask of a SIMD video instruction.
    #[error("'.{}' is not a {what} of '{instruction}': legal are {legal}", short(found))]
    UnknownLanes {
        /// The text found, without its dot.
        found: String,
        /// `selector` or `mask`.
        what: &'static str,
        /// The instruction's name.
        instruction: &'static str,
        /// The legal choices.
        legal: &'static str,
    },
    /// A SIMD video instruction with `.sat` and `.add`.
    #[error("'.sat' together with '.add': legal is one of the two")]
    SaturatedSum,
    /// Too few or too many operands.
    #[error("the number of operands of '{instruction}' is {found}: legal is {legal}")]
    OperandCount {
        /// The number of operands found.
        found: usize,
        /// The instruction's name.
        instruction: &'static str,
        /// The operand lists that it takes.
        legal: &'static str,
    },
    /// A minus sign on an operand of an instruction that negates nothing, or on a destination.
    #[error("a minus sign on {operand} of '{instruction}': legal only on the source operands of vmad")]
    Negation {
        /// Which operand.
        operand: &'static str,
        /// The instruction's name.
        instruction: &'static str,
    },
    /// `vmad` with both the product and `c` negated.
    #[error("both the product and c are negated: legal is one of the two (-a, -b cancel each other)")]
    ProductAndCNegated,
    /// `vmad.po` with the product or `c` negated.
    #[error("'.po' with a negated operand: legal is no negation (ptxas also takes -a together with -b)")]
    PlusOneNegated,
    /// An immediate as destination, or a float where an integer is needed, or the reverse.
    #[error("'{found}' cannot be {operand} of '{instruction}': legal is {legal}")]
    OperandKind {
        /// The operand's text.
        found: String,
        /// Which operand.
        operand: &'static str,
        /// The instruction's name.
        instruction: &'static str,
        /// The legal choices.
        legal: &'static str,
    },
    /// A special register, an address, or `_`.
    #[error("'{}' {}cannot be an operand here: legal is an ordinary register", short(.0), kind_of_operand(.0))]
    NotARegister(String),
    /// A constant that is too large to be read.
    #[error(
        "constant '{}' is out of range: legal are integers below 2^64 and floats in the range of double precision",
        short(.0)
    )]
    ConstantOverflow(String),
    /// A constant expression whose operator does not fit its operands, or that divides by zero.
    #[error("constant expression: {problem}")]
    ConstantExpression {
        /// The error and the legal choices.
        problem: &'static str,
    },
}

impl Fault {
    /// The legal names in place of an unknown name, modifiers and selectors with their dot. Empty for other faults.
    ///
    /// The unknown name is the text at [`SyntaxError::span`].
    pub fn legal_names(&self) -> Vec<String> {
        match self {
            Self::UnknownInstruction(_) => OPCODES.map(str::to_owned).to_vec(),
            Self::IllegalModifier { instruction, legal, .. } => {
                let types: &[&str] =
                    if *instruction == "mad" { &[".f32", ".f64"] } else { &[".u32", ".s32"] };
                // The list for messages has words between the names.
                let listed = legal.split([' ', ',']).filter(|word| word.starts_with('.'));
                listed.chain(types.iter().copied()).map(str::to_owned).collect()
            }
            Self::ComparisonType(_) => Comparison::MANUAL.map(|cmp| format!(".{}", cmp.text())).to_vec(),
            Self::UnknownSelector(_) | Self::ScalarMask(_) => {
                Select::ALL.map(|select| format!(".{}", select.text())).to_vec()
            }
            _ => Vec::new(),
        }
    }
}

/// A text of any length, cut to a length that a message can carry.
fn short(text: &str) -> Cow<'_, str> {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        None => text.into(),
        Some((end, _)) => format!("{}...", &text[..end]).into(),
    }
}

/// For a text that is not an ordinary register.
fn kind_of_operand(text: &str) -> &'static str {
    match text.chars().next() {
        Some('[') => "is an address and ",
        Some('%') => "is a special register and ",
        _ => "",
    }
}

fn character_text(character: char) -> String {
    match character {
        '\u{feff}' => "a byte order mark".to_owned(),
        char::REPLACEMENT_CHARACTER => "a byte that is not ASCII".to_owned(),
        other => format!("the character '{other}'"),
    }
}

fn found_text(found: &str) -> String {
    if found.is_empty() {
        "the end of the text".to_owned()
    } else {
        format!("'{}'", short(found).escape_debug())
    }
}

fn types_text(found: &str) -> String {
    if found.is_empty() {
        "there are no types on".to_owned()
    } else {
        format!("types '{}' do not fit", short(found))
    }
}

fn nothing_to_merge_into(instruction: &str) -> &'static str {
    if matches!(instruction, "vmad" | "mad") {
        "merges into nothing: legal is a plain register"
    } else {
        "has no third source operand to merge into: legal are d, a, b and, with a selector on d, d, a, b, c"
    }
}
