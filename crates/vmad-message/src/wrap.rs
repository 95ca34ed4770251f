//! Wraps paragraphs to the width of a terminal.

use textwrap::{Options, WordSeparator, WordSplitter};

/// The minimum width of a terminal.
pub const COLUMNS: usize = 80;

/// Wraps a paragraph to [`COLUMNS`], including the indents of the first line and of the others.
pub fn wrap(text: &str, first: &str, others: &str) -> String {
    // The library takes 6,000 instructions for a text that fits.
    let is_line = !text.is_empty() && !text.contains('\n') && !text.ends_with(' ');
    if is_line && first.len() + text.len() <= COLUMNS {
        return [first, text].concat();
    }
    textwrap::fill(text, at_blanks(COLUMNS).initial_indent(first).subsequent_indent(others))
}

/// Wraps a paragraph to a width.
pub fn wrap_to(text: &str, width: usize) -> String {
    textwrap::fill(text, at_blanks(width))
}

/// Breaks at spaces; does not break at `-`.
fn at_blanks<'t>(width: usize) -> Options<'t> {
    Options::new(width).word_separator(WordSeparator::AsciiSpace).word_splitter(WordSplitter::NoHyphenation)
}
