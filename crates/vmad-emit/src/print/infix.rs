//! Expressions with infix operators: what C, C#, GLSL, HLSL, WGSL, Rust and SystemVerilog have in common.

use std::collections::{HashMap, HashSet};

use vmad_term::{
    operation::{Node, Operation as Op, Term},
    simplify::Simplified,
};

use crate::lower::Lowered;

/// A language with infix operators.
pub(super) trait Infix {
    /// A parameter.
    fn parameter(&self, name: &'static str) -> &'static str {
        name
    }
    /// The type of an unsigned number of 32 or more bits, or of a flag, which has 1.
    fn type_of(&self, bits: u32) -> String;
    /// The declaration of a parameter.
    fn parameter_of(&self, bits: u32, name: &str) -> String {
        format!("{} {name}", self.type_of(bits))
    }
    /// A number of 32 or more bits.
    fn constant(&self, bits: u32, number: u128) -> String;
    /// The statement that names an expression.
    fn declare(&self, bits: u32, name: &str, expression: &str) -> String {
        format!("{} {name} = {expression};", self.type_of(bits))
    }
    /// `x` read as a signed number.
    fn signed(&self, bits: u32, x: &str) -> String;
    /// A signed number, converted to an unsigned one of the same width.
    fn unsigned(&self, bits: u32, x: &str) -> String {
        format!("({})({x})", self.type_of(bits))
    }
    /// The conversion from a width to another one.
    fn resize(&self, from: u32, to: u32, is_signed: bool, x: &str) -> String;
    /// The upper half of a product of two words, if the language has one.
    fn upper_half(&self, _is_signed: bool, _x: &str, _y: &str) -> String {
        String::new()
    }
    /// The amount of a shift.
    fn amount(&self, amount: &str) -> String {
        amount.to_owned()
    }
    /// The constant amount of a shift.
    fn count(&self, count: u32) -> String {
        count.to_string()
    }
    /// The method that adds, subtracts or multiplies modulo 2^bits, if the operator does not.
    fn method(&self, _operator: &str) -> Option<&'static str> {
        None
    }
    /// The first of two numbers if a flag is set, else the second. [`None`]: with the operator `?:`.
    fn choose(&self, _flag: &str, _x: &str, _y: &str) -> Option<Text> {
        None
    }
    /// The operator that inverts a number.
    fn inversion(&self) -> &'static str {
        "~"
    }
    /// Whether a conversion needs no parentheses as an operand.
    fn conversions_are_atoms(&self) -> bool {
        true
    }
    /// A flag's value.
    fn truth(&self, value: bool) -> &'static str {
        if value { "true" } else { "false" }
    }
    /// Whether only a name can be converted to another width or sign.
    fn converts_names_only(&self) -> bool {
        false
    }
    /// The operator of a signed shift to the right.
    fn signed_shift(&self) -> &'static str {
        ">>"
    }
}

/// A small number in decimal, others in hexadecimal.
pub(super) fn hexadecimal(number: u128) -> String {
    if number < 10 { number.to_string() } else { format!("{number:#x}") }
}

/// An operand of a cast, which binds tighter than a binary operator.
pub(super) fn cast_operand(x: &str) -> String {
    if x.contains(' ') { format!("({x})") } else { x.to_owned() }
}

/// The longest expression that is not given a name of its own, in characters.
const LONGEST: usize = 64;

/// The body of a function: the statements, and the result as an expression.
pub(super) struct Body {
    pub(super) statements: Vec<String>,
    pub(super) result: String,
}

struct Printer<'p, L> {
    language: &'p L,
    graph: &'p Simplified,
    /// What the names of variables begin with.
    letter: char,
    uses: HashMap<Term, usize>,
    /// The expressions that are converted to another width or sign.
    converted: HashSet<Term>,
    texts: HashMap<Term, Text>,
    body: Vec<String>,
}

