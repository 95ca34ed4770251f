//! Expressions with infix operators: what C, C#, GLSL, HLSL, WGSL, Rust and SystemVerilog have in common.

use std::collections::{HashMap, HashSet};

use vmad_term::{
    operation::{Operation as Op, Term, signed},
    simplify::Simplified,
};

use super::{
    fill, fill_with,
    syntax::{Form, Syntax, atom, infix},
};
use crate::{
    built_in::{self, Step},
    lower::Lowered,
};

/// The longest expression that is not given a name of its own, in characters.
const LONGEST: usize = 64;

/// The body of a function.
#[derive(Default)]
pub(super) struct Body {
    /// The expressions that have a name: width, name and text.
    pub(super) named: Vec<(u32, String, String)>,
    pub(super) results: Vec<String>,
}

impl Body {
    /// The statements that name expressions.
    pub(super) fn statements(&self, syntax: &Syntax<'_>) -> Vec<String> {
        self.named.iter().map(|(bits, name, text)| syntax.declare(*bits, name, text)).collect()
    }

    /// The only result.
    pub(super) fn result(&self) -> String {
        self.results.concat()
    }
}

struct Printer<'p> {
    syntax: &'p Syntax<'p>,
    graph: &'p Simplified,
    texts: HashMap<Term, Text>,
    /// The texts of expressions before they are read as unsigned numbers.
    signed: HashMap<Term, Text>,
}

/// An expression as text.
struct Text {
    text: String,
    is_atom: bool,
}

impl Text {
    /// The text in a place, which [`Syntax`] describes.
    fn at(&self, place: &str) -> String {
        if self.is_atom || place.ends_with(":raw") { self.text.clone() } else { format!("({})", self.text) }
    }
}

/// The body of a function; the names of its variables begin with `letter`.
pub(super) fn body(syntax: &Syntax<'_>, Lowered { graph, result }: &Lowered, letter: &str) -> Body {
    bodies(syntax, graph, &[*result], letter)
}

/// The statements that compute some results, and the expressions of these.
pub(super) fn bodies(syntax: &Syntax<'_>, graph: &Simplified, results: &[Term], letter: &str) -> Body {
    let steps = built_in::steps(graph, results, syntax.built_in.len());
    let mut uses: HashMap<_, _> = results.iter().map(|result| (*result, 0)).collect();
    let mut converted = HashSet::new();
    for step in &steps {
        let is_conversion = matches!(
            step.node.operation,
            Op::ZeroExtend(_)
                | Op::SignExtend(_)
                | Op::Field(..)
                | Op::ShiftRightSigned(..)
                | Op::ShiftRightSignedBy(..)
                | Op::LessSigned(..)
        );
        for operand in step.operands() {
            *uses.entry(operand).or_insert(0) += 1;
            if is_conversion && syntax.converts_names_only {
                converted.insert(operand);
            }
        }
    }
    let mut printer = Printer { syntax, graph, texts: HashMap::new(), signed: HashMap::new() };
    let mut body = Body::default();
    for step in &steps {
        let (value, node) = (step.term, step.node);
        let mut text = printer.text(step);
        let is_leaf = matches!(node.operation, Op::Variable(_) | Op::Constant(_));
        let is_shared = uses.get(&value).is_some_and(|uses| *uses > 1);
        let is_long = text.text.len() > LONGEST || converted.contains(&value);
        if !is_leaf && results != [value] && (is_shared || is_long) {
            let name = format!("{letter}{}", body.named.len());
            body.named.push((node.sort.bits(), name.clone(), text.text));
            text = Text { text: name, is_atom: true };
            printer.signed.remove(&value);
        }
        printer.texts.insert(value, text);
    }
    body.results = results.iter().map(|result| printer.texts[result].text.clone()).collect();
    body
}

