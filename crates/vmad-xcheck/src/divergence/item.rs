//! List items of the chapter.

use std::fmt::Write as _;

use textwrap::{Options, WordSplitter};

/// A list item, in lines of at most 120 columns.
pub(super) fn item(out: &mut String, name: &str, text: &str) -> std::fmt::Result {
    let options = Options::new(120).subsequent_indent("  ").word_splitter(WordSplitter::NoHyphenation);
    writeln!(out, "{}", textwrap::fill(&format!("- {name}: {text}"), options))
}
