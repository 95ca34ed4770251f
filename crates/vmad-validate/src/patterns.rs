//! Ordinary code of a file that ptxas compiles as a row says: the code of the row's example or a variant of it, with other
//! registers, and other constants where the row is about them.

use std::{
    collections::{BTreeSet, HashMap},
    sync::LazyLock,
};

use vmad_flow::opcode;
use vmad_map::{divergence::Divergence, rows};
use vmad_ptx::{
    module::{Body, Module, Register, Statement, scan},
    syntax::Span,
};

/// The code of a row in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// The last statement.
    pub span: Span,
    /// The row.
    pub row: &'static Divergence,
}

/// The code of a row: its example, or a variant.
struct Pattern {
    row: &'static Divergence,
    /// In the order of the text; the last is the one that is looked for.
    steps: Vec<PatternStep>,
}

struct PatternStep {
    opcode: String,
    literals: Vec<u32>,
    reads: Vec<Source>,
}

/// The source of an operand of a pattern.
#[derive(Clone, Copy)]
enum Source {
    /// An input of the pattern.
    Input(Register),
    /// A destination of an earlier step.
    Result { step: usize, position: usize },
}

/// The opcodes whose two operands can be exchanged. Only the second of a row's `min` and `max` is one: ptxas loses no
/// negation of the first operand.
const COMMUTATIVE: [&str; 3] = ["min", "max", "add"];

/// The rows about ordinary code, by the opcode of the last step.
static PATTERNS: LazyLock<HashMap<String, Vec<Pattern>>> = LazyLock::new(|| {
    let mut patterns: HashMap<String, Vec<Pattern>> = HashMap::new();
    // The first that matches counts: an example before the variant of another row.
    let examples = rows::ordinary().filter_map(|row| Some((row, row.example?.instruction)));
    let variants = rows::ordinary().flat_map(|row| row.variants.iter().map(move |code| (row, *code)));
    for (row, code) in examples.chain(variants) {
        let pattern = Pattern::new(row, &format!(".func f() {{ {code} }}"));
        let Some(last) = pattern.steps.last() else { continue };
        patterns.entry(last.opcode.clone()).or_default().push(pattern);
    }
    patterns
});

impl Pattern {
    fn new(row: &'static Divergence, text: &str) -> Self {
        /// It only brings an input into 16 bits.
        const NARROW: &str = "cvt.u16.u32";
        let body =
            scan(text).functions.first().map_or_else(Body::default, |function| Body::of(text, function));
        let kept: Vec<_> = body.statements.iter().filter(|statement| opcode(statement) != NARROW).collect();
        let source = |register: Register| {
            let result = kept.iter().enumerate().find_map(|(step, statement)| {
                let position = statement.writes().iter().position(|written| *written == register)?;
                Some(Source::Result { step, position })
            });
            result.unwrap_or(Source::Input(register))
        };
        let step = |statement: &&Statement<'_>| PatternStep {
            opcode: opcode(statement).to_owned(),
            literals: literals(statement),
            reads: statement.reads().iter().map(|register| source(*register)).collect(),
        };
        Self { row, steps: kept.iter().map(step).collect() }
    }
}

/// The code of a function.
struct IndexedBody<'t> {
    body: Body<'t>,
    /// For each register, the statements that write it, and the number of those that read it.
    writers: Vec<Vec<usize>>,
    readers: Vec<usize>,
}

impl<'t> IndexedBody<'t> {
    fn new(body: Body<'t>) -> Self {
        let count = body.names.len();
        let (mut writers, mut readers) = (vec![Vec::new(); count], vec![0; count]);
        for (at, statement) in body.statements.iter().enumerate() {
            for register in statement.writes() {
                writers[*register].push(at);
            }
            for register in statement.reads().iter().collect::<BTreeSet<_>>() {
                readers[*register] += 1;
            }
        }
        Self { body, writers, readers }
    }

    /// Whether a statement is a step of a pattern, whose inputs are some registers.
    fn has(
        &self,
        at: usize,
        pattern: &Pattern,
        step: usize,
        inputs: &mut HashMap<Register, Register>,
    ) -> bool {
        let is_last = step + 1 == pattern.steps.len();
        let (statement, step) = (&self.body.statements[at], &pattern.steps[step]);
        let is_constant = |(own, found): (&u32, u32)| {
            pattern.row.constants.map_or(*own == found, |is_one_of| is_one_of(found))
        };
        let numbers = literals(statement);
        let is_like = statement.guard().is_none()
            && opcode(statement) == step.opcode
            && numbers.len() == step.literals.len()
            && step.literals.iter().zip(numbers).all(is_constant)
            && statement.reads().len() == step.reads.len();
        if !is_like {
            return false;
        }
        let mut orders = vec![statement.reads().to_vec()];
        if COMMUTATIVE.contains(&statement.opcode) && is_last {
            orders.push(statement.reads().iter().rev().copied().collect());
        }
        orders.into_iter().any(|reads| {
            let mut tried = inputs.clone();
            let is_equal = reads.iter().zip(&step.reads).all(|(register, source)| match *source {
                Source::Input(input) => *tried.entry(input).or_insert(*register) == *register,
                Source::Result { step, position } => {
                    self.has_result(*register, pattern, step, position, &mut tried)
                }
            });
            if is_equal {
                *inputs = tried;
            }
            is_equal
        })
    }

    /// Whether a register is a result of a step of a pattern, and nothing else reads it.
    fn has_result(
        &self,
        register: Register,
        pattern: &Pattern,
        step: usize,
        position: usize,
        inputs: &mut HashMap<Register, Register>,
    ) -> bool {
        let [writer] = self.writers[register][..] else { return false };
        self.readers[register] == 1
            && self.body.statements[writer].writes().get(position) == Some(&register)
            && self.has(writer, pattern, step, inputs)
    }
}

/// The code of rows in a text, in its order.
pub fn matches(text: &str, module: &Module) -> Vec<Match> {
    let mut found = Vec::new();
    for function in &module.functions {
        let body = function.body.of(text);
        if !PATTERNS.keys().any(|opcode| body.contains(opcode)) {
            continue;
        }
        let code = IndexedBody::new(Body::of(text, function));
        for (at, statement) in code.body.statements.iter().enumerate() {
            let mut patterns = PATTERNS.get(opcode(statement)).into_iter().flatten();
            let is_found =
                |pattern: &&Pattern| code.has(at, pattern, pattern.steps.len() - 1, &mut HashMap::new());
            found.extend(
                patterns.find(is_found).map(|pattern| Match { span: statement.span(), row: pattern.row }),
            );
        }
    }
    found
}

/// The constants among the operands.
fn literals(statement: &Statement<'_>) -> Vec<u32> {
    let operands = &statement.text[opcode(statement).len()..];
    let words = operands.split(|c: char| c.is_whitespace() || matches!(c, ',' | '{' | '}'));
    let number = |word: &str| {
        let (is_negative, digits) = word.strip_prefix('-').map_or((false, word), |digits| (true, digits));
        let digits = digits.trim_end_matches('U');
        let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
            Some(digits) => i64::from_str_radix(digits, 16).ok()?,
            None => digits.parse::<i64>().ok()?,
        };
        Some(if is_negative { value.wrapping_neg() } else { value } as u32)
    };
    words.filter_map(number).collect()
}
