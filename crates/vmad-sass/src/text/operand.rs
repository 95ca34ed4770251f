//! Operands of any instruction: a register or an immediate, with a minus and suffixes; numbers and suffixes alone.

use alloc::{format, string::ToString, vec::Vec};
use core::ops::Range;

use vmad_unit::{Guard, Register};

use super::{
    error::{Span, TextError},
    token::{Cursor, TokenKind},
};

/// An operand as written.
#[derive(Clone, Debug)]
pub(crate) struct Operand<'t> {
    /// The minus sign before it.
    pub(crate) minus: Option<Span>,
    pub(crate) value: OperandValue<'t>,
    /// Its suffixes among those of the statement.
    pub(crate) suffixes: Range<usize>,
    /// From the minus to the last suffix.
    pub(crate) span: Span,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum OperandValue<'t> {
    Register(Register),
    Immediate {
        /// Whether there is a `#` before the number.
        hash: bool,
        /// The minus sign between the `#` and the number.
        inner_minus: Option<Span>,
        number: Number<'t>,
    },
    Predicate(Guard),
}

impl<'t> Operand<'t> {
    /// Parses an operand, and adds its suffixes to those of the statement.
    pub(super) fn parse(
        cursor: &mut Cursor<'t>,
        expected: &'static str,
        suffixes: &mut Vec<Suffix<'t>>,
    ) -> Result<Self, TextError> {
        let start = cursor.peek().span.start;
        let minus = cursor.take_if(TokenKind::Mark('-')).map(|token| token.span);
        let value = match cursor.peek().kind {
            TokenKind::Name => {
                let token = cursor.next();
                OperandValue::Register(register(token.text, token.span)?)
            }
            TokenKind::Mark('#') | TokenKind::Number => {
                let hash = cursor.take_if(TokenKind::Mark('#')).is_some();
                let inner_minus = if hash { cursor.take_if(TokenKind::Mark('-')) } else { None };
                let inner_minus = inner_minus.map(|token| token.span);
                OperandValue::Immediate { hash, inner_minus, number: Number::parse(cursor, "a number")? }
            }
            _ => return Err(cursor.expected(expected)),
        };
        let suffixes = Suffix::parse_all(cursor, suffixes)?;
        Ok(Self { minus, value, suffixes, span: cursor.span_from(start) })
    }
}

/// `R0` to `R254`, `RZ`.
fn register(name: &str, span: Span) -> Result<Register, TextError> {
    Register::from_name(name).ok_or_else(|| {
        let legal = (0..=255).map(|number| Register::from_encoding(number).to_string());
        span.error(format!("no register {name:?}: legal are R0 to R254 and RZ")).with_names(legal.collect())
    })
}

/// The notation of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Radix {
    Decimal,
    Hexadecimal,
}

/// A number without its sign.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number<'t> {
    /// The value; [`None`] if it does not fit 32 bits.
    pub(crate) value: Option<u32>,
    pub(crate) radix: Radix,
    pub(crate) text: &'t str,
    pub(crate) span: Span,
}

impl<'t> Number<'t> {
    pub(crate) fn parse(cursor: &mut Cursor<'t>, expected: &'static str) -> Result<Self, TextError> {
        let token = cursor.take(TokenKind::Number, expected)?;
        let (radix, digits, base) =
            match token.text.strip_prefix("0x").or_else(|| token.text.strip_prefix("0X")) {
                Some(digits) => (Radix::Hexadecimal, digits, 16),
                None => (Radix::Decimal, token.text, 10),
            };
        if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(base)) {
            let legal = "legal are decimal digits, or 0x and hexadecimal digits";
            return Err(token.span.error(format!("{:?} is not a number: {legal}", token.text)));
        }
        let value = u32::from_str_radix(digits, base).ok();
        Ok(Self { value, radix, text: token.text, span: token.span })
    }
}

/// A suffix without its dot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Suffix<'t> {
    pub(crate) name: &'t str,
    /// The dot and the name.
    pub(crate) span: Span,
}

impl<'t> Suffix<'t> {
    /// Parses the next suffixes, and adds them to others. Returns their places there.
    pub(crate) fn parse_all(
        cursor: &mut Cursor<'t>,
        suffixes: &mut Vec<Self>,
    ) -> Result<Range<usize>, TextError> {
        let first = suffixes.len();
        while let Some(dot) = cursor.take_if(TokenKind::Mark('.')) {
            // A suffix of VABSDIFF4 is a number: `R1.3210`.
            let name = match cursor.peek().kind {
                TokenKind::Number => cursor.next(),
                _ => cursor.take(TokenKind::Name, "a suffix after the dot")?,
            };
            suffixes.push(Self { name: name.text, span: dot.span.to(name.span) });
        }
        Ok(first..suffixes.len())
    }

    /// Consumes the first of `rest` if it has a meaning.
    pub(crate) fn take<T>(rest: &mut &[Self], meaning: impl Fn(&str) -> Option<T>) -> Option<T> {
        let (first, tail) = rest.split_first()?;
        let meaning = meaning(first.name)?;
        *rest = tail;
        Some(meaning)
    }
}
