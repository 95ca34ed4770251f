//! The texts of a language with infix operators.

use super::fill;

/// An expression with places for its operands, in braces.
#[derive(Clone, Copy)]
pub(super) struct Form {
    pub(super) text: &'static str,
    /// It needs no parentheses as an operand.
    pub(super) is_atom: bool,
}

pub(super) const fn atom(text: &'static str) -> Form {
    Form { text, is_atom: true }
}

pub(super) const fn infix(text: &'static str) -> Form {
    Form { text, is_atom: false }
}

/// A language with infix operators, as texts with places in braces.
///
/// The places of expressions are `{x}`, `{y}` and `{z}`, the operands. An operand that is no [atom](Form) has
/// parentheses; `{x:raw}` has none. `{x:signed}` is `x` read as a signed number, `{x:signed:raw}` without parentheses.
/// `{type}` and `{bits}` are those of the result.
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
    /// A signed number `{x}` read as an unsigned one.
    pub(super) unsigned: Form,
    pub(super) shift_right_signed: Form,
    /// The amount of a shift: a constant, and an expression.
    pub(super) counts: [&'static str; 2],
    /// An unsigned number in more bits or fewer.
    pub(super) resize: Form,
    /// A signed number in more bits: read as an unsigned one, and signed.
    pub(super) sign_extend: [Form; 2],
    /// `{block}` is the last operand as a block; another choice needs no braces.
    pub(super) choose: Form,
    /// Whether only a name can be converted to another width or sign.
    pub(super) converts_names_only: bool,
    /// The functions that the language has built in, in the order of [`BuiltIn`](crate::built_in::BuiltIn). A signed one gives
    /// a signed number.
    pub(super) built_in: &'static [Form],
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
    unsigned: atom("{type}({x:raw})"),
    shift_right_signed: infix("{x:signed} >> {count}"),
    counts: ["{x}", "{x}"],
    resize: atom("{type}({x:raw})"),
    sign_extend: [atom("{type}(int64_t({x:signed:raw}))"), atom("int64_t({x:signed:raw})")],
    choose: infix("{x} ? {y} : {z}"),
    converts_names_only: false,
    built_in: &[],
};

impl Syntax<'_> {
    /// The type of an unsigned number of 32 or more bits, or of a flag, which has 1.
    pub(super) fn type_of(&self, bits: u32) -> String {
        let text = self.types[if bits == 1 { 0 } else { 1 + usize::from(bits > 32) }];
        fill(text, &[("high", &(bits - 1).to_string())])
    }

    /// The declaration of a parameter.
    pub(super) fn parameter_of(&self, bits: u32, name: &str) -> String {
        fill(self.parameter, &[("name", name), ("type", &self.type_of(bits))])
    }

    /// The statement that names an expression.
    pub(super) fn declare(&self, bits: u32, name: &str, expression: &str) -> String {
        fill(self.declare, &[("name", name), ("x", expression), ("type", &self.type_of(bits))])
    }

    pub(super) fn constant(&self, bits: u32, number: u128) -> String {
        if bits == 1 {
            return self.truths[usize::from(number == 1)].to_owned();
        }
        let short = if number < 10 { number.to_string() } else { format!("{number:#x}") };
        let (digits, width) = (format!("{number:x}"), bits.to_string());
        let values = [("x", &*short), ("digits", &digits), ("bits", &width), ("type", &self.type_of(bits))];
        fill(self.numbers[usize::from(bits > 32)], &values)
    }
}
