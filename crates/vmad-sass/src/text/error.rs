//! Errors of assembly text, with their places.

use alloc::{string::String, vec::Vec};

/// A range of bytes in the text, on character boundaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one; `start` if the place is between two characters.
    pub end: usize,
}

impl Span {
    /// From the start of one span to the end of another.
    pub(crate) const fn to(self, end: Self) -> Self {
        Self { start: self.start, end: end.end }
    }

    /// An error at this place.
    pub(crate) fn error(self, message: impl Into<String>) -> TextError {
        TextError { span: self, message: message.into(), legal_names: Vec::new() }
    }
}

/// An error in an assembly text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct TextError {
    /// The place of the error.
    pub span: Span,
    /// The fault and the legal values.
    pub message: String,
    /// For an unknown name: every legal name, as in a text (suffixes with their dot). Empty for other errors.
    ///
    /// A tool can suggest the most similar name; the unknown name is the text of [`TextError::span`].
    pub legal_names: Vec<String>,
}

impl TextError {
    /// The same error of an unknown name, with the legal ones.
    pub(crate) fn with_names(self, legal_names: Vec<String>) -> Self {
        Self { legal_names, ..self }
    }
}
