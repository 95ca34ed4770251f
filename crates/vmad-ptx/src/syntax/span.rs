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
}

/// A value and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spanned<T> {
    pub(crate) span: Span,
    pub(crate) value: T,
}
