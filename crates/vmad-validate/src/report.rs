//! The verdict about each video instruction of a file, and the words that no instruction explains.

use std::collections::BTreeMap;

use vmad_files::cubin::FunctionCode;
use vmad_map::check::Counterexample;
use vmad_map::divergence::Divergence;
use vmad_ptx::syntax::{Fault, Span};
use vmad_ptxas::lowering::{LowerError, Role};
use vmad_sass::DecodeError;

use crate::{
    form::WordForm,
    outcome::{Differs, Equal, Mismatch},
    statement::Statement,
};

/// The verdicts about a file's video instructions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report<'m> {
    /// A line for each video instruction, in the order of the text.
    pub lines: Vec<CheckedLine<'m>>,
    /// The words that do not belong to their line, and those that belong to no statement.
    pub foreign: Vec<ForeignWord<'m>>,
    /// The video instructions that cannot be read.
    pub not_read: Vec<NotRead>,
    /// The number of video instructions and dot products that ptxas compiles to no word of the family, by opcode.
    pub not_checked: BTreeMap<String, usize>,
    /// Whether a line table was used, in all functions.
    pub by_lines: bool,
    /// The number of words of `min`, `max` and `sad`, of which only the mode was compared.
    pub ordinary: usize,
}

/// A PTX instruction and the verdict about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedLine<'m> {
    /// Its PTX function.
    pub function: &'m str,
    /// The instruction.
    pub statement: Statement<'m>,
    /// Its words; the verdict is about the first.
    pub words: Vec<PlacedWord<'m>>,
    /// The verdict.
    pub verdict: LineVerdict,
}

/// A word in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedWord<'m> {
    /// The code of its function.
    pub code: &'m FunctionCode,
    /// Its place in this code.
    pub at: usize,
}

impl PlacedWord<'_> {
    /// Its address in the section.
    pub fn address(&self) -> u64 {
        self.code.slots[self.at].address
    }

    /// The word.
    pub fn word(&self) -> u64 {
        self.code.slots[self.at].word
    }

    /// Its form; [`None`] if it is not a video instruction, or is a `VABSDIFF4` with an immediate.
    pub fn form(&self) -> Option<WordForm> {
        WordForm::of(self.code.layout, self.word())
    }
}

/// The verdict about a PTX instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineVerdict {
    /// Each of its words is equal to it, if the PTX registers have the assumed values.
    Equal {
        /// The comparison with the first.
        equal: Equal,
        /// Another PTX instruction, which computes the same, has the same word.
        is_shared: bool,
    },
    /// It has no word, and ptxas removed it.
    NoWord(NoWord),
    /// ptxas emits other instructions for it on this architecture.
    Emulated {
        /// The row of the map that says what they compute.
        row: &'static Divergence,
        /// Why ptxas emits no instruction of the family.
        why: LowerError,
        /// Inputs on which these instructions differ from PTX, by that row.
        example: Option<Counterexample>,
    },
    /// One of its words differs from it.
    Differs {
        /// The inputs.
        differs: Differs,
        /// The cause, if it is known.
        known: Option<&'static Divergence>,
    },
    /// It should have a word, and has none.
    Lost(Lost),
    /// Its word is a `VABSDIFF4` with an immediate: no source says what that computes.
    Unspecified,
}

/// Why an instruction has no word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoWord {
    /// No word takes its place, or its result is not used: ptxas removed it.
    Removed,
    /// Its line has only words that can remain of a removed instruction, and its result may be used.
    Remains,
    /// No word is its own, and its line has words of other statements, which are not compared.
    SharedLine,
    /// No word of its kernel can be its own, and there is no line table.
    WithoutTable,
    /// Its function is not in the cubin: no kernel calls it.
    NotCalled,
}

/// Why an instruction should have a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// Its line has words, the first at this address.
    Line(u64),
    /// Its line has no `PRMT` that merges its result into byte 1 or 3.
    Merge,
    /// Its kernel is not in the cubin.
    NoKernel,
}

/// A word that does not belong where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignWord<'m> {
    /// The word.
    pub word: PlacedWord<'m>,
    /// The line of the PTX that the table gives it.
    pub line: Option<u32>,
    /// The index in [`Report::lines`] of the instruction of that line.
    pub of: Option<usize>,
    /// The reason.
    pub why: Why,
}

/// Why a word does not belong where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is not an instruction of the architecture; with the error of a video instruction.
    Illegal(Option<DecodeError>),
    /// Its guard is `@!PT`.
    Never,
    /// It is not one to which ptxas compiles the statement.
    Mismatch(Mismatch),
    /// It is a video word, and its line has no statement that compiles to one.
    NoStatement,
    /// It is an instruction that ptxas does not write beside a video word.
    NotBeside,
    /// One changed bit makes it the word of a statement of its line.
    Changed,
    /// It reads a register that another word wrote than the word of the statement that PTX names.
    Chain {
        /// The operand.
        role: Role,
        /// The line of the statement that PTX names.
        line: u32,
        /// The address of the word that wrote the register.
        written_at: u64,
    },
}

/// A video instruction that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotRead {
    /// The PTX function.
    pub function: String,
    /// The place of the error.
    pub span: Span,
    /// The error.
    pub fault: Fault,
}

impl LineVerdict {
    /// The known cause of a difference from PTX.
    pub const fn known(&self) -> Option<&'static Divergence> {
        match self {
            Self::Differs { known, .. } => *known,
            Self::Emulated { row, example: Some(_), .. } => Some(row),
            _ => None,
        }
    }

    /// Whether the verdict is a finding.
    pub const fn is_finding(&self) -> bool {
        match self {
            Self::Equal { .. }
            | Self::NoWord(_)
            | Self::Emulated { example: None, .. }
            | Self::Unspecified => false,
            Self::Differs { .. } | Self::Emulated { example: Some(_), .. } | Self::Lost(_) => true,
        }
    }
}
