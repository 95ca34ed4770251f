//! Suffixes of a mnemonic or an operand.

use alloc::vec::Vec;

use super::{
    error::{Span, TextError},
    token::{Cursor, TokenKind},
};

/// A suffix without its dot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Suffix<'t> {
    pub(crate) name: &'t str,
    /// The dot and the name.
    pub(crate) span: Span,
}

impl<'t> Suffix<'t> {
    /// Parses all suffixes.
    pub(crate) fn parse_all(cursor: &mut Cursor<'t>) -> Result<Vec<Self>, TextError> {
        let mut suffixes = Vec::new();
        while let Some(dot) = cursor.take_if(TokenKind::Mark('.'))? {
            // A suffix of VABSDIFF4 is a number: `R1.3210`.
            let name = match cursor.peek().kind {
                TokenKind::Number => cursor.next()?,
                _ => cursor.take(TokenKind::Name, "a suffix after the dot")?,
            };
            suffixes.push(Self { name: name.text, span: dot.span.to(name.span) });
        }
        Ok(suffixes)
    }

    /// Consumes the first of `rest` if it has a meaning.
    pub(crate) fn take<T>(rest: &mut &[Self], meaning: impl Fn(&str) -> Option<T>) -> Option<T> {
        let (first, tail) = rest.split_first()?;
        let meaning = meaning(first.name)?;
        *rest = tail;
        Some(meaning)
    }
}
