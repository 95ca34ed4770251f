//! Operands of any instruction: a register or an immediate, with a minus and suffixes.

use alloc::vec::Vec;

use vmad_unit::Register;

use super::{
    error::{Span, TextError, TextErrorKind},
    number::Number,
    suffix::Suffix,
    token::{Cursor, TokenKind},
};

/// An operand as written.
#[derive(Clone, Debug)]
pub(crate) struct Operand<'t> {
    /// The minus sign before it.
    pub(crate) minus: Option<Span>,
    pub(crate) value: OperandValue<'t>,
    pub(crate) suffixes: Vec<Suffix<'t>>,
    /// From the minus to the last suffix.
    pub(crate) span: Span,
}

/// The kind of an operand.
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
}

impl<'t> Operand<'t> {
    /// Parses an operand.
    pub(crate) fn parse(cursor: &mut Cursor<'t>, expected: &'static str) -> Result<Self, TextError> {
        let start = cursor.peek().span;
        let minus = cursor.take_if(TokenKind::Mark('-'))?.map(|token| token.span);
        let (value, mut end) = match cursor.peek().kind {
            TokenKind::Name => {
                let token = cursor.next()?;
                (OperandValue::Register(register(token.text, token.span)?), token.span)
            }
            TokenKind::Mark('#') | TokenKind::Number => {
                let hash = cursor.take_if(TokenKind::Mark('#'))?.is_some();
                let inner_minus = if hash { cursor.take_if(TokenKind::Mark('-'))? } else { None };
                let inner_minus = inner_minus.map(|token| token.span);
                let number = Number::parse(cursor, "a number")?;
                (OperandValue::Immediate { hash, inner_minus, number }, number.span)
            }
            _ => return Err(cursor.expected(expected)),
        };
        let suffixes = Suffix::parse_all(cursor)?;
        if let Some(last) = suffixes.last() {
            end = last.span;
        }
        Ok(Self { minus, value, suffixes, span: start.to(end) })
    }
}

/// `R0` to `R254`, `RZ`.
fn register(name: &str, span: Span) -> Result<Register, TextError> {
    let error = || TextError { span, kind: TextErrorKind::Register(name.into()) };
    Register::from_name(name).ok_or_else(error)
}
