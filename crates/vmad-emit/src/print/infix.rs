//! Expressions with infix operators: what C, C#, GLSL, HLSL, WGSL, Rust and SystemVerilog have in common.

use std::collections::{HashMap, HashSet};

use vmad_term::{
    operation::{Node, Operation as Op, Term, signed},
    simplify::Simplified,
};

use super::{
    built_in::{BuiltIn, Call},
    fill,
    form::{Form, atom, infix},
};
use crate::lower::Lowered;

/// A language with infix operators, as texts with places in braces.
///
/// The places of expressions are `{x}`, `{y}` and `{z}`, the operands. An operand that is no [atom](Form) has
/// parentheses; `{x:raw}` has none, `{x:cast}` has them if there is a space in it, and `{x:signed}` is `x` read as a
/// signed number. `{type}` and `{bits}` are those of the result.
#[derive(Clone, Copy)]
pub(super) struct Syntax<'p> {
    /// The types of a flag, of 32 bits, and of more. `{high}` is the highest bit.
    pub(super) types: [&'static str; 3],
    /// Numbers of 32 bits, and of more: decimal below 10, others hexadecimal. `{digits}` is always hexadecimal.
    pub(super) numbers: [&'static str; 2],
    pub(super) truths: [&'static str; 2],
    /// The declaration of a parameter, and of an expression `{x}` with a name.
    pub(super) parameter: &'static str,
    pub(super) declare: &'static str,
    /// The two halves of the word.
    pub(super) halves: [&'static str; 2],
    pub(super) modular: [Form; 3],
    /// The upper half of a product of two words, and of two signed words. `{prefix}` starts the name of a function.
    pub(super) upper_halves: [Form; 2],
    pub(super) prefix: &'p str,
    pub(super) inverted: Form,
    /// `x` of 32 bits, and of more, read as a signed number.
    pub(super) signed: [&'static str; 2],
    /// A signed number, 0 or more, of 32 bits, and of more; none if it is an unsigned number that is read as signed.
    pub(super) signed_numbers: [&'static str; 2],
    pub(super) shift_right_signed: Form,
    /// The amount of a shift: a constant, and an expression.
    pub(super) counts: [&'static str; 2],
    /// An unsigned number in more bits or fewer.
    pub(super) resize: Form,
    pub(super) sign_extend: Form,
    /// `{block}` is the last operand as a block; another choice needs no braces.
    pub(super) choose: Form,
    /// Whether only a name can be converted to another width or sign.
    pub(super) converts_names_only: bool,
    pub(super) built_in: BuiltIn,
}

/// What most languages write.
pub(super) const COMMON: Syntax<'_> = Syntax {
    types: ["bool", "uint", "ulong"],
    numbers: ["{x}u", "{x}ul"],
    truths: ["false", "true"],
    parameter: "{type} {name}",
    declare: "{type} {name} = {x};",
    halves: ["word_low", "word_high"],
    modular: [infix("{x} + {y}"), infix("{x} - {y}"), infix("{x} * {y}")],
    upper_halves: [atom("{prefix}upper_half({x}, {y})"), atom("{prefix}upper_half_signed({x}, {y})")],
    prefix: "",
    inverted: atom("~{x}"),
    signed: ["int({x:raw})", "int64_t({x:raw})"],
    signed_numbers: ["{x}", "{x}l"],
    shift_right_signed: atom("{type}({x:signed} >> {count})"),
    counts: ["{x}", "{x}"],
    resize: atom("{type}({x:raw})"),
    sign_extend: atom("{type}(int64_t(int({x:raw})))"),
    choose: infix("{x} ? {y} : {z}"),
    converts_names_only: false,
    built_in: BuiltIn::NONE,
};

impl Syntax<'_> {
    /// The type of an unsigned number of 32 or more bits, or of a flag, which has 1.
    pub(super) fn type_of(&self, bits: u32) -> String {
        let text = self.types[if bits == 1 { 0 } else { 1 + usize::from(bits > 32) }];
        fill(text, |_| Some((bits - 1).to_string()))
    }

    /// The declaration of a parameter.
    pub(super) fn parameter_of(&self, bits: u32, name: &str) -> String {
        fill(self.parameter, |place| Some(if place == "name" { name.to_owned() } else { self.type_of(bits) }))
    }

    /// The statement that names an expression.
    pub(super) fn declare(&self, bits: u32, name: &str, expression: &str) -> String {
        fill(self.declare, |place| {
            Some(match place {
                "name" => name.to_owned(),
                "x" => expression.to_owned(),
                _ => self.type_of(bits),
            })
        })
    }

    pub(super) fn constant(&self, bits: u32, number: u128) -> String {
        if bits == 1 {
            return self.truths[usize::from(number == 1)].to_owned();
        }
        fill(self.numbers[usize::from(bits > 32)], |place| {
            Some(match place {
                "x" if number < 10 => number.to_string(),
                "x" => format!("{number:#x}"),
                "digits" => format!("{number:x}"),
                "bits" => bits.to_string(),
                _ => self.type_of(bits),
            })
        })
    }
}

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
}

/// An expression as text.
struct Text {
    text: String,
    is_atom: bool,
}

/// The body of a function; the names of its variables begin with `letter`.
pub(super) fn body(syntax: &Syntax<'_>, Lowered { graph, result }: &Lowered, letter: &str) -> Body {
    bodies(syntax, graph, &[*result], letter)
}

/// The statements that compute some results, and the expressions of these.
pub(super) fn bodies(syntax: &Syntax<'_>, graph: &Simplified, results: &[Term], letter: &str) -> Body {
    let mut below = graph.below(results);
    let mut uses: HashMap<_, _> = results.iter().map(|result| (*result, 0)).collect();
    let mut converted = HashSet::new();
    for (value, node) in below.iter().rev() {
        // A term inside a call has no text of its own.
        if !uses.contains_key(value) {
            continue;
        }
        let op = node.operation;
        let call = syntax.built_in.call(graph, node);
        for operand in call.map_or_else(|| op.arguments(), |call| call.operands) {
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
            if is_conversion && syntax.converts_names_only {
                converted.insert(operand);
            }
        }
    }
    below.retain(|(value, _)| uses.contains_key(value));
    let mut printer = Printer { syntax, graph, texts: HashMap::new() };
    let mut body = Body::default();
    for (value, node) in below {
        let mut text = printer.text(value, node);
        let is_leaf = matches!(node.operation, Op::Variable(_) | Op::Constant(_));
        let is_shared = uses.get(&value).is_some_and(|uses| *uses > 1);
        let is_long = text.text.len() > LONGEST || converted.contains(&value);
        if !is_leaf && results != [value] && (is_shared || is_long) {
            let name = format!("{letter}{}", body.named.len());
            body.named.push((node.sort.bits(), name.clone(), text.text));
            text = Text { text: name, is_atom: true };
        }
        printer.texts.insert(value, text);
    }
    body.results = results.iter().map(|result| printer.texts[result].text.clone()).collect();
    body
}

impl Printer<'_> {
    fn text(&self, value: Term, node: Node) -> Text {
        let (bits, syntax) = (node.sort.bits(), self.syntax);
        if let Op::Constant(number) = node.operation {
            return Text { text: syntax.constant(bits, number), is_atom: true };
        }
        let call = syntax.built_in.call(self.graph, &node);
        let Call { form, operands, low, width } = call.unwrap_or_else(|| {
            let (form, operands) = self.form(value, node);
            Call { form, operands, low: 0, width: bits }
        });
        let text = fill(form.text, |place| {
            Some(match (place, node.operation) {
                ("type", _) => syntax.type_of(bits),
                ("bits", _) => bits.to_string(),
                ("prefix", _) => syntax.prefix.to_owned(),
                ("low", _) => low.to_string(),
                ("width", _) => width.to_string(),
                (
                    "count",
                    Op::ShiftLeft(_, count) | Op::ShiftRight(_, count) | Op::ShiftRightSigned(_, count),
                ) => fill(syntax.counts[0], |_| Some(count.to_string())),
                ("count", _) => fill(syntax.counts[1], |_| Some(self.operand(operands[1], ""))),
                ("block", _) => match self.operand(operands[2], "raw") {
                    choice if choice.starts_with("if ") => choice,
                    value => format!("{{ {value} }}"),
                },
                _ => {
                    let (name, kind) = place.split_once(':').unwrap_or((place, ""));
                    let index = ["x", "y", "z"].iter().position(|it| *it == name)?;
                    self.operand(operands[index], kind)
                }
            })
        });
        Text { text, is_atom: form.is_atom }
    }

    /// The expression of an operation, and its operands.
    fn form(&self, value: Term, node: Node) -> (Form, Vec<Term>) {
        let (bits, syntax, inverted) = (node.sort.bits(), self.syntax, self.graph.inverted(value));
        let mut operands = node.operation.arguments();
        let form = match node.operation {
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
            Op::SignExtend(_) => syntax.sign_extend,
            Op::Less(..) => infix("{x} < {y}"),
            Op::LessSigned(..) => infix("{x:signed} < {y:signed}"),
            Op::Equal(..) => infix("{x} == {y}"),
            Op::Choose(..) => syntax.choose,
            // A constant is no expression. Simplified terms have no other operation, and no unit divides.
            Op::Constant(_)
            | Op::Divide(..)
            | Op::Field(..)
            | Op::Concat(..)
            | Op::Invert(_)
            | Op::Negate(_) => atom(""),
        };
        (form, operands)
    }

    /// The text of an operand in its place, which [`Syntax`] describes.
    fn operand(&self, value: Term, kind: &str) -> String {
        let Text { text, is_atom } = &self.texts[&value];
        match kind {
            "raw" => text.clone(),
            "cast" if !text.contains(' ') => text.clone(),
            "signed" if let Some(number) = self.signed_number(value) => number,
            "signed" => {
                let form = self.syntax.signed[usize::from(self.graph.bits(value) > 32)];
                fill(form, |place| Some(self.operand(value, place.trim_start_matches("x:"))))
            }
            "" if *is_atom => text.clone(),
            _ => format!("({text})"),
        }
    }

    /// A constant as a signed number, if the language has a text for it: not for the smallest one.
    fn signed_number(&self, value: Term) -> Option<String> {
        let bits = self.graph.bits(value);
        let number = signed(self.graph.known(value)?, bits);
        let form = self.syntax.signed_numbers[usize::from(bits > 32)];
        let is_smallest = number == signed(1 << (bits - 1), bits);
        let magnitude = number.unsigned_abs();
        let digits = if magnitude < 10 { magnitude.to_string() } else { format!("{magnitude:#x}") };
        let text = fill(form, |_| Some(digits.clone()));
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
