//! The verdict about each `vmad` of a file, and which verdicts are findings.

use std::collections::BTreeMap;

use vmad_sass::{DecodeError, Vmad};

use crate::{
    known::Known,
    outcome::{Apart, Differs, Equal},
    skipped::Unread,
    source::{Emitted, Source},
    stream::Code,
};
use vmad_xcheck::{divergence::Counterexample, interpretation::Id};

/// The verdicts about a file's `vmad`s.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// A line for each `vmad`, in the order of the text.
    pub lines: Vec<Line>,
    /// `VMAD`s that no `vmad` explains.
    pub unexplained: Vec<Made>,
    /// `VMAD`s that no other `vmad` explains, and that may have been compiled from one of `unread`.
    pub of_unread: Vec<Made>,
    /// The `vmad`s that cannot be read.
    pub unread: Vec<Unread>,
    /// The number of other video instructions and dot products, by opcode: they are not checked.
    pub not_checked: BTreeMap<String, usize>,
    /// Words with `VMAD`'s opcode that are no legal `VMAD`.
    pub illegal: Vec<Illegal>,
    /// Whether a line table was used.
    pub by_lines: bool,
    /// The number of `VMAD`s without a line table's line of a `vmad`: they were paired by form, results and order.
    pub guessed: usize,
}

/// A word with `VMAD`'s opcode that is no legal `VMAD`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// The function.
    pub function: String,
    /// Its address in the section.
    pub address: u64,
    /// The word.
    pub word: u64,
    /// What is wrong with it.
    pub error: DecodeError,
}

impl Illegal {
    pub(super) fn of(code: &Code) -> impl Iterator<Item = Self> {
        code.stream.slots().iter().filter_map(|slot| match Vmad::decode(slot.word) {
            Ok(_) | Err(DecodeError::NotVmad { .. }) => None,
            Err(error) => {
                Some(Self { function: code.function.clone(), address: slot.address, word: slot.word, error })
            }
        })
    }
}

/// A `vmad` and the verdict about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its PTX function.
    pub function: String,
    /// The `vmad`.
    pub source: Source,
    /// Its `VMAD`s; the first is the one that the verdict is about.
    pub made: Vec<Made>,
    /// The verdict.
    pub verdict: Verdict,
}

/// A `VMAD` in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The function.
    pub function: String,
    /// The kernel that names its section.
    pub kernel: String,
    /// The instruction.
    pub emitted: Emitted,
}

/// The verdict about a `vmad`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Each of its `VMAD`s is equal to it.
    Equal {
        /// The comparison with the first.
        equal: Equal,
        /// Its `VMAD` is that of another `vmad` of the same form, too: ptxas merged them, or dropped one.
        merged: bool,
    },
    /// One of its `VMAD`s is not.
    Differs {
        /// The inputs.
        differs: Differs,
        /// What is known of it.
        known: Option<Known>,
    },
    /// ptxas emits other instructions for it on this architecture.
    NotVmad {
        /// The row of the map that says what they compute.
        row: Id,
        /// Why ptxas emits no `VMAD`.
        why: String,
        /// Inputs on which that row says that they differ from PTX; [`None`] if they are equal.
        example: Option<Counterexample>,
    },
    /// It was not compared with anything.
    Unpaired(Unpaired),
}

/// Why a `vmad` was not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unpaired {
    /// Its kernel is not in the cubin.
    NoKernel,
    /// Its function has no code in the cubin, and no copy in another.
    NotCalled,
    /// The function has no `VMAD` of its kind, and nothing uses its result: ptxas dropped it.
    Dropped,
    /// The function has no `VMAD` of its kind, though its result may be used.
    Missing,
    /// Its form has fewer `VMAD`s than ptxas emits for it, and another form has more: one of those may be its
    /// translation.
    TooFew,
    /// The numbers of the function's `vmad`s and `VMAD`s that remain.
    Left(usize, usize),
    /// It has a `VMAD`, but the two cannot be compared.
    Apart(Apart),
}

impl Verdict {
    /// The known cause of a difference from PTX.
    pub const fn known(&self) -> Option<Known> {
        match self {
            Self::Differs { known, .. } => *known,
            Self::NotVmad { row, example: Some(_), .. } => Some(Known::Row(*row)),
            _ => None,
        }
    }

    /// Whether something is wrong.
    pub const fn is_finding(&self) -> bool {
        match self {
            Self::Equal { .. } | Self::NotVmad { example: None, .. } => false,
            Self::Differs { .. } | Self::NotVmad { example: Some(_), .. } => true,
            Self::Unpaired(why) => match why {
                Unpaired::NoKernel
                | Unpaired::Missing
                | Unpaired::TooFew
                | Unpaired::Left(..)
                | Unpaired::Apart(
                    Apart::NoSuchValue { .. }
                    | Apart::Doubtful { .. }
                    | Apart::Setting
                    | Apart::Untied { .. },
                ) => true,
                Unpaired::NotCalled | Unpaired::Dropped | Unpaired::Apart(Apart::Constant { .. }) => false,
            },
        }
    }
}
