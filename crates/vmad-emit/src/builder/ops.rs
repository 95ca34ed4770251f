//! The operations that the user's IR has.

use std::collections::HashMap;

use vmad_term::{
    operation::{Operation as Op, Term},
    simplify::{Simplified, range::Range},
};

use crate::built_in::{Operand, Step};

/// The type of a value of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    /// A value of 32 bits of the IR.
    Word,
    /// A value of one bit of the IR.
    Flag,
    /// A number of the host.
    Number,
    /// A truth of the host.
    Truth,
}

use Type::{Flag, Number, Truth, Word};

/// An operation: its name in snake case, its parameters, its result and its exact meaning.
pub(crate) struct Declared {
    pub(crate) name: &'static str,
    pub(crate) parameters: &'static [(&'static str, Type)],
    pub(crate) result: Type,
    pub(crate) meaning: &'static str,
    /// Whether it has a default in terms of the others.
    pub(crate) has_default: bool,
    /// The value that it computes.
    value: fn(&Simplified, &[Term]) -> Term,
}

impl Declared {
    /// The value on variables with the names of the parameters.
    pub(crate) fn value(&self) -> (Simplified, Term) {
        let graph = Simplified::default();
        let parameters: Vec<_> = { self.parameters.iter() }
            .map(|&(name, of)| {
                let bits = if matches!(of, Flag | Truth) { 1 } else { 32 };
                graph.ranged_input(name, bits, Range::full(bits))
            })
            .collect();
        let result = (self.value)(&graph, &parameters);
        (graph, result)
    }
}

/// The upper half of a product of extended factors.
fn upper_half(graph: &Simplified, factors: &[Term], extend: fn(Term) -> Op) -> Term {
    let wide: Vec<_> = factors.iter().map(|&factor| graph.build(64, extend(factor))).collect();
    let product = graph.build(64, Op::Multiply(wide[0], wide[1]));
    let upper = graph.build(64, Op::ShiftRight(product, 32));
    graph.build(32, Op::Field(upper, 0))
}

/// The first parameter if the comparison holds, else the second.
fn chosen(graph: &Simplified, comparison: Op, choices: [Term; 2]) -> Term {
    let flag = graph.build(1, comparison);
    graph.build(32, Op::Choose(flag, choices[0], choices[1]))
}

macro_rules! operations {
    ($($name:literal ($($parameter:literal $type:ident),*) $result:ident $default:literal
        $meaning:literal |$graph:ident, $x:ident| $value:expr;)*) => {
        &[$(Declared {
            name: $name,
            parameters: &[$(($parameter, $type)),*],
            result: $result,
            meaning: $meaning,
            has_default: $default,
            value: |$graph, $x| $value,
        }),*]
    };
}

#[rustfmt::skip]
pub(crate) const OPERATIONS: &[Declared] = operations! {
    "constant" ("number" Number) Word false "A constant." |_graph, x| x[0];
    "flag" ("truth" Truth) Flag false "A constant flag." |_graph, x| x[0];
    "add" ("x" Word, "y" Word) Word false "x + y, modulo 2^32." |graph, x| graph.build(32, Op::Add(x[0], x[1]));
    "sub" ("x" Word, "y" Word) Word false "x - y, modulo 2^32." |graph, x| graph.build(32, Op::Subtract(x[0], x[1]));
    "mul" ("x" Word, "y" Word) Word false "The lower 32 bits of x * y." |graph, x| graph.build(32, Op::Multiply(x[0], x[1]));
    "mul_high" ("x" Word, "y" Word) Word false "The upper 32 bits of the 64 bits of x * y, both unsigned." |graph, x| upper_half(graph, x, Op::ZeroExtend);
    "mul_high_signed" ("x" Word, "y" Word) Word false "The upper 32 bits of the 64 bits of x * y, both signed." |graph, x| upper_half(graph, x, Op::SignExtend);
    "bit_and" ("x" Word, "y" Word) Word false "x and y, bit by bit." |graph, x| graph.build(32, Op::And(x[0], x[1]));
    "bit_or" ("x" Word, "y" Word) Word false "x or y, bit by bit." |graph, x| graph.build(32, Op::Or(x[0], x[1]));
    "bit_xor" ("x" Word, "y" Word) Word false "x exclusive or y, bit by bit." |graph, x| graph.build(32, Op::Xor(x[0], x[1]));
    "bit_not" ("x" Word) Word false "Every bit of x inverted." |graph, x| graph.not(x[0]);
    "shift_left" ("x" Word, "amount" Word) Word false "x * 2^amount, modulo 2^32. The amount is 0 to 31." |graph, x| graph.build(32, Op::ShiftLeftBy(x[0], x[1]));
    "shift_right" ("x" Word, "amount" Word) Word false "x / 2^amount, rounded down, x unsigned. The amount is 0 to 31." |graph, x| graph.build(32, Op::ShiftRightBy(x[0], x[1]));
    "shift_right_signed" ("x" Word, "amount" Word) Word false "x / 2^amount, rounded down, x signed. The amount is 0 to 31." |graph, x| graph.build(32, Op::ShiftRightSignedBy(x[0], x[1]));
    "less" ("x" Word, "y" Word) Flag false "Whether x < y, both unsigned." |graph, x| graph.build(1, Op::Less(x[0], x[1]));
    "less_signed" ("x" Word, "y" Word) Flag false "Whether x < y, both signed." |graph, x| graph.build(1, Op::LessSigned(x[0], x[1]));
    "equal" ("x" Word, "y" Word) Flag false "Whether x = y." |graph, x| graph.build(1, Op::Equal(x[0], x[1]));
    "select" ("flag" Flag, "x" Word, "y" Word) Word false "x if the flag is set, else y." |graph, x| graph.build(32, Op::Choose(x[0], x[1], x[2]));
    "flag_and" ("x" Flag, "y" Flag) Flag false "Whether both flags are set." |graph, x| graph.build(1, Op::And(x[0], x[1]));
    "flag_or" ("x" Flag, "y" Flag) Flag false "Whether a flag is set." |graph, x| graph.build(1, Op::Or(x[0], x[1]));
    "flag_xor" ("x" Flag, "y" Flag) Flag false "Whether exactly one flag is set." |graph, x| graph.build(1, Op::Xor(x[0], x[1]));
    "flag_not" ("x" Flag) Flag false "Whether the flag is not set." |graph, x| graph.not(x[0]);
    "min" ("x" Word, "y" Word) Word true "The smaller of x and y, both unsigned." |graph, x| chosen(graph, Op::Less(x[0], x[1]), [x[0], x[1]]);
    "max" ("x" Word, "y" Word) Word true "The larger of x and y, both unsigned." |graph, x| chosen(graph, Op::Less(x[0], x[1]), [x[1], x[0]]);
    "min_signed" ("x" Word, "y" Word) Word true "The smaller of x and y, both signed." |graph, x| chosen(graph, Op::LessSigned(x[0], x[1]), [x[0], x[1]]);
    "max_signed" ("x" Word, "y" Word) Word true "The larger of x and y, both signed." |graph, x| chosen(graph, Op::LessSigned(x[0], x[1]), [x[1], x[0]]);
};

