//! An error in a piece of input: the line, a mark under the error, the legal choices.

use std::{
    fmt::{self, Display},
    ops::Range,
};

pub use annotate_snippets::Level;
use annotate_snippets::{AnnotationKind, Renderer, Snippet};

use crate::{
    printable::{Printable, file_name, is_shown, shortened},
    suggest,
    wrap::{COLUMNS, wrap_to},
};

/// The source of a piece of input.
#[derive(Clone, Debug)]
pub struct Place {
    /// The file, the argument or standard input; printable.
    name: String,
    /// The line, from 1; none for an argument.
    line: Option<u64>,
}

impl Place {
    /// A line of a file or of standard input.
    pub fn line(name: impl Into<String>, line: u64) -> Self {
        Self { line: Some(line), ..name.into().into() }
    }
}

impl<T: Into<String>> From<T> for Place {
    fn from(name: T) -> Self {
        let name = name.into();
        // A quoted name is a piece of the input.
        let name = if name.starts_with('"') { shortened(&name) } else { file_name(&name) };
        Self { name: Printable(&name).to_string(), line: None }
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            None => f.write_str(&self.name),
            Some(line) => write!(f, "{}:{line}", self.name),
        }
    }
}

/// An error in a piece of input.
#[derive(Debug)]
pub struct Excerpt {
    place: Place,
    /// One line or more, printable; the first is the line of the place.
    text: String,
    span: Range<usize>,
    /// The text at the span, to find similar legal names.
    written: String,
    /// The column of the span in its line, from 1; none if the renderer counts it.
    column: Option<usize>,
    message: String,
    hint: Option<String>,
}

impl Excerpt {
    /// An error at the bytes `span` of `text`. A message reads `error: legal choices`.
    pub fn new(place: Place, text: &str, span: Range<usize>, message: &(impl Display + ?Sized)) -> Self {
        let message = Printable(&shortened(&message.to_string())).to_string();
        let piece = |range: Range<usize>| text.get(range).unwrap_or_default();
        let (before, written) = (piece(0..span.start), piece(span.clone()));
        let start = escaped(before);
        let end = start.len() + escaped(written).len();
        // The renderer counts columns in the text that it is given.
        let column = (start.len() != before.len()).then(|| column(before));
        let is_piece = text.get(span.clone()).is_some();
        let span = if is_piece { start.len()..end } else { span };
        Self { place, text: escaped(text), span, written: written.to_owned(), column, message, hint: None }
    }

    /// The same, with the legal names that are similar to the text at the span.
    #[must_use]
    pub fn suggesting(mut self, legal: &[String]) -> Self {
        self.hint = suggest::hint(&self.written, legal);
        self
    }

    /// The same, for a text that starts after a number of characters of its line.
    #[must_use]
    pub fn behind(mut self, characters: usize) -> Self {
        let here =
            self.column.unwrap_or_else(|| column(self.text.get(..self.span.start).unwrap_or(&self.text)));
        self.column = Some(characters + here);
        self
    }

    /// The error and the legal choices, printable.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The line of the place.
    pub const fn line(&self) -> Option<u64> {
        self.place.line
    }

    /// The excerpt as text, with styles unless `plain`. The renderer handles tabs, control characters and long lines.
    pub fn render(&self, level: Level<'_>, plain: bool) -> String {
        let renderer = if plain { Renderer::plain() } else { Renderer::styled() }.term_width(COLUMNS);
        let (wrong, legal) = match self.message.split_once(": ") {
            Some((wrong, legal)) => (wrong, Some(legal)),
            None => (self.message.as_str(), None),
        };
        let line = self.place.line.unwrap_or(1);
        // Width of: line number, bar, text up to the end of the mark.
        let marked = self.text.get(..self.span.end).unwrap_or(&self.text).chars().count().max(1);
        let before = line.to_string().len() + " | ".len() + marked + 1;
        let (label, note) = match legal {
            Some(legal) if before + legal.chars().count() <= COLUMNS => (Some(legal), None),
            Some(legal) => {
                (None, Some(wrap_to(legal, COLUMNS - line.to_string().len() - "  = note: ".len())))
            }
            None => (None, None),
        };
        let mark = AnnotationKind::Primary.span(self.span.clone()).label(label);
        let snippet =
            Snippet::source(&self.text).line_start(line as usize).path(&self.place.name).annotation(mark);
        let notes = note.map(|note| Level::NOTE.message(note)).into_iter();
        let hints = self.hint.as_deref().map(|hint| Level::HELP.message(hint));
        let text =
            renderer.render(&[level.primary_title(wrong).element(snippet).elements(notes.chain(hints))]);
        let Some(column) = self.column else { return text };
        let counted = self::column(self.text.get(..self.span.start).unwrap_or(&self.text));
        let place = |column: usize| format!("{}:{line}:{column}", self.place.name);
        text.replacen(&place(counted), &place(column), 1)
    }
}

/// The column after a text without line breaks, from 1.
fn column(before: &str) -> usize {
    before.chars().count() + 1
}

/// Escapes the characters without a shape, except those of ASCII, which the renderer handles.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii() || is_shown(character) {
            escaped.push(character);
        } else {
            escaped.extend(character.escape_unicode());
        }
    }
    escaped
}

/// The range of `part`, a slice of `whole`; empty at the end if it is not one.
pub fn span_in(whole: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr().addr().wrapping_sub(whole.as_ptr().addr());
    let end = start.wrapping_add(part.len());
    if start <= end && end <= whole.len() { start..end } else { whole.len()..whole.len() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The legal choices are beside the mark if there is room for them, and else in a note.
    #[test]
    fn an_excerpt_fits_80_columns() {
        for number in [1, 4321] {
            for legal in 50..80 {
                let message = format!("it is wrong: {}", "x".repeat(legal));
                let excerpt = Excerpt::new(Place::line("code", number), "one two", 4..7, &message);
                let text = excerpt.render(Level::ERROR, true);
                assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
                let marked = format!("{} |     ^^^ ", " ".repeat(number.to_string().len()));
                let beside = text.lines().any(|line| line.starts_with(&format!("{marked}x")));
                assert_eq!(beside, marked.len() + legal <= COLUMNS, "{legal}: {text}");
            }
        }
    }

    #[test]
    fn a_span_is_of_a_piece_or_at_the_end() {
        let whole = "one two";
        assert_eq!(span_in(whole, &whole[4..7]), 4..7);
        assert_eq!(span_in(whole, &whole[..0]), 0..0);
        assert_eq!(span_in(&whole[..5], &whole[4..7]), 5..5);
        assert_eq!(span_in(&whole[2..], &whole[..3]), 5..5);
    }
}
