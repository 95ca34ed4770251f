//! The verdict about each video instruction of a file, and which verdicts are findings.

use std::collections::BTreeMap;

use vmad_sass::{DecodeError, Instruction};

use vmad_xcheck::{
    divergence::Counterexample,
    interpretation::{Id, Miscompile},
};

use crate::{
    emitted::Emitted,
    known::Known,
    outcome::{Apart, Differs, Equal},
    skipped::Unread,
    source::Source,
    stream::Code,
};

/// The verdicts about a file's video instructions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// A line for each PTX instruction, in the order of the text.
    pub lines: Vec<Line>,
    /// SASS instructions that no PTX instruction explains.
    pub unexplained: Vec<Made>,
    /// SASS instructions that no other PTX instruction explains, and that may have been compiled from one of `unread`.
    pub of_unread: Vec<Made>,
    /// The PTX instructions that cannot be read.
    pub unread: Vec<Unread>,
    /// The number of instructions that are not checked, by name: SIMD video instructions and dot products of the PTX;
    /// `VSETP`, and other words than foreseen of `min`, `max` and `sad`.
    pub not_checked: BTreeMap<String, usize>,
    /// Words with the opcode of a video instruction that are illegal.
    pub illegal: Vec<Illegal>,
    /// Whether a line table was used.
    pub by_lines: bool,
    /// The number of SASS instructions without a line table's line of a PTX instruction: they were paired by form, results
    /// and order.
    pub guessed: usize,
}

/// A word with the opcode of a video instruction that is illegal.
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
        code.stream.slots().iter().filter_map(|slot| match Instruction::decode(slot.word) {
            Ok(_) | Err(DecodeError::ForeignOpcode { .. }) => None,
            Err(error) => {
                Some(Self { function: code.function.clone(), address: slot.address, word: slot.word, error })
            }
        })
    }
}

/// A PTX instruction and the verdict about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its PTX function.
    pub function: String,
    /// The instruction.
    pub source: Source,
    /// Its SASS instructions; the first is the one that the verdict is about.
    pub made: Vec<Made>,
    /// The verdict.
    pub verdict: Verdict,
}

/// A SASS instruction in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The function.
    pub function: String,
    /// The kernel that names its section.
    pub kernel: String,
    /// The instruction.
    pub emitted: Emitted,
    /// Whether it reads the result of a word that no PTX instruction of its form reads.
    pub is_stray: bool,
}

/// The verdict about a PTX instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Each of its SASS instructions is equal to it.
    Equal {
        /// The comparison with the first.
        equal: Equal,
        /// Its SASS instruction is that of another PTX instruction of the same form, too: ptxas merged them, or dropped one.
        merged: bool,
        /// Whether no word of another instruction can have been given to it: a line table says so, or the numbers of words
        /// of every form.
        is_exact: bool,
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

/// Why a PTX instruction was not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unpaired {
    /// Its kernel is not in the cubin.
    NoKernel,
    /// Its function has no code in the cubin, and no copy in another.
    NotCalled,
    /// ptxas did not join these ordinary instructions.
    NotJoined,
    /// The function has no SASS instruction of its kind, and nothing uses its result: ptxas dropped it.
    Dropped,
    /// The function has no SASS instruction of its kind, though its result may be used.
    Missing,
    /// Its form has fewer SASS instructions than ptxas emits for it, and another form has more: one of those may be its
    /// translation.
    TooFew,
    /// A word of it reads the result of a word, and no PTX instruction of its form reads a result of that form.
    Stray,
    /// The numbers of the function's PTX and SASS instructions that remain.
    Left(usize, usize),
    /// It has a SASS instruction, but the two cannot be compared.
    Apart(Apart),
}

impl Verdict {
    /// The known cause of a difference from PTX.
    pub const fn known(&self) -> Option<Known> {
        match self {
            Self::Differs { known, .. } => *known,
            Self::NotVmad { row, example: Some(_), .. } => Some(Known::Row(*row)),
            Self::Unpaired(Unpaired::Apart(Apart::Store)) => Some(Known::Miscompile(Miscompile::D9)),
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
                | Unpaired::Stray
                | Unpaired::Left(..)
                | Unpaired::Apart(
                    Apart::NoSuchValue { .. }
                    | Apart::Loaded { .. }
                    | Apart::Doubtful { .. }
                    | Apart::Setting
                    | Apart::Store
                    | Apart::Untied { .. },
                ) => true,
                Unpaired::NotCalled
                | Unpaired::Dropped
                | Unpaired::NotJoined
                | Unpaired::Apart(Apart::Constant { .. }) => false,
            },
        }
    }
}
