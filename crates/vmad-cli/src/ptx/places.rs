//! The places of PTX in files, and excerpts of them.

use std::path::Path;

use vmad_files::lines::LineIndex;
use vmad_ptx::syntax::Span;

use super::file;
use crate::{
    excerpt::{Excerpt, Place},
    failure::Failure,
};

/// A text with items, and its places in a file.
pub(super) trait Text {
    /// The text of a span.
    fn of(&self, span: Span) -> &str;

    /// An excerpt of the line in which a span starts.
    fn excerpt(&self, span: Span, message: &str) -> Excerpt;
}

/// A PTX file, `-` for standard input.
pub(super) struct PtxFile {
    name: String,
    pub(super) text: String,
    lines: LineIndex,
}

impl PtxFile {
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let name = path.to_string_lossy().into_owned();
        let text = file::text(file::bytes(path)?);
        file::refuse_other(&name, &text)?;
        Ok(Self { name, lines: LineIndex::new(&text), text })
    }
}

impl Text for PtxFile {
    fn of(&self, span: Span) -> &str {
        span.of(&self.text)
    }

    fn excerpt(&self, span: Span, message: &str) -> Excerpt {
        excerpt(
            &self.name,
            &self.text,
            span,
            self.lines.line(span.start),
            self.lines.column(span.start),
            message,
        )
    }
}

/// An excerpt of the line in which a span starts, without the far parts of a long line. The line and the column of the
/// start count from 1.
pub(super) fn excerpt(
    name: &str,
    text: &str,
    span: Span,
    line: u32,
    column: usize,
    message: &str,
) -> Excerpt {
    /// The bytes of a line that are shown before the start of the span.
    const BEFORE: usize = 200;
    /// The bytes of a line that are shown from the start of the span on.
    const BEHIND: usize = 400;
    let start = text.floor_char_boundary(span.start.saturating_sub(BEFORE));
    let start = text[start..span.start].rfind('\n').map_or(start, |end| start + end + 1);
    let rest = &text[span.start..text.floor_char_boundary(span.start + BEHIND)];
    let shown = &text[start..span.start + rest.lines().next().unwrap_or_default().len()];
    let before = column - 1 - text[start..span.start].chars().count();
    let within = |at: usize| (at - start).min(shown.len());
    let place = Place::line(name, line.into());
    Excerpt::new(place, shown, within(span.start)..within(span.end), message).behind(before)
}
