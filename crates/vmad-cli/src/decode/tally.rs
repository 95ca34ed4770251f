//! Counts of words.

use crate::{failure::Exit, json::Counts};

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) counts: Counts,
    pub(super) verdict: Exit,
}

impl Tally {
    pub(super) fn add(&mut self, other: Self) {
        self.counts.words += other.counts.words;
        self.counts.video += other.counts.video;
        self.counts.illegal += other.counts.illegal;
        self.counts.foreign += other.counts.foreign;
        self.note(other.verdict);
    }

    pub(crate) fn note(&mut self, verdict: Exit) {
        self.verdict = self.verdict.max(verdict);
    }
}
