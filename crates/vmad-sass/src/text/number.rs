//! Numbers in text.

use super::{
    error::{Span, TextError, TextErrorKind},
    token::{Cursor, TokenKind},
};

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
    /// Parses a number.
    pub(crate) fn parse(cursor: &mut Cursor<'t>, expected: &'static str) -> Result<Self, TextError> {
        let token = cursor.take(TokenKind::Number, expected)?;
        let (radix, digits, base) =
            match token.text.strip_prefix("0x").or_else(|| token.text.strip_prefix("0X")) {
                Some(digits) => (Radix::Hexadecimal, digits, 16),
                None => (Radix::Decimal, token.text, 10),
            };
        if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(base)) {
            return Err(TextError { span: token.span, kind: TextErrorKind::Number(token.text.into()) });
        }
        let value = u32::from_str_radix(digits, base).ok();
        Ok(Self { value, radix, text: token.text, span: token.span })
    }
}
