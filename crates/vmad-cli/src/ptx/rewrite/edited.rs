//! A text with its replacements.

use vmad_proof::equal::Proof;
use vmad_ptx::syntax::Span;

use crate::stderr::say;

/// A text with its replacements, and what was found in it.
pub(super) struct Edited<'t> {
    text: &'t str,
    written: String,
    /// The end of the text that is written.
    end: usize,
    pub(super) total: u64,
    pub(super) replaced: u64,
    /// Those of them whose proof no checker read.
    pub(super) unchecked: u64,
    /// The parts that are not read, and the instructions that should be replaced and are not.
    pub(super) left: u64,
}

impl<'t> Edited<'t> {
    /// A text from a place on.
    pub(super) const fn new(text: &'t str, start: usize) -> Self {
        Self { text, written: String::new(), end: start, total: 0, replaced: 0, unchecked: 0, left: 0 }
    }

    pub(super) fn replace(&mut self, Span { start, end }: Span, by: &str, proof: Option<Proof>) {
        self.written.push_str(&self.text[self.end..start]);
        self.written.push_str(by);
        self.end = end;
        self.replaced += 1;
        self.unchecked += u64::from(proof == Some(Proof::Polynomials));
    }

    /// Says why something is not replaced.
    pub(super) fn leave(&mut self, place: &str, why: &str) {
        self.left += 1;
        say(format!("{place}: {why}"));
    }

    /// The text with its replacements.
    pub(super) fn into_text(self) -> String {
        self.written + &self.text[self.end..]
    }
}