/// How many built-in functions are operations: the extremes.
const EXTREMES: usize = 4;

/// A call of an operation that builds a value.
pub(crate) struct Call {
    /// The name of the value.
    pub(crate) value: String,
    /// The name of the operation.
    pub(crate) operation: &'static str,
    pub(crate) arguments: Vec<Argument>,
}

/// An argument of a [`Call`].
pub(crate) enum Argument {
    /// A value, by its name.
    Value(String),
    Number(u32),
    Truth(bool),
}

/// The calls that build some results, and the names of these. Minimum and maximum are operations if `fuses`.
pub(crate) fn calls(graph: &Simplified, results: &[Term], fuses: bool) -> (Vec<Call>, Vec<String>) {
    let mut builder = Calls::default();
    let results: Vec<_> = results.iter().map(|&result| builder.build(graph, result, fuses)).collect();
    (builder.made, results)
}

#[derive(Default)]
struct Calls {
    made: Vec<Call>,
    /// The names of terms, and those of numbers.
    names: HashMap<Term, String>,
    numbers: HashMap<u32, String>,
}

impl Calls {
    fn call(&mut self, operation: &'static str, arguments: Vec<Argument>) -> String {
        let value = format!("t{}", self.made.len());
        self.made.push(Call { value: value.clone(), operation, arguments });
        value
    }

    fn constant(&mut self, number: u32) -> String {
        if let Some(known) = self.numbers.get(&number) {
            return known.clone();
        }
        let value = self.call("constant", vec![Argument::Number(number)]);
        self.numbers.insert(number, value.clone());
        value
    }

    fn build(&mut self, graph: &Simplified, term: Term, fuses: bool) -> String {
        if let Some(known) = self.names.get(&term) {
            return known.clone();
        }
        let (operation, is_flag) = (graph.operation(term), graph.bits(term) == 1);
        let value = match operation {
            Op::Variable(name) => name.to_owned(),
            Op::Constant(number) if is_flag => self.call("flag", vec![Argument::Truth(number == 1)]),
            Op::Constant(number) => self.constant(number as u32),
            _ => {
                let step = Step::new(graph, term, if fuses { EXTREMES } else { 0 });
                let (name, operands) = match graph.inverted(term) {
                    Some(inverted) => {
                        (if is_flag { "flag_not" } else { "bit_not" }, vec![Operand::Term(inverted)])
                    }
                    None => (step.name(), step.arguments()),
                };
                let argument = |operand| {
                    Argument::Value(match operand {
                        Operand::Term(term) => self.build(graph, term, fuses),
                        Operand::Number(number) => self.constant(number),
                    })
                };
                let arguments = operands.into_iter().map(argument).collect();
                self.call(name, arguments)
            }
        };
        self.names.insert(term, value.clone());
        value
    }
}
