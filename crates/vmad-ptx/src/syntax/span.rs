//! Places in a text.

/// A half-open range of bytes of the parsed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The piece of `text` at the span; empty if the span is not in `text`.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or_default()
    }

    /// Line and column of the span's start in `text`, both counted from 1, the column in characters.
    pub fn line_and_column(self, text: &str) -> (usize, usize) {
        let before = text.get(..self.start).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}

/// A value and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spanned<T> {
    pub(crate) span: Span,
    pub(crate) value: T,
}