impl Printer<'_> {
    /// The text of an operation as an unsigned number; that of a signed number is kept.
    fn text(&mut self, step: &Step) -> Text {
        let syntax = self.syntax;
        if let Op::Constant(number) = step.node.operation {
            return Text { text: syntax.constant(step.node.sort.bits(), number), is_atom: true };
        }
        let (form, operands) = self.form(step);
        let text = |form| self.filled(form, step, &operands);
        let (text, signed) = match step.node.operation {
            _ if step.is_signed() => (self.unsigned(step, &text(form)), text(form)),
            Op::SignExtend(_) => (text(form), text(syntax.sign_extend[1])),
            // A number with zeros above is not negative.
            Op::ZeroExtend(x) if self.graph.bits(x) == 32 => (text(form), text(atom(syntax.signed[1]))),
            Op::Field(..) if step.node.sort.bits() == 32 => (text(form), text(atom(syntax.signed[0]))),
            _ => return text(form),
        };
        if !syntax.converts_names_only {
            self.signed.insert(step.term, signed);
        }
        text
    }

    /// The text of an operation whose result is a signed number, as an unsigned one.
    fn unsigned(&self, step: &Step, signed: &Text) -> Text {
        let Form { text, is_atom } = self.syntax.unsigned;
        let bits = step.node.sort.bits();
        let text = fill_with(text, |place| {
            Some(if place == "type" { self.syntax.type_of(bits) } else { signed.at(place) })
        });
        Text { text, is_atom }
    }

    fn filled(&self, form: Form, step: &Step, operands: &[Term]) -> Text {
        let (bits, syntax) = (step.node.sort.bits(), self.syntax);
        let text = fill_with(form.text, |place| {
            Some(match (place, step.node.operation) {
                ("type", _) => syntax.type_of(bits),
                ("bits", _) => bits.to_string(),
                ("prefix", _) => syntax.prefix.to_owned(),
                ("low", _) => step.call.as_ref()?.field[0].to_string(),
                ("width", _) => step.call.as_ref()?.field[1].to_string(),
                (
                    "count",
                    Op::ShiftLeft(_, count) | Op::ShiftRight(_, count) | Op::ShiftRightSigned(_, count),
                ) => fill(syntax.counts[0], &[("x", &count.to_string())]),
                ("count", _) => fill(syntax.counts[1], &[("x", &self.operand(operands[1], "x"))]),
                ("block", _) => match self.operand(operands[2], "x:raw") {
                    choice if choice.starts_with("if ") => choice,
                    value => format!("{{ {value} }}"),
                },
                _ => {
                    let name = place.split(':').next()?;
                    let index = ["x", "y", "z"].iter().position(|letter| *letter == name)?;
                    let operand = operands[index];
                    match (step.node.operation, self.signed.get(&operand)) {
                        // The low bits do not depend on the sign.
                        (Op::Field(..), Some(signed)) => signed.at(place),
                        _ => self.operand(operand, place),
                    }
                }
            })
        });
        Text { text, is_atom: form.is_atom }
    }

    /// The expression of an operation, and its operands.
    fn form(&self, step: &Step) -> (Form, Vec<Term>) {
        let (bits, syntax, inverted) = (step.node.sort.bits(), self.syntax, self.graph.inverted(step.term));
        let mut operands = step.operands();
        if let Some(call) = &step.call {
            return (syntax.built_in[call.function as usize], operands);
        }
        let form = match step.node.operation {
            Op::Variable("word_low") => atom(syntax.halves[0]),
            Op::Variable("word_high") => atom(syntax.halves[1]),
            Op::Variable(port) => atom(port),
            Op::Add(..) => syntax.modular[0],
            Op::Subtract(..) => syntax.modular[1],
            Op::Multiply(..) => syntax.modular[2],
            Op::MultiplyHigh(..) => syntax.upper_halves[0],
            Op::MultiplyHighSigned(..) => syntax.upper_halves[1],
            Op::And(..) if bits == 1 => infix("{x} && {y}"),
            Op::Or(..) if bits == 1 => infix("{x} || {y}"),
            Op::Xor(x, _) if bits == 1 && inverted.is_some() => self.inverted_flag(x, &mut operands),
            Op::Xor(x, _) if bits == 1 => match self.graph.inverted(x) {
                Some(x) => {
                    operands[0] = x;
                    infix("{x} == {y}")
                }
                None => infix("{x} != {y}"),
            },
            Op::And(..) => infix("{x} & {y}"),
            Op::Or(..) => infix("{x} | {y}"),
            Op::Xor(..) if inverted.is_some() => syntax.inverted,
            Op::Xor(..) => infix("{x} ^ {y}"),
            Op::ShiftLeft(..) | Op::ShiftLeftBy(..) => infix("{x} << {count}"),
            Op::ShiftRight(..) | Op::ShiftRightBy(..) => infix("{x} >> {count}"),
            Op::ShiftRightSigned(..) | Op::ShiftRightSignedBy(..) => syntax.shift_right_signed,
            Op::ZeroExtend(_) | Op::Field(_, 0) => syntax.resize,
            Op::SignExtend(_) => syntax.sign_extend[0],
            Op::Less(..) => infix("{x} < {y}"),
            Op::LessSigned(..) => infix("{x:signed} < {y:signed}"),
            Op::Equal(..) => infix("{x} == {y}"),
            Op::Choose(..) => syntax.choose,
            // A constant is no expression. Simplified terms have no other operation, and no unit divides.
            Op::Constant(_) | Op::Divide(..) | Op::Field(..) | Op::Invert(_) | Op::Negate(_) => atom(""),
        };
        (form, operands)
    }

    /// The text of an operand in its place, which [`Syntax`] describes.
    fn operand(&self, value: Term, place: &str) -> String {
        if !place.contains(":signed") {
            return self.texts[&value].at(place);
        }
        if let Some(number) = self.signed_number(value) {
            return number;
        }
        if let Some(signed) = self.signed.get(&value) {
            return signed.at(place);
        }
        let form = self.syntax.signed[usize::from(self.graph.bits(value) > 32)];
        fill_with(form, |place| Some(self.texts[&value].at(place)))
    }

    /// A constant as a signed number, if the language has a text for it: not for the smallest one.
    fn signed_number(&self, value: Term) -> Option<String> {
        let bits = self.graph.bits(value);
        let number = signed(self.graph.known(value)?, bits);
        let form = self.syntax.signed_numbers[usize::from(bits > 32)];
        let is_smallest = number == signed(1 << (bits - 1), bits);
        let magnitude = number.unsigned_abs();
        let digits = if magnitude < 10 { magnitude.to_string() } else { format!("{magnitude:#x}") };
        let text = fill(form, &[("x", &digits)]);
        let minus = if number < 0 { "-" } else { "" };
        (!form.is_empty() && !is_smallest).then(|| format!("{minus}{text}"))
    }

    /// The inverse of a flag; that of `x == y` is `x != y`.
    fn inverted_flag(&self, x: Term, operands: &mut Vec<Term>) -> Form {
        let form = match self.graph.operation(x) {
            _ if self.texts[&x].is_atom => return atom("!{x}"),
            Op::Equal(..) => infix("{x} != {y}"),
            Op::Less(..) => infix("{x} >= {y}"),
            Op::LessSigned(..) => infix("{x:signed} >= {y:signed}"),
            _ => return atom("!{x}"),
        };
        *operands = self.graph.operation(x).arguments();
        form
    }
}
