//! Paragraphs, folded where a terminal ends.

use textwrap::{Options, WordSeparator, WordSplitter};

/// The columns that a terminal has at least.
pub(crate) const COLUMNS: usize = 80;

/// A paragraph in [`COLUMNS`]: what stands before its first line counts among them, and so does what stands before the
/// others.
pub(crate) fn wrap(text: &str, first: &str, others: &str) -> String {
    textwrap::fill(text, at_blanks(COLUMNS).initial_indent(first).subsequent_indent(others))
}

/// Breaks a text into lines of at most `width` columns.
pub(crate) fn wrap_to(text: &str, width: usize) -> String {
    textwrap::fill(text, at_blanks(width))
}

/// At blanks alone, while a word has room on a line: a minus is no hyphen.
fn at_blanks<'t>(width: usize) -> Options<'t> {
    Options::new(width).word_separator(WordSeparator::AsciiSpace).word_splitter(WordSplitter::NoHyphenation)
}
