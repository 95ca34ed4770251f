//! The verdict on each line, and the number of lines with each verdict.

use serde::Serialize;
use vmad_proof::prover::Verdict;
use vmad_sass::Style;
use vmad_validate::{CheckedLine, LineVerdict, NoWord};

use super::{Validated, made_by};
use crate::failure::Exit;

/// Why a line is not proved although the mode of its word is.
const NO_TABLE: &str = "without a line table the word can be another statement's; ptxas -lineinfo writes one";
const ASSUMING: &str = "the PTX does not show that the register has the constant of the word";
const FOREIGN: &str = "another word of its line does not belong there";

impl Validated<'_> {
    /// Whether the causes of differences are those of another version than the maker's, or of an unknown one.
    pub(super) fn is_of_other_version(&self) -> bool {
        made_by(self.maker.as_ref()) != Some(self.compiler.version)
    }

    pub(super) fn style(&self) -> Style {
        Style::of(self.compiler.target)
    }

    /// Whether a line is equal for all inputs: the proof of its mode, or why that is not enough.
    pub(super) fn proof(&self, at: usize) -> Option<Result<&Verdict, &'static str>> {
        let LineVerdict::Equal { equal, .. } = &self.report.lines[at].verdict else { return None };
        let proof = self.proofs.as_ref()?.get(&equal.operation?)?;
        Some(match proof {
            Verdict::Proved if !self.report.by_lines => Err(NO_TABLE),
            Verdict::Proved if !equal.assumptions.is_empty() => Err(ASSUMING),
            Verdict::Proved if self.foreign_lines.contains(&at) => Err(FOREIGN),
            _ => Ok(proof),
        })
    }

    pub(super) fn is_proved(&self, at: usize) -> bool {
        matches!(self.proof(at), Some(Ok(Verdict::Proved)))
    }

    /// Whether a line differs for a cause that is allowed.
    pub(super) fn is_allowed(&self, line: &CheckedLine<'_>) -> bool {
        line.verdict.known().is_some_and(|known| self.asked.allow.contains(&known))
    }

    pub(super) fn is_finding(&self, at: usize) -> bool {
        let line = &self.report.lines[at];
        line.verdict.is_finding() && !self.is_allowed(line)
            || matches!(self.proof(at), Some(Ok(Verdict::Refuted(_))))
    }

    pub(super) fn verdict(&self) -> Exit {
        let all = 0..self.report.lines.len();
        if !self.report.foreign.is_empty() || all.clone().any(|at| self.is_finding(at)) {
            return Exit::Finding;
        }
        let is_open = |at: usize| match &self.report.lines[at].verdict {
            LineVerdict::Unspecified
            | LineVerdict::NoWord(NoWord::Remains | NoWord::SharedLine | NoWord::WithoutTable) => true,
            LineVerdict::Equal { equal, .. } => {
                let is_assumed = !equal.assumptions.is_empty() && !self.asked.assume;
                is_assumed || self.proofs.is_some() && !self.is_proved(at)
            }
            _ => false,
        };
        // Without its table, a word can be that of any statement with its mode.
        let has_foreign_table = !self.of_other_ptx.is_empty() && !self.report.by_lines;
        let is_undecided =
            has_foreign_table || !self.report.not_read.is_empty() || all.into_iter().any(is_open);
        if is_undecided { Exit::BadInput } else { Exit::Fine }
    }
}

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
                LineVerdict::Equal { equal, .. } if equal.assumptions.is_empty() => tally.equal += 1,
                LineVerdict::Equal { .. } => tally.assume += 1,
                LineVerdict::NoWord(_) => tally.no_word += 1,
                LineVerdict::Emulated { .. } => tally.emulated += 1,
                LineVerdict::Differs { .. } => tally.differ += 1,
                LineVerdict::Lost(_) => tally.lost += 1,
                LineVerdict::Unspecified => tally.not_read += 1,
            }
            tally.proved += usize::from(validated.is_proved(at));
        }
        tally
    }
}
