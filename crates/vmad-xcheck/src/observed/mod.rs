//! What hardware was seen to compute, held against every reading: which of them does it follow?
//!
//! A [`Row`] is an instruction, what stood on its ports, and what a card wrote. A [`Tally`] takes rows one by one, in
//! constant memory, and knows at every time which [`Hypothesis`] explains how many of them, which rows part it from the
//! model, and on which row it first failed.
//!
//! ```
//! use vmad_sass::{Vmad, assemble, vmad::Ports};
//! use vmad_xcheck::observed::{Row, Tally};
//!
//! let instruction = assemble("VMAD.U32.U32.SAT R0, R2, R3, -R4").unwrap().instruction;
//! let ports = Ports { a: 0, b: 0, c: 0xffffffff };
//! // A card that takes c as signed: D1.
//! let mut tally = Tally::new();
//! tally.take(&Row { line: 2, instruction, ports, result: 1, flags: None });
//! assert!(!tally.model().explains_all(&tally));
//! assert!(tally.explaining().any(|hypothesis| hypothesis.name == "D1"));
//! ```

mod combination;
mod feature;
mod flags;
mod hypothesis;
mod tally;

pub use combination::Combination;
pub use feature::Feature;
pub use flags::{FLAGS, FlagTally, Guess};
pub use hypothesis::{HYPOTHESES, Hypothesis};
pub use tally::{Count, Failed, Stand, Tally};

use vmad_sass::{Vmad, vmad::Ports};

/// An observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The line on which it stands, for the report.
    pub line: u64,
    /// The instruction. Its guard, its destination and its `.CC` do not matter to the result.
    pub instruction: Vmad,
    /// What stood on the ports; an immediate and `RZ` go their own way.
    pub ports: Ports,
    /// What was written to the destination.
    pub result: u32,
    /// The low four bits of what was read of the condition code, if it was.
    pub flags: Option<u8>,
}