/// An expression as text.
#[derive(Clone)]
pub(super) struct Text {
    pub(super) text: String,
    /// It needs no parentheses as an operand.
    pub(super) is_atom: bool,
}

/// The body of a function.
pub(super) fn body(language: &impl Infix, lowered: &Lowered) -> Body {
    body_with(language, lowered, 't')
}

/// The body of a function; the names of its variables begin with a letter.
pub(super) fn body_with(language: &impl Infix, lowered: &Lowered, letter: char) -> Body {
    let (statements, results) = bodies(language, &lowered.graph, &[lowered.result], letter);
    Body { statements, result: results.concat() }
}

/// The statements that compute some results, and the expressions of these.
pub(super) fn bodies(
    language: &impl Infix,
    graph: &Simplified,
    results: &[Term],
    letter: char,
) -> (Vec<String>, Vec<String>) {
    let below = graph.below(results);
    let mut uses = HashMap::new();
    let mut converted = HashSet::new();
    for (_, node) in &below {
        let op = node.operation;
        for operand in op.arguments() {
            *uses.entry(operand).or_insert(0) += 1;
            let is_conversion = matches!(
                op,
                Op::ZeroExtend(_)
                    | Op::SignExtend(_)
                    | Op::Field(..)
                    | Op::ShiftRightSigned(..)
                    | Op::ShiftRightSignedBy(..)
                    | Op::LessSigned(..)
            );
            if is_conversion && language.converts_names_only() {
                converted.insert(operand);
            }
        }
    }
    let mut printer =
        Printer { language, graph, letter, uses, converted, texts: HashMap::new(), body: Vec::new() };
    for (value, node) in below {
        printer.visit(value, node, results == [value]);
    }
    let results = results.iter().map(|result| printer.texts[result].text.clone()).collect();
    (printer.body, results)
}

