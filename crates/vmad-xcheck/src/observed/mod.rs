//! Results observed on hardware, compared with every interpretation.
//!
//! An [`Observation`] is an instruction, the values of its ports, and the result that a card wrote. A [`Tally`] counts
//! observations in constant memory: how many each [hypothesis](crate::map::HYPOTHESES) explains, how many distinguish it from the model, and
//! the first that it does not explain.
//!
//! ```
//! use vmad_sass::{assemble, Ports};
//! use vmad_xcheck::observed::{Observation, Tally};
//!
//! let instruction = assemble("VMAD.U32.U32.SAT R0, R2, R3, -R4").unwrap().instruction;
//! let operation = instruction.operation().unwrap();
//! let ports = Ports { a: 0, b: 0, c: 0xffffffff };
//! // A card that takes c as signed: D1.
//! let mut tally = Tally::new();
//! tally.count(&Observation { line: 2, instruction, operation, ports, result: 1, flags: None });
//! assert!(!tally.model().explains_all(&tally));
//! assert!(tally.explaining().any(|hypothesis| hypothesis.id == "D1"));
//! ```

mod combination;
mod feature;
mod flags;
mod tally;

pub use combination::Combination;
pub use feature::Feature;
pub use flags::{FLAGS, FlagTally, Guess};
pub use tally::{Count, Failed, Score, Tally, prepare};

use vmad_sass::{Instruction, Ports};
use vmad_unit::Operation;

/// An observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observation {
    /// Its line in the file, for the report.
    pub line: u64,
    /// The instruction. The result does not depend on its guard, its destination and its `.CC`.
    pub instruction: Instruction,
    /// Its operation.
    pub operation: Operation,
    /// The values of the ports. Those of an immediate and of `RZ` are ignored. For `VSETP`, C is the source predicate
    /// before its negation.
    pub ports: Ports,
    /// The value written to the destination; for `VSETP`, bit 0 is the first predicate and bit 1 the second.
    pub result: u32,
    /// The low four bits of the condition code, if it was read.
    pub flags: Option<u8>,
}
