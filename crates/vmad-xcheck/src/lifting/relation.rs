//! A word and its PTX, in words.

use vmad_ptx::ast::Instruction as Ptx;
use vmad_sass::{Arch, Instruction, Vmad};

use super::{Lifted, lift, lift_any};

/// The PTX of a word, and the code to which ptxas 12.9 compiles it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The PTX that computes what the word computes, if there is one.
    pub ptx: Option<Ptx>,
    /// What ptxas compiles the PTX to, or the reason why there is none: a clause without a period.
    pub note: String,
    /// Ordinary instructions that ptxas compiles to the word too.
    pub ordinary: Option<String>,
}

impl Relation {
    /// The statement about [`ordinary`](Self::ordinary): a clause without a period.
    pub const ORDINARY: &str = "ptxas 12.9 compiles these ordinary instructions to the word too";
}

/// The PTX of a word of any video instruction, for an architecture.
pub fn relation(instruction: &Instruction, arch: Arch) -> Relation {
    let emitted = || format!("ptxas 12.9 compiles this to the word for {arch}");
    let found = |ptx, note, ordinary| Relation { ptx: Some(ptx), note, ordinary };
    let none = |note| Relation { ptx: None, note, ordinary: None };
    if let Ok(vmad) = Vmad::decode(instruction.encode()) {
        return match lift(&vmad, arch) {
            Ok(ptx) => found(ptx, emitted(), None),
            Err(reason) => none(format!("no PTX produces this word for {arch}: {reason}")),
        };
    }
    match lift_any(instruction, arch) {
        Ok(Lifted { ptx, other: None, ordinary }) => found(ptx, emitted(), ordinary),
        Ok(Lifted { ptx, other: Some(other), ordinary }) => {
            let note = format!("the same computation; for {arch}, ptxas 12.9 compiles this to {other}");
            found(ptx, note, ordinary)
        }
        Err(reason) => none(reason.to_string()),
    }
}
