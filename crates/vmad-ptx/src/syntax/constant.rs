//! Constant expressions, which PTX allows as immediates.
//!
//! This file reads them, with C's operators and precedences; [`arithmetic`](super::arithmetic) computes.

use super::arithmetic::{self, BINARY, Constant, choose};
use super::error::{Fault, SyntaxError};
use super::lex::{Input, Parsed, dotted, fault, has, here, identifier, mark, need, space, unexpected};
use super::number::{decimal_float, float_bits, integer};
use super::span::Span;
use crate::ast::Float;
use crate::names;
use winnow::combinator::{alt, opt, preceded};
use winnow::error::{ErrMode, ParserError};
use winnow::prelude::*;
use winnow::stream::Stream;
use winnow::token::one_of;

const EXPECTED: &str =
    "a constant: decimal, hexadecimal (0x), octal (0), binary (0b), 0f or 0d, or an expression of such";

/// The nesting limit of parentheses and signs. PTX has no limit, but the stack of this program has one.
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
    if !has(input, '?')? {
        return Ok(condition);
    }
    let yes = ternary(input, depth - 1)?;
    need(input, ':', "':' and the other value of '?'")?;
    if depth == 1 {
        return Err(unexpected(input, "at most 64 nested parentheses and signs"));
    }
    let no = ternary(input, depth - 1)?;
    choose(condition, yes, no).map_err(|problem| wrong(input, start, problem))
}

/// Operators of the level and of tighter levels, left to right.
fn binary<'a>(input: &mut Input<'a>, level: usize, depth: usize) -> Parsed<Constant> {
    let Some(operators) = BINARY.get(level) else { return unary(input, depth) };
    let start = here(input);
    let mut left = binary(input, level + 1, depth)?;
    while let Some(operator) =
        opt(|input: &mut Input<'a>| binary_operator(input, operators)).parse_next(input)?
    {
        let right = binary(input, level + 1, depth)?;
        left = arithmetic::binary(operator, left, right).map_err(|problem| wrong(input, start, problem))?;
    }
    Ok(left)
}

/// An operator of the level that is not the start of a longer one.
fn binary_operator<'a>(input: &mut Input<'a>, operators: &[&str]) -> Parsed<&'a str> {
    space(input)?;
    let text: &str = input.as_ref();
    if !text.starts_with(|c: char| c.is_ascii_punctuation() && !matches!(c, ',' | ';' | ')')) {
        return Err(ErrMode::Backtrack(SyntaxError::from_input(input)));
    }
    // Longest first: `<=` and `<<` are not `<`, `&&` is not `&`; and `%3` is a register's name, not an operator.
    let found = BINARY.concat().into_iter().filter(|operator| text.starts_with(operator));
    match found.max_by_key(|operator| operator.len()) {
        Some(longest) if operators.contains(&longest) && names::identifier_len(text).is_none() => {
            Ok(input.next_slice(longest.len()))
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
    if let Some(operator) = opt(alt((one_of(['+', '-', '!', '~']).take(), cast))).parse_next(input)? {
        let operand = unary(input, depth - 1)?;
        return arithmetic::unary(operator, operand).map_err(|problem| wrong(input, start, problem));
    }
    if has(input, '(')? {
        let inner = nested(input, depth - 1)?;
        need(input, ')', "')' or an operator")?;
        return Ok(inner);
    }
    primary(input)
}

/// `(.s64)` or `(.u64)`.
fn cast<'a>(input: &mut Input<'a>) -> Parsed<&'a str> {
    let start = here(input);
    let name = preceded(mark('('), dotted).parse_next(input)?;
    mark(')').parse_next(input)?;
    match name.value {
        "s64" | "u64" => Ok(name.value),
        _ => Err(wrong(input, start, "legal casts are (.s64) and (.u64)")),
    }
}

fn primary(input: &mut Input<'_>) -> Parsed<Constant> {
    let double = float_bits.verify(|float| matches!(float, Float::Double(_))).map(Constant::Float);
    let decimal = decimal_float.map(|bits| Constant::Float(Float::Double(bits)));
    let warp_size = identifier
        .verify(|name| name.value == names::WARP_SZ)
        .value(Constant::Integer { bits: names::WARP_SIZE, unsigned: false });
    let found = opt(alt((double, decimal, integer, warp_size))).parse_next(input)?;
    let Some(found) = found else { return Err(unexpected(input, EXPECTED)) };
    // `12u` and `0f3f80` are wrong literals, not numbers followed by names.
    if input.starts_with(names::is_identifier_char) {
        return Err(unexpected(input, "the end of the constant"));
    }
    Ok(found)
}

/// The final error about the expression that started at `start`.
fn wrong(input: &Input<'_>, start: usize, problem: &'static str) -> ErrMode<SyntaxError> {
    fault(Span { start, end: here(input) }, Fault::ConstantExpression { problem })
}
