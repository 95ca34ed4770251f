//! Constant expressions, which PTX allows as immediates.
//!
//! This file reads them, with C's operators and precedences; [`arithmetic`](super::arithmetic) computes.

use super::arithmetic::{BINARY, Binary, Constant, Problem, Unary, choose};
use super::error::{Fault, SyntaxError};
use super::lex::{Input, Parsed, dotted, fault, here, identifier, mark, space, unexpected};
use super::number::{decimal_float, float_bits, integer};
use super::span::Span;
use crate::ast::Float;
use crate::names;
use winnow::combinator::{alt, opt, peek, preceded};
use winnow::error::{ErrMode, ParserError};
use winnow::prelude::*;
use winnow::stream::Stream;
use winnow::token::literal;

const EXPECTED: &str =
    "a constant: decimal, hexadecimal (0x), octal (0), binary (0b), 0f or 0d, or an expression of such";

/// The nesting limit of parentheses and signs. PTX has none; the stack of this program has.
const MAX_DEPTH: usize = 64;

/// A constant expression: `0f` on its own, or operators and operands.
pub(super) fn constant(input: &mut Input<'_>) -> Parsed<Constant> {
    nested(input, MAX_DEPTH)
}

fn nested(input: &mut Input<'_>, depth: usize) -> Parsed<Constant> {
    space(input)?;
    if depth == 0 {
        return Err(unexpected(input, "at most 64 nested parentheses and signs"));
    }
    // `0f` is legal alone or in parentheses; `0d` and decimal numbers are legal anywhere.
    if let Some(single) =
        opt(float_bits.verify(|float| matches!(float, Float::Single(_)))).parse_next(input)?
    {
        return Ok(Constant::Float(single));
    }
    ternary(input, depth)
}

/// `condition ? yes : no`. Both values are computed: a division by zero in either is an error.
fn ternary(input: &mut Input<'_>, depth: usize) -> Parsed<Constant> {
    let start = here(input);
    let condition = binary(input, 0, depth)?;
    if opt(mark('?')).parse_next(input)?.is_none() {
        return Ok(condition);
    }
    let yes = ternary(input, depth - 1)?;
    if opt(mark(':')).parse_next(input)?.is_none() {
        return Err(unexpected(input, "':' and the other value of '?'"));
    }
    if depth == 1 {
        return Err(unexpected(input, "at most 64 nested parentheses and signs"));
    }
    let no = ternary(input, depth - 1)?;
    choose(condition, yes, no).map_err(|problem| wrong(input, start, problem))
}

/// Operators of the level and of tighter levels, left to right.
fn binary(input: &mut Input<'_>, level: usize, depth: usize) -> Parsed<Constant> {
    let Some(operators) = BINARY.get(level) else { return unary(input, depth) };
    let start = here(input);
    let mut left = binary(input, level + 1, depth)?;
    while let Some(operator) =
        opt(|input: &mut Input<'_>| binary_operator(input, operators)).parse_next(input)?
    {
        let right = binary(input, level + 1, depth)?;
        left = operator.apply(left, right).map_err(|problem| wrong(input, start, problem))?;
    }
    Ok(left)
}

/// An operator of the level that is not the start of a longer one.
fn binary_operator(input: &mut Input<'_>, operators: &[(&str, Binary)]) -> Parsed<Binary> {
    space(input)?;
    let text: &str = input.as_ref();
    if !text.starts_with(|c: char| c.is_ascii_punctuation() && !matches!(c, ',' | ';' | ')')) {
        return Err(ErrMode::Backtrack(SyntaxError::from_input(input)));
    }
    // Longest first: `<=` and `<<` are not `<`, `&&` is not `&`; and `%3` is a register's name, not an operator.
    let longest = BINARY.iter().flat_map(|level| level.iter()).map(|(spelling, _)| *spelling);
    let longest = longest.filter(|spelling| text.starts_with(spelling)).max_by_key(|spelling| spelling.len());
    let found = operators.iter().find(|(spelling, _)| Some(*spelling) == longest);
    match found {
        Some((spelling, operator)) if names::identifier_len(text).is_none() => {
            input.next_slice(spelling.len());
            Ok(*operator)
        }
        _ => Err(ErrMode::Backtrack(SyntaxError::from_input(input))),
    }
}

fn unary(input: &mut Input<'_>, depth: usize) -> Parsed<Constant> {
    space(input)?;
    let start = here(input);
    if depth == 0 {
        return Err(unexpected(input, "at most 64 nested parentheses and signs"));
    }
    let sign = alt((
        literal("+").value(Unary::Plus),
        literal("-").value(Unary::Minus),
        literal("!").value(Unary::Not),
        literal("~").value(Unary::Complement),
    ));
    if let Some(sign) = opt(sign).parse_next(input)? {
        let operand = unary(input, depth - 1)?;
        return sign.apply(operand).map_err(|problem| wrong(input, start, problem));
    }
    if let Some(cast) = opt(cast).parse_next(input)? {
        let operand = unary(input, depth - 1)?;
        return cast.apply(operand).map_err(|problem| wrong(input, start, problem));
    }
    if opt(mark('(')).parse_next(input)?.is_some() {
        let inner = nested(input, depth - 1)?;
        return match opt(mark(')')).parse_next(input)? {
            Some(()) => Ok(inner),
            None => Err(unexpected(input, "')' or an operator")),
        };
    }
    primary(input)
}

/// `(.s64)` or `(.u64)`.
fn cast(input: &mut Input<'_>) -> Parsed<Unary> {
    let start = here(input);
    let name = preceded(mark('('), dotted).parse_next(input)?;
    mark(')').parse_next(input)?;
    match name.value {
        "s64" => Ok(Unary::Signed),
        "u64" => Ok(Unary::Unsigned),
        _ => Err(wrong(input, start, Problem::Cast)),
    }
}

fn primary(input: &mut Input<'_>) -> Parsed<Constant> {
    let double = float_bits.verify(|float| matches!(float, Float::Double(_))).map(Constant::Float);
    let decimal = decimal_float.map(|bits| Constant::Float(Float::Double(bits)));
    let warp_size = identifier
        .verify(|name| name.value == names::WARP_SZ)
        .value(Constant::Integer { bits: names::WARP_SIZE, unsigned: false });
    let found = opt(alt((double, decimal, integer.map(Constant::from), warp_size))).parse_next(input)?;
    let Some(found) = found else { return Err(unexpected(input, EXPECTED)) };
    // A literal ends where it ends: `12u` and `0f3f80` are not numbers followed by names.
    match peek(opt(identifier_start)).parse_next(input)? {
        Some(_) => Err(unexpected(input, "the end of the constant")),
        None => Ok(found),
    }
}

fn identifier_start<'a>(input: &mut Input<'a>) -> Parsed<&'a str> {
    winnow::token::take_while(1, names::is_identifier_char).parse_next(input)
}

/// The final error about the expression that started at `start`.
fn wrong(input: &Input<'_>, start: usize, problem: Problem) -> ErrMode<SyntaxError> {
    fault(Span { start, end: here(input) }, Fault::ConstantExpression { problem: problem.text() })
}
