//! How many instructions have each verdict.

use serde::Serialize;
use vmad_validate::Verdict;

use super::Validated;

/// How many PTX instructions have each verdict, and the words that belong to none.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Tally {
    pub(super) instructions: usize,
    /// With those that are proved.
    pub(super) equal: usize,
    pub(super) proved: usize,
    /// Equal, if a register has the constant of the word.
    pub(super) assume: usize,
    pub(super) no_word: usize,
    pub(super) emulated: usize,
    pub(super) differ: usize,
    pub(super) lost: usize,
    pub(super) foreign_words: usize,
    /// Those that cannot be read are not in `instructions`; those with a word that no source specifies are.
    pub(super) not_read: usize,
    /// Words of `min`, `max` and `sad`, of which only the mode was compared.
    pub(super) ordinary_words: usize,
}

impl Tally {
    pub(super) fn of(validated: &Validated<'_>) -> Self {
        let report = &validated.report;
        let mut tally = Self {
            instructions: report.lines.len(),
            foreign_words: report.foreign.len(),
            not_read: report.not_read.len(),
            ordinary_words: report.ordinary,
            ..Self::default()
        };
        for (at, line) in report.lines.iter().enumerate() {
            match &line.verdict {
                Verdict::Equal { equal, .. } if equal.assumptions.is_empty() => tally.equal += 1,
                Verdict::Equal { .. } => tally.assume += 1,
                Verdict::NoWord(_) => tally.no_word += 1,
                Verdict::Emulated { .. } => tally.emulated += 1,
                Verdict::Differs { .. } => tally.differ += 1,
                Verdict::Lost(_) => tally.lost += 1,
                Verdict::Unspecified => tally.not_read += 1,
            }
            tally.proved += usize::from(validated.is_proved(at));
        }
        tally
    }
}
