//! Recorded answers: `WORD<TAB>CONTROL<TAB>text`, or `ILLEGAL` for the text.

use std::fmt;

use anyhow::{Context, Result};
use vmad_sass::{Arch, schedule::ControlField};

use super::ask::{Answer, Query};

/// The recorded files, with their architectures.
pub(crate) const RECORDINGS: [(Arch, &str); 2] =
    [(Arch::Sm50, "nvdisasm-vmad.tsv"), (Arch::Sm61, "nvdisasm-vmad-sm61.tsv")];

/// A word and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// The word, with its control field.
    pub query: Query,
    /// The answer.
    pub answer: Answer,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}\t{:05x}\t{}", self.query.word, self.query.control.bits(), self.answer)
    }
}

impl Row {
    /// Reads a line.
    pub(crate) fn parse(line: &str) -> Result<Self> {
        let row = || {
            let (word, rest) = line.split_once('\t')?;
            let (control, text) = rest.split_once('\t')?;
            let query = Query {
                word: u64::from_str_radix(word, 16).ok()?,
                control: ControlField::new(u32::from_str_radix(control, 16).ok()?)?.into(),
            };
            let answer = if text == "ILLEGAL" { Answer::Illegal } else { Answer::Text(text.to_owned()) };
            Some(Self { query, answer })
        };
        row().with_context(|| format!("{line:?} is not WORD<TAB>CONTROL<TAB>TEXT"))
    }
}
