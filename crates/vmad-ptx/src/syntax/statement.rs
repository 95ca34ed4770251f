//! The statements of straight-line code: instructions of any opcode, and declarations of registers.

use super::arithmetic::Constant;
use super::constant::constant;
use super::error::{Fault, SyntaxError};
use super::lex::{
    Input, Parsed, dotted, fault, has, here, identifier, items, list, need, qualified, space, unexpected,
};
use super::raw::Raw;
use super::span::{Span, Spanned};
use super::{FoundInstruction, into_error, raw};
use crate::names;
use winnow::combinator::{opt, repeat};
use winnow::prelude::*;
use winnow::stream::{LocatingSlice, Stream};

pub(crate) enum Statement<'a> {
    /// A video instruction.
    Video(Box<FoundInstruction>),
    /// Any other instruction.
    Other(OtherInstruction<'a>),
    /// `.reg`: the type without its dot, and the names with the number of registers of `<n>`.
    Registers(Spanned<&'a str>, Vec<(Spanned<&'a str>, Option<u64>)>),
}

/// An instruction in its parts.
pub(crate) type OtherInstruction<'a> = Raw<'a, Operand<'a>>;

/// An operand: one piece, or several in braces or with a `|` between.
pub(crate) struct Operand<'a> {
    pub(crate) pieces: Vec<Piece<'a>>,
    pub(crate) span: Span,
}

/// A register or a constant.
pub(crate) struct Piece<'a> {
    pub(crate) span: Span,
    /// A `!` before it.
    pub(crate) negated: bool,
    pub(crate) value: Value<'a>,
}

/// The value of a piece.
pub(crate) enum Value<'a> {
    Register(&'a str),
    /// The 64 bits of an integer constant.
    Constant(u64),
    /// `[a+4]`: the register or variable, and the offset.
    Address(&'a str, u64),
    /// `_`
    Nothing,
}

/// Reads every statement. Braces are legal between statements.
pub(crate) fn statements(text: &str) -> Result<Vec<Statement<'_>>, SyntaxError> {
    items(&mut LocatingSlice::new(text), statement).map_err(into_error)
}

fn statement<'a>(input: &mut Input<'a>) -> Parsed<Statement<'a>> {
    let start = here(input);
    if let Some(directive) = opt(dotted).parse_next(input)? {
        if directive.value == "reg" {
            return registers(input);
        }
        let found = format!(".{}", directive.value);
        let expected = "an instruction or .reg: the code must be a straight line";
        return Err(fault(directive.span, Fault::Unexpected { found, expected }));
    }
    let mut ahead = *input;
    let guard = opt(raw::guard).parse_next(&mut ahead)?;
    let Some(opcode) = opt(identifier).parse_next(&mut ahead)? else {
        return Err(unexpected(input, "an instruction"));
    };
    if has(&mut ahead, ':')? {
        let found = format!("{}:", opcode.value);
        let expected = "an instruction: the code must be a straight line, without labels";
        return Err(fault(opcode.span, Fault::Unexpected { found, expected }));
    }
    if opcode.value.starts_with('v') && names::OPCODES.contains(&opcode.value) {
        return super::instruction(input).map(|found| Statement::Video(Box::new(found)));
    }
    *input = ahead;
    let modifiers = repeat(0.., qualified).parse_next(input)?;
    let operands = list(input, operand)?;
    Ok(Statement::Other(Raw { guard, opcode, modifiers, operands, span: Span { start, end: here(input) } }))
}

/// `.reg .u32 %r<8>, t;` after `.reg`.
fn registers<'a>(input: &mut Input<'a>) -> Parsed<Statement<'a>> {
    let Some(ty) = opt(dotted).parse_next(input)? else { return Err(unexpected(input, "a type")) };
    let mut names = Vec::new();
    loop {
        let Some(name) = opt(identifier).parse_next(input)? else {
            return Err(unexpected(input, "a register"));
        };
        let mut count = None;
        if has(input, '<')? {
            count = Some(number(input)?);
            need(input, '>', "'>'")?;
        }
        names.push((name, count));
        if has(input, ';')? {
            return Ok(Statement::Registers(ty, names));
        }
        need(input, ',', "',' or ';'")?;
    }
}

/// The number of registers.
fn number(input: &mut Input<'_>) -> Parsed<u64> {
    space(input)?;
    match opt(super::number::integer).parse_next(input)? {
        Some(Constant::Integer { bits, .. }) => Ok(bits),
        _ => Err(unexpected(input, "the number of registers")),
    }
}

fn operand<'a>(input: &mut Input<'a>) -> Parsed<Operand<'a>> {
    space(input)?;
    let start = here(input);
    let mut pieces = Vec::new();
    let (end, close) = if has(input, '{')? { (',', true) } else { ('|', false) };
    loop {
        pieces.push(piece(input)?);
        if !has(input, end)? {
            break;
        }
    }
    if close {
        need(input, '}', "',' or '}'")?;
    }
    Ok(Operand { pieces, span: Span { start, end: here(input) } })
}

/// `a+4]` after its bracket.
fn address<'a>(input: &mut Input<'a>) -> Parsed<Value<'a>> {
    let Some(base) = opt(identifier).parse_next(input)? else {
        return Err(unexpected(input, "a register or the name of a variable"));
    };
    let mut offset = 0;
    if has(input, '+')? {
        let integer = constant(input)?.integer();
        offset = integer.ok_or_else(|| unexpected(input, "an integer offset"))? as u64;
    }
    need(input, ']', "'+' or ']'")?;
    Ok(Value::Address(base.value, offset))
}

fn piece<'a>(input: &mut Input<'a>) -> Parsed<Piece<'a>> {
    space(input)?;
    let start = here(input);
    let mut ahead = *input;
    let is_not = has(&mut ahead, '!')?;
    space(&mut ahead)?;
    let value = if !is_not && has(&mut ahead, '[')? {
        *input = ahead;
        address(input)?
    } else if let Some(len) = names::special_len(ahead.as_ref()) {
        let name = ahead.next_slice(len);
        *input = ahead;
        Value::Register(name)
    } else if let Some(name) = opt(raw::register).parse_next(&mut ahead)? {
        *input = ahead;
        if let Some(selector) = opt(dotted).parse_next(input)? {
            let expected = "',' or ';': only video instructions have selectors";
            let found = format!(".{}", selector.value);
            return Err(fault(selector.span, Fault::Unexpected { found, expected }));
        }
        Value::Register(name.value)
    } else if has(input, '_')? {
        Value::Nothing
    } else if let Some(integer) = constant(input)?.integer() {
        Value::Constant(integer as u64)
    } else {
        let span = Span { start, end: here(input) };
        let expected = "a register or an integer constant";
        return Err(fault(span, Fault::Unexpected { found: "a float".to_owned(), expected }));
    };
    // A `!` before a constant is part of the expression.
    let negated = is_not && !matches!(value, Value::Constant(_));
    Ok(Piece { span: Span { start, end: here(input) }, negated, value })
}
