//! Statements of any instruction: `@P0 NAME.SUFFIX.SUFFIX operand, operand &req={0} ?stall=1;`.

use alloc::{format, string::ToString, vec::Vec};
use core::ops::Range;

use vmad_unit::{Guard, Predicate};

use super::{
    error::{Span, TextError},
    notation,
    operand::{Operand, OperandValue, Suffix},
    token::{Cursor, Token, TokenKind},
};
use crate::schedule::ControlField;

/// A statement up to its operands, and a cursor to the rest.
#[derive(Debug)]
pub(crate) struct Statement<'c, 't> {
    /// The guard; [`Guard::ALWAYS`] if none is written.
    pub(crate) guard: Guard,
    pub(crate) mnemonic: Token<'t>,
    /// The suffixes of the mnemonic, then those of each operand.
    suffixes: Vec<Suffix<'t>>,
    of_mnemonic: Range<usize>,
    cursor: &'c mut Cursor<'t>,
    operands: usize,
}

impl<'c, 't> Statement<'c, 't> {
    /// Parses the guard, the mnemonic and its suffixes.
    pub(crate) fn begin(cursor: &'c mut Cursor<'t>) -> Result<Self, TextError> {
        let guard = guard(cursor)?;
        let mnemonic = cursor.take(TokenKind::Name, "an instruction")?;
        // Nearly every text has fewer suffixes.
        let mut suffixes = Vec::with_capacity(8);
        let of_mnemonic = Suffix::parse_all(cursor, &mut suffixes)?;
        Ok(Self { guard, mnemonic, suffixes, of_mnemonic, cursor, operands: 0 })
    }

    /// The suffixes of the mnemonic.
    pub(crate) fn suffixes(&self) -> &[Suffix<'t>] {
        &self.suffixes[self.of_mnemonic.clone()]
    }

    /// The suffixes of one of its operands.
    pub(crate) fn suffixes_of(&self, operand: &Operand<'t>) -> &[Suffix<'t>] {
        &self.suffixes[operand.suffixes.clone()]
    }

    /// Parses the next operand, with the comma before it.
    pub(crate) fn operand(&mut self, expected: &'static str) -> Result<Operand<'t>, TextError> {
        self.comma(expected)?;
        Operand::parse(self.cursor, expected, &mut self.suffixes)
    }

    /// Parses the next operand with a function, with the comma before it.
    pub(crate) fn operand_by<T>(
        &mut self,
        expected: &'static str,
        parse: impl FnOnce(&mut Cursor<'t>) -> Result<T, TextError>,
    ) -> Result<T, TextError> {
        self.comma(expected)?;
        parse(self.cursor)
    }

    /// Parses a predicate as the next operand, `!P3`, with the comma before it.
    pub(crate) fn predicate(&mut self, expected: &'static str) -> Result<Operand<'t>, TextError> {
        self.comma(expected)?;
        let start = self.cursor.peek().span.start;
        let value = OperandValue::Predicate(predicate(self.cursor, expected)?);
        let span = self.cursor.span_from(start);
        let suffixes = Suffix::parse_all(self.cursor, &mut self.suffixes)?;
        Ok(Operand { minus: None, value, suffixes, span })
    }

    fn comma(&mut self, expected: &'static str) -> Result<(), TextError> {
        if self.operands > 0 && self.cursor.take_if(TokenKind::Mark(',')).is_none() {
            let ends = matches!(self.cursor.peek().kind, TokenKind::End | TokenKind::Mark(';' | '&' | '?'));
            return Err(self.cursor.expected(if ends { expected } else { "a comma" }));
        }
        self.operands += 1;
        Ok(())
    }

    /// Parses the control field, if any part is written, and the end of the text. Returns the place of the field:
    /// before the `;`, or after it, as `vmad decode` prints it.
    pub(crate) fn end(mut self) -> Result<(Option<ControlField>, Span), TextError> {
        let (before, place) = self.control()?;
        let (control, place, expected) = match (self.cursor.take_if(TokenKind::Mark(';')), before) {
            (None, _) => (before, place, "`;` or the end of the instruction"),
            (Some(_), Some(_)) => (before, place, "nothing after the instruction's `;`"),
            (Some(_), None) => {
                let (after, place) = self.control()?;
                (after, place, "nothing but a control field after the instruction's `;`")
            }
        };
        self.cursor.take(TokenKind::End, expected)?;
        Ok((control, place))
    }

    /// Parses the next parts of a control field, and returns their place.
    fn control(&mut self) -> Result<(Option<ControlField>, Span), TextError> {
        let start = self.cursor.peek().span.start;
        let control = notation::parse_parts(self.cursor)?;
        Ok((control, self.cursor.span_from(start)))
    }
}

/// `@P3`, `@!PT`, or nothing.
fn guard(cursor: &mut Cursor<'_>) -> Result<Guard, TextError> {
    if cursor.take_if(TokenKind::Mark('@')).is_none() {
        return Ok(Guard::ALWAYS);
    }
    predicate(cursor, "a predicate (P0 to P6 or PT)")
}

/// `P3`, `!PT`
fn predicate(cursor: &mut Cursor<'_>, expected: &'static str) -> Result<Guard, TextError> {
    let negated = cursor.take_if(TokenKind::Mark('!')).is_some();
    let token = cursor.take(TokenKind::Name, expected)?;
    let unknown = || {
        let legal = (0..8).map(|number| Predicate::from_encoding(number).to_string());
        let message = format!("no predicate {:?}: legal are P0 to P6 and PT", token.text);
        token.span.error(message).with_names(legal.collect())
    };
    let predicate = Predicate::from_name(token.text).ok_or_else(unknown)?;
    Ok(Guard { predicate, negated })
}
