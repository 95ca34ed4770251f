//! The shape of an instruction: guard, opcode, modifiers, operands, semicolon.

use super::arithmetic::Constant;
use super::constant::constant;
use super::error::Fault;
use super::lex::{Input, Parsed, dotted, fault, has, here, identifier, list, mark, space, unexpected};
use super::span::{Span, Spanned};
use crate::names;
use winnow::combinator::{opt, peek, preceded, repeat, terminated};
use winnow::prelude::*;
use winnow::token::{any, take_till};

/// The text of an instruction.
pub(crate) struct Raw<'a, O = RawOperand<'a>> {
    pub(crate) guard: Option<RawGuard<'a>>,
    pub(crate) opcode: Spanned<&'a str>,
    pub(crate) modifiers: Vec<Spanned<&'a str>>,
    pub(crate) operands: Vec<O>,
    /// From the guard or the opcode up to and with the semicolon.
    pub(crate) span: Span,
}

/// `@p` or `@!p`.
pub(crate) struct RawGuard<'a> {
    pub(crate) negated: bool,
    pub(crate) predicate: Spanned<&'a str>,
}

/// The text of an operand.
pub(crate) struct RawOperand<'a> {
    /// The whole operand, with its sign and selector.
    pub(super) span: Span,
    /// A minus sign before a register.
    pub(super) negated: bool,
    pub(super) value: RawValue<'a>,
    /// The name after the dot of the register.
    pub(super) select: Option<Spanned<&'a str>>,
}

/// A register's name or a constant.
pub(crate) enum RawValue<'a> {
    /// A register, or a component of a vector register: `%v.x`.
    Register(Spanned<&'a str>, Option<&'a str>),
    /// A constant and its text.
    Constant(Constant, &'a str),
}

/// One instruction with its semicolon.
pub(super) fn instruction<'a>(input: &mut Input<'a>) -> Parsed<Raw<'a>> {
    space(input)?;
    let start = here(input);
    let guard = opt(guard).parse_next(input)?;
    let Some(opcode) = opt(identifier).parse_next(input)? else {
        return Err(unexpected(input, "an instruction"));
    };
    if !names::is_opcode(opcode.value) {
        return Err(fault(opcode.span, Fault::UnknownInstruction(opcode.value.to_owned())));
    }
    let modifiers: Vec<Spanned<&str>> = repeat(0.., dotted).parse_next(input)?;
    if opcode.value == "mad"
        && let Some(integer) =
            modifiers.iter().find(|modifier| matches!(modifier.value, "lo" | "hi" | "wide"))
    {
        // Its operands may be of other kinds, such as `array+8`: they are not read.
        return Err(fault(integer.span, Fault::IntegerMad(format!(".{}", integer.value))));
    }
    let is_scalar = !opcode.value.ends_with(['2', '4']);
    let operands = list(input, |input| operand(input, is_scalar))?;
    Ok(Raw { guard, opcode, modifiers, operands, span: Span { start, end: here(input) } })
}

pub(super) fn guard<'a>(input: &mut Input<'a>) -> Parsed<RawGuard<'a>> {
    mark('@').parse_next(input)?;
    let negated = has(input, '!')?;
    match opt(identifier).parse_next(input)? {
        Some(predicate) => Ok(RawGuard { negated, predicate }),
        None => Err(unexpected(input, "a predicate register")),
    }
}

fn operand<'a>(input: &mut Input<'a>, is_scalar: bool) -> Parsed<RawOperand<'a>> {
    space(input)?;
    let start = here(input);
    // `_` discards a result in PTX; none of these instructions can discard one.
    if input.starts_with('_') && opt(terminated(mark('_'), peek(not_identifier))).parse_next(input)?.is_some()
    {
        let span = Span { start, end: start + 1 };
        return Err(fault(span, Fault::NotARegister("_".to_owned())));
    }
    if let Some(address) = opt(('[', take_till(0.., [']', ',', ';']), opt(']')).take()).parse_next(input)? {
        let span = Span { start, end: start + address.len() };
        return Err(fault(span, Fault::NotARegister(address.to_owned())));
    }
    let minus = opt(preceded(mark('-'), register)).parse_next(input)?;
    let negated = minus.is_some();
    let register = if negated { minus } else { opt(register).parse_next(input)? };
    let starts_constant = |first: &char| first.is_ascii_alphanumeric() || "+-!~(.".contains(*first);
    let (value, select) = match register {
        Some(register) => match opt(dotted).parse_next(input)? {
            Some(name) if names::COMPONENTS.contains(&name.value) => {
                (RawValue::Register(register, Some(name.value)), None)
            }
            select => (RawValue::Register(register, None), select),
        },
        // WARP_SZ is a constant.
        None if opt(peek(any.verify(starts_constant))).parse_next(input)?.is_none() => {
            return Err(unexpected(input, "a register or a constant"));
        }
        None => {
            let (value, text) = constant.with_taken().parse_next(input)?;
            (RawValue::Constant(value, text.trim_end()), None)
        }
    };
    let span = Span { start, end: here(input) };
    let can_be_sum = is_scalar && matches!(value, RawValue::Register(..));
    if can_be_sum && opt(peek(mark('+'))).parse_next(input)?.is_some() {
        return Err(fault(span, Fault::Sum));
    }
    Ok(RawOperand { span, negated, value, select })
}

/// An identifier that is not the constant `WARP_SZ`.
pub(super) fn register<'a>(input: &mut Input<'a>) -> Parsed<Spanned<&'a str>> {
    identifier.verify(|name: &Spanned<&str>| name.value != names::WARP_SZ).parse_next(input)
}

fn not_identifier(input: &mut Input<'_>) -> Parsed<()> {
    winnow::combinator::not(winnow::token::take_while(1, names::is_identifier_char)).parse_next(input)
}