impl<L: Infix> Printer<'_, L> {
    fn visit(&mut self, value: Term, node: Node, is_last: bool) {
        let mut text = self.text(value, node);
        let is_leaf = matches!(node.operation, Op::Variable(_) | Op::Constant(_));
        let is_shared = self.uses.get(&value).copied().unwrap_or(0) > 1;
        let is_long = text.text.len() > LONGEST || self.converted.contains(&value);
        if !is_leaf && !is_last && (is_shared || is_long) {
            let name = format!("{}{}", self.letter, self.body.len());
            self.body.push(self.language.declare(node.sort.bits(), &name, &text.text));
            text = Text { text: name, is_atom: true };
        }
        self.texts.insert(value, text);
    }

    /// An operand, in parentheses if it needs them.
    fn operand(&self, value: Term) -> String {
        let Text { text, is_atom } = &self.texts[&value];
        if *is_atom { text.clone() } else { format!("({text})") }
    }

    fn text(&self, value: Term, node: Node) -> Text {
        let bits = node.sort.bits();
        let (language, inverted) = (self.language, self.graph.inverted(value));
        let of = |value| self.operand(value);
        let width = |value| self.graph.bits(value);
        let atom = |text: String| Text { text, is_atom: true };
        let infix = |x: Term, operator: &str, y: Term| Text {
            text: format!("{} {operator} {}", of(x), of(y)),
            is_atom: false,
        };
        let shift = |x: Term, operator: &str, by: Term| Text {
            text: format!("{} {operator} {}", of(x), language.amount(&of(by))),
            is_atom: false,
        };
        let modular = |x: Term, operator: &str, y: Term| match language.method(operator) {
            Some(method) => atom(format!("{}.{method}({})", of(x), self.texts[&y].text)),
            None => infix(x, operator, y),
        };
        let converted = |text: String| Text { text, is_atom: language.conversions_are_atoms() };
        let signed = |value| language.signed(width(value), &self.texts[&value].text);
        match node.operation {
            Op::Variable(name) => atom(language.parameter(name).to_owned()),
            Op::Constant(number) if bits == 1 => atom(language.truth(number == 1).to_owned()),
            Op::Constant(number) => atom(language.constant(bits, number)),
            Op::Add(x, y) => modular(x, "+", y),
            Op::Subtract(x, y) => modular(x, "-", y),
            Op::Multiply(x, y) => modular(x, "*", y),
            Op::MultiplyHigh(x, y) => atom(language.upper_half(false, &of(x), &of(y))),
            Op::MultiplyHighSigned(x, y) => atom(language.upper_half(true, &of(x), &of(y))),
            Op::And(x, y) if bits == 1 => infix(x, "&&", y),
            Op::Or(x, y) if bits == 1 => infix(x, "||", y),
            Op::Xor(x, _) if bits == 1 && inverted.is_some() => self.inverted_flag(x),
            Op::Xor(x, y) if bits == 1 => match self.graph.inverted(x) {
                Some(x) => infix(x, "==", y),
                None => infix(x, "!=", y),
            },
            Op::And(x, y) => infix(x, "&", y),
            Op::Or(x, y) => infix(x, "|", y),
            Op::Xor(x, y) => match inverted {
                Some(x) => atom(format!("{}{}", language.inversion(), of(x))),
                None => infix(x, "^", y),
            },
            Op::ShiftLeft(x, count) => {
                Text { text: format!("{} << {}", of(x), language.count(count)), is_atom: false }
            }
            Op::ShiftRight(x, count) => {
                Text { text: format!("{} >> {}", of(x), language.count(count)), is_atom: false }
            }
            Op::ShiftRightSigned(x, count) => {
                let shifted = format!("{} {} {}", signed(x), language.signed_shift(), language.count(count));
                converted(language.unsigned(bits, &shifted))
            }
            Op::ShiftLeftBy(x, by) => shift(x, "<<", by),
            Op::ShiftRightBy(x, by) => shift(x, ">>", by),
            Op::ShiftRightSignedBy(x, by) => {
                let shifted =
                    format!("{} {} {}", signed(x), language.signed_shift(), language.amount(&of(by)));
                converted(language.unsigned(bits, &shifted))
            }
            Op::ZeroExtend(x) | Op::Field(x, 0) => {
                converted(language.resize(width(x), bits, false, &self.texts[&x].text))
            }
            Op::SignExtend(x) => converted(language.resize(width(x), bits, true, &self.texts[&x].text)),
            Op::Less(x, y) => infix(x, "<", y),
            Op::LessSigned(x, y) => Text { text: format!("{} < {}", signed(x), signed(y)), is_atom: false },
            Op::Equal(x, y) => infix(x, "==", y),
            Op::Choose(flag, x, y) => {
                let [flag_text, x_text, y_text] = [flag, x, y].map(|it| self.texts[&it].text.as_str());
                language.choose(flag_text, x_text, y_text).unwrap_or_else(|| Text {
                    text: format!("{} ? {} : {}", of(flag), of(x), of(y)),
                    is_atom: false,
                })
            }
            // Simplified terms have no other operation, and no unit divides.
            Op::Divide(..) | Op::Field(..) | Op::Concat(..) | Op::Invert(_) | Op::Negate(_) => {
                atom(String::new())
            }
        }
    }

    /// The inverse of a flag; that of `x == y` is `x != y`.
    fn inverted_flag(&self, x: Term) -> Text {
        let compared = |text: String| Text { text, is_atom: false };
        match (self.graph.operation(x), self.texts[&x].is_atom) {
            (Op::Equal(a, b), false) => compared(format!("{} != {}", self.operand(a), self.operand(b))),
            (Op::Less(a, b), false) => compared(format!("{} >= {}", self.operand(a), self.operand(b))),
            (Op::LessSigned(a, b), false) => {
                let [a, b] =
                    [a, b].map(|it| self.language.signed(self.graph.bits(it), &self.texts[&it].text));
                compared(format!("{a} >= {b}"))
            }
            _ => Text { text: format!("!{}", self.operand(x)), is_atom: true },
        }
    }
}
