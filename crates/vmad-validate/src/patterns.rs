//! Ordinary code of a file that ptxas compiles as a row says: the code of the row's example or a variant of it, with other
//! registers, and other numbers where the row is about all.

use std::{
    collections::{BTreeSet, HashMap},
    sync::LazyLock,
};

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

/// The code of a row's example.
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

/// Other code of a row, by its identifier. ptxas 12.9 for sm_50 and sm_90 emits the instructions of the example for it; I4:
/// ptxas 12.9 and 13.3 for sm_90 and sm_100.
const VARIANTS: [(&str, &str); 6] = [
    ("I4", ".reg .b32 n, m; neg.s32 n, a; max.s32 m, b, n; max.s32 d, m, c;"),
    ("I4", ".reg .b32 n, m; neg.s32 n, a; min.s32 m, b, n; min.s32 d, m, c;"),
    ("I5", ".reg .b32 t; neg.s32 t, a; add.sat.s32 d, t, b;"),
    ("I8", ".reg .b16 g, h; cvt.u16.u32 h, a; shr.u16 g, h, 65536; cvt.s32.s16 d, g;"),
    ("I10", ".reg .b32 t; neg.s32 t, a; cvt.sat.u8.s32 d, t;"),
    ("I10", ".reg .b32 t; .reg .b16 h; neg.s32 t, a; cvt.sat.s16.s32 h, t;"),
];

/// Whether a row is about a number in place of that of its code.
fn has_number(row: &Divergence, own: u32, found: u32) -> bool {
    match row.id {
        // The sum of two of them is a number of 32 bits.
        "I7" => (1..1 << 30).contains(&found),
        // The amount that is left is one of a shift.
        "I8" => found >> 16 != 0 && found & 0xffff < 16,
        _ => found == own,
    }
}

/// The rows about ordinary code, by the opcode of the last step.
static PATTERNS: LazyLock<HashMap<String, Vec<Pattern>>> = LazyLock::new(|| {
    let mut patterns: HashMap<String, Vec<Pattern>> = HashMap::new();
    let examples = rows::ordinary().filter_map(|row| Some((row, row.example?.instruction)));
    let of = |id: &str| rows::ordinary().find(|row| row.id == id);
    let variants = VARIANTS.iter().filter_map(|(id, code)| Some((of(id)?, *code)));
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
        let numbers = literals(statement);
        let is_like = statement.guard().is_none()
            && opcode(statement) == step.opcode
            && numbers.len() == step.literals.len()
            && step.literals.iter().zip(numbers).all(|(own, found)| has_number(pattern.row, *own, found))
            && statement.reads().len() == step.reads.len();
        if !is_like {
            return false;
        }
        let mut orders = vec![statement.reads().to_vec()];
        if COMMUTATIVE.contains(&statement.opcode()) && is_last {
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
            let is_found = |row: &&Pattern| code.has(at, row, row.steps.len() - 1, &mut HashMap::new());
            let matching = patterns.find(is_found);
            found.extend(matching.map(|pattern| Match { span: statement.span(), row: pattern.row }));
        }
    }
    found
}

/// The opcode with its modifiers.
fn opcode<'t>(statement: &Statement<'t>) -> &'t str {
    statement.text.split_whitespace().next().unwrap_or_default()
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
