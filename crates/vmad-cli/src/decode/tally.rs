//! Counts of words.

use serde::Serialize;

use crate::failure::Exit;

/// The number of words of each kind, and the verdict on them.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Tally {
    /// All words except control words.
    pub(super) words: u64,
    /// Legal instructions of the family.
    pub(super) video: u64,
    /// Illegal instructions of the family.
    pub(super) illegal: u64,
    pub(super) foreign: u64,
    #[serde(skip)]
    pub(super) verdict: Exit,
}

impl Tally {
    pub(super) fn add(&mut self, other: Self) {
        self.words += other.words;
        self.video += other.video;
        self.illegal += other.illegal;
        self.foreign += other.foreign;
        self.note(other.verdict);
    }

    pub(super) fn note(&mut self, verdict: Exit) {
        self.verdict = self.verdict.max(verdict);
    }
}
