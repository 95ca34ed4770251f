//! The verdict about each video instruction of a file, and which verdicts are findings.

use std::collections::BTreeMap;

use vmad_sass::{DecodeError, Instruction};

use vmad_xcheck::{divergence::Counterexample, miscompiles::D9};

use crate::{
    emitted::Emitted,
    known::Known,
    outcome::{Differs, Equal, Incomparable},
    registers::RegisterFault,
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
    pub unexplained: Vec<PlacedWord>,
    /// SASS instructions that no PTX instruction explains, but that may have been compiled from one of `unread`.
    pub of_unread: Vec<PlacedWord>,
    /// SASS instructions that no PTX instruction explains, and that ptxas may have made of `min` and `max`, or of `sad`.
    pub of_ordinary: Vec<PlacedWord>,
    /// The PTX instructions that cannot be read.
    pub unread: Vec<Unread>,
    /// The number of instructions that are not checked, by name: SIMD video instructions and dot products of the PTX, and
    /// `VSETP`.
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
    /// The error.
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
    /// Its SASS instructions; the verdict is about the first.
    pub made: Vec<PlacedWord>,
    /// The verdict.
    pub verdict: Verdict,
}

/// A SASS instruction with its function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedWord {
    /// The function.
    pub function: String,
    /// The kernel that names its section.
    pub kernel: String,
    /// The instruction.
    pub emitted: Emitted,
    /// A register that cannot be that of its PTX instruction.
    pub fault: Option<RegisterFault>,
}

/// The verdict about a PTX instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Each of its SASS instructions is equal to it.
    Equal {
        /// The comparison with the first.
        equal: Equal,
        /// Another PTX instruction of the same form has the same SASS instruction: ptxas merged the two, or removed one.
        merged: bool,
        /// Whether no word of another instruction can be paired with it: shown by a line table, or by the numbers of words
        /// of every form.
        is_exact: bool,
    },
    /// One of its SASS instructions differs from it.
    Differs {
        /// The inputs.
        differs: Differs,
        /// The cause, if it is known.
        known: Option<Known>,
    },
    /// ptxas emits other instructions for it on this architecture.
    NotVmad {
        /// The row of the map that says what they compute.
        row: Known,
        /// Why ptxas emits no instruction of the family.
        why: String,
        /// Inputs on which these instructions differ from PTX, by that row, of a miscompile those of the row's own example;
        /// [`None`] if they are equal.
        example: Option<Counterexample>,
    },
    /// It was not compared.
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
    /// It has no SASS instruction, and nothing uses its result: ptxas removed it.
    Dropped,
    /// It has no SASS instruction, although its result may be used.
    Missing,
    /// ptxas may have compiled it to a `VABSDIFF4` with an immediate, whose computation no source specifies.
    Unspecified,
    /// Its form has fewer SASS instructions than ptxas emits for it, and another form has more: one of those may be its
    /// translation.
    TooFew,
    /// A register of its word cannot be that of the PTX instruction.
    Register(RegisterFault),
    /// The numbers of the function's PTX and SASS instructions that remain.
    Left(usize, usize),
    /// It has a SASS instruction, but the two cannot be compared.
    Incomparable(Incomparable),
}

impl Verdict {
    /// The known cause of a difference from PTX.
    pub const fn known(&self) -> Option<Known> {
        match self {
            Self::Differs { known, .. } => *known,
            Self::NotVmad { row, example: Some(_), .. } => Some(*row),
            Self::Unpaired(Unpaired::Incomparable(Incomparable::Store)) => Some(Known::Miscompile(&D9)),
            Self::Unpaired(Unpaired::Incomparable(Incomparable::SelectorLost { .. })) => {
                Some(Known::SelectorLost)
            }
            _ => None,
        }
    }

    /// Whether the verdict is a finding.
    pub const fn is_finding(&self) -> bool {
        match self {
            Self::Equal { .. } | Self::NotVmad { example: None, .. } => false,
            Self::Differs { .. } | Self::NotVmad { example: Some(_), .. } => true,
            Self::Unpaired(why) => match why {
                Unpaired::NoKernel
                | Unpaired::Missing
                | Unpaired::TooFew
                | Unpaired::Register(_)
                | Unpaired::Left(..)
                | Unpaired::Incomparable(
                    Incomparable::NoSuchValue { .. }
                    | Incomparable::Loaded { .. }
                    | Incomparable::Doubtful { .. }
                    | Incomparable::SelectorLost { .. }
                    | Incomparable::Setting
                    | Incomparable::Store
                    | Incomparable::Untied { .. },
                ) => true,
                Unpaired::NotCalled
                | Unpaired::Dropped
                | Unpaired::Unspecified
                | Unpaired::NotJoined
                | Unpaired::Incomparable(Incomparable::Constant { .. }) => false,
            },
        }
    }
}
