//! Literal constants: decimal, hexadecimal, octal and binary integers with an optional `U`; `0f`, `0d` and decimal
//! floats.

use super::arithmetic::Constant;
use super::error::{Fault, SyntaxError};
use super::lex::{Input, Parsed, fault, here, spanned};
use super::span::Span;
use crate::ast::Float;
use rustc_apfloat::Float as _;
use rustc_apfloat::ieee::Double;
use rustc_apfloat::{Round, Status};
use winnow::combinator::{alt, opt};
use winnow::error::{ErrMode, ParserError};
use winnow::prelude::*;
use winnow::token::{literal, one_of, take_while};

/// `0f` and exactly eight hexadecimal digits, or `0d` and exactly sixteen.
pub(super) fn float_bits(input: &mut Input<'_>) -> Parsed<Float> {
    let hex = |digits: usize| take_while(digits, |c: char| c.is_ascii_hexdigit());
    let single = (alt((literal("0f"), literal("0F"))), hex(8)).map(|(_, text)| u32::from_str_radix(text, 16));
    let double =
        (alt((literal("0d"), literal("0D"))), hex(16)).map(|(_, text)| u64::from_str_radix(text, 16));
    alt((single.verify_map(Result::ok).map(Float::Single), double.verify_map(Result::ok).map(Float::Double)))
        .parse_next(input)
}

/// A decimal number with a point or an exponent, as double precision, rounded to nearest.
///
/// `ptxas` refuses numbers that overflow to infinity, and subnormal ones that are not exact.
pub(super) fn decimal_float(input: &mut Input<'_>) -> Parsed<u64> {
    let digits = |at_least: usize| take_while(at_least.., |c: char| c.is_ascii_digit());
    let exponent = || (one_of(['e', 'E']), opt(one_of(['+', '-'])), digits(1));
    let pointed = (digits(1), '.', digits(0), opt(exponent())).void();
    let bare_point = ('.', digits(1), opt(exponent())).void();
    let scaled = (digits(1), exponent()).void();
    let text = spanned(alt((pointed, bare_point, scaled)).take()).parse_next(input)?;
    match Double::from_str_r(&normalized(text.value), Round::NearestTiesToEven) {
        Ok(it) if !it.status.intersects(Status::OVERFLOW | Status::UNDERFLOW) => {
            Ok(it.value.to_bits() as u64)
        }
        _ => Err(fault(text.span, Fault::ConstantOverflow(text.value.to_owned()))),
    }
}

/// A decimal float as one digit, a point, at most 800 digits and an exponent. A last digit of 1 replaces all further
/// digits: no double, and no midpoint of two, has more than 767 digits.
fn normalized(text: &str) -> String {
    const MOST: usize = 800;
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let zeros = whole.bytes().chain(fraction.bytes()).take_while(|digit| *digit == b'0').count();
    let digits = || whole.chars().chain(fraction.chars()).skip(zeros);
    let Some(first) = digits().next() else { return "0".to_owned() };
    let mut rest: String = digits().skip(1).take(MOST).collect();
    if digits().skip(1 + MOST).any(|digit| digit != '0') {
        rest.push('1');
    }
    // With a larger exponent, the value is out of range, whatever its digits are.
    let limit = text.len() as i64 + 10_000;
    let magnitude = exponent.trim_start_matches(['+', '-']).parse::<i64>().unwrap_or(limit).min(limit);
    let exponent = if exponent.starts_with('-') { -magnitude } else { magnitude };
    let exponent = (exponent + whole.len() as i64 - 1 - zeros as i64).clamp(-10_000, 10_000);
    format!("{first}.{rest}e{exponent}")
}

/// A decimal, hexadecimal (`0x`), octal (`0`) or binary (`0b`) integer, with an optional `U`.
pub(super) fn integer(input: &mut Input<'_>) -> Parsed<Constant> {
    let start = here(input);
    let prefixed = alt((
        digits(16, alt((literal("0x"), literal("0X")))),
        digits(2, alt((literal("0b"), literal("0B")))),
        digits(8, literal("0")),
    ));
    let ((radix, digits), text) = alt((prefixed, decimal_digits)).with_taken().parse_next(input)?;
    let suffix = opt('U').parse_next(input)?;
    let span = Span { start, end: here(input) };
    let bits =
        accumulate(digits, radix).ok_or_else(|| fault(span, Fault::ConstantOverflow(text.to_owned())))?;
    // A literal is signed unless it has a suffix or is too large.
    Ok(Constant::Integer { bits, unsigned: suffix.is_some() || bits > i64::MAX as u64 })
}

/// Digits of a radix after its prefix.
fn digits<'a>(
    radix: u32,
    prefix: impl Parser<Input<'a>, &'a str, ErrMode<SyntaxError>>,
) -> impl Parser<Input<'a>, (u32, &'a str), ErrMode<SyntaxError>> {
    (prefix, take_while(1.., move |c: char| c.is_digit(radix))).map(move |(_, digits)| (radix, digits))
}

/// A decimal number: it does not start with 0, or is the digit 0.
fn decimal_digits<'a>(input: &mut Input<'a>) -> Parsed<(u32, &'a str)> {
    let text: &str = input.as_ref();
    let all = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let len = if text.starts_with('0') { all.min(1) } else { all };
    if len == 0 {
        return Err(ErrMode::Backtrack(SyntaxError::from_input(input)));
    }
    take_while(len, |_| true).map(|digits| (10, digits)).parse_next(input)
}

/// The value as `ptxas` 12.9 computes it: modulo 2^64, and out of range only if a digit follows a value with its top
/// bit set. Thus 2^64 is accepted as 0, while 16^17 - 1 is refused.
fn accumulate(digits: &str, radix: u32) -> Option<u64> {
    digits.chars().try_fold(0u64, |value, digit| {
        let digit = u64::from(digit.to_digit(radix)?);
        (value >> 63 == 0).then(|| value.wrapping_mul(u64::from(radix)).wrapping_add(digit))
    })
}
