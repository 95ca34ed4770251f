//! Evaluation of terms.

use super::{
    operation::Operation,
    term::{Term, Terms, Truth, low_bits},
};

/// Terms ready for many evaluations.
#[derive(Debug)]
pub struct Evaluator {
    steps: Vec<Step>,
    /// The value of each term, by its number; only those of `steps` are used.
    values: Vec<u128>,
}

#[derive(Debug)]
struct Step {
    term: Term,
    operation: Operation,
    /// The width of its value.
    bits: u32,
    /// The width of its first argument.
    argument_bits: u32,
}

impl Evaluator {
    /// All terms below the roots.
    pub fn new(terms: &Terms, roots: &[Term]) -> Self {
        let nodes = terms.below(roots);
        let length = nodes.last().map_or(0, |(term, _)| term.0 as usize + 1);
        let steps = nodes.into_iter().map(|(term, node)| {
            let first = node.operation.arguments().first().copied();
            let argument_bits = first.map_or(1, |first| terms.sort(first).bits());
            Step { term, operation: node.operation, bits: node.sort.bits(), argument_bits }
        });
        Self { steps: steps.collect(), values: vec![0; length] }
    }

    /// Evaluates all roots; a variable's bits are the low ones of its value.
    pub fn run(&mut self, value_of: impl Fn(&str) -> u128) {
        for step in &self.steps {
            let value = step.apply(&self.values, &value_of);
            self.values[step.term.0 as usize] = low_bits(value, step.bits);
        }
    }

    /// A root's bits; 1 of a truth.
    pub fn bits(&self, root: Term) -> u128 {
        self.values[root.0 as usize]
    }

    /// Whether a root is true.
    pub fn truth(&self, root: Truth) -> bool {
        self.values[root.0.0 as usize] == 1
    }
}

impl Step {
    /// The value, with arbitrary bits above the term's width.
    fn apply(&self, values: &[u128], value_of: &impl Fn(&str) -> u128) -> u128 {
        let of = |term: Term| values[term.0 as usize];
        let number = |term: Term| signed(of(term), self.argument_bits);
        match self.operation {
            Operation::Variable(name) => value_of(name),
            Operation::Constant(value) => value,
            Operation::Field(x, low) => of(x) >> low,
            Operation::ZeroExtend(x, _) => of(x),
            Operation::SignExtend(x, _) => number(x) as u128,
            Operation::Concat(low, high) => of(low) | of(high) << self.argument_bits,
            Operation::Invert(x) => !of(x),
            Operation::Negate(x) => of(x).wrapping_neg(),
            Operation::Add(x, y) => of(x).wrapping_add(of(y)),
            Operation::Multiply(x, y) => of(x).wrapping_mul(of(y)),
            Operation::ShiftLeft(x, count) => of(x).checked_shl(count).unwrap_or(0),
            Operation::ShiftRightZero(x, count) => of(x).checked_shr(count).unwrap_or(0),
            Operation::ShiftRightSign(x, count) => (number(x) >> count.min(127)) as u128,
            Operation::ShiftLeftBy(x, y) => count(of(y)).map_or(0, |by| of(x) << by),
            Operation::ShiftRightSignBy(x, y) => (number(x) >> count(of(y)).unwrap_or(127)) as u128,

            Operation::BitXor(x, y) => of(x) ^ of(y),
            Operation::Less(x, y) => u128::from(number(x) < number(y)),
            Operation::Equal(x, y) => u128::from(of(x) == of(y)),
            Operation::Not(x) => 1 - of(x),
            Operation::And(x, y) | Operation::BitAnd(x, y) => of(x) & of(y),
            Operation::Choose(flag, x, y) => of(if of(flag) == 1 { x } else { y }),
        }
    }
}

/// A shift count; [`None`] if no bit of 128 stays.
fn count(value: u128) -> Option<u32> {
    u32::try_from(value).ok().filter(|count| *count < 128)
}

/// The low `bits` bits, 1 to 128, as a two's-complement number.
fn signed(value: u128, bits: u32) -> i128 {
    (value << (128 - bits)) as i128 >> (128 - bits)
}
