//! Results observed on hardware, compared with every interpretation.
//!
//! An [`Observation`] is an instruction, the values of its ports, and the result of a card or a program. A [`Tally`] counts
//! observations in constant memory, and keeps a sample of them. [`Tally::findings`] says in which rows the results differ from the
//! unit's, and which of the [`RULES`] they follow there.
//!
//! ```
//! use vmad_sass::{assemble, Ports};
//! use vmad_xcheck::observed::{Observation, Tally};
//!
//! let instruction = assemble("VMAD.U32.U32.SAT R0, R2, R3, -R4").unwrap().instruction;
//! let operation = instruction.operation().unwrap();
//! let ports = Ports { a: 0, b: 0, c: 0xffffffff };
//! // A card that takes c as signed: D1.
//! let mut tally = Tally::default();
//! tally.count(&Observation { line: 2, instruction, operation, ports, result: 1 });
//! assert!(!tally.is_fine());
//! assert_eq!(tally.findings()[0].rule.unwrap().id, "D1");
//! ```

mod cover;
mod diagnosis;
mod facts;
mod json;
mod rules;
mod states;
mod tally;

pub use diagnosis::Finding;
pub use json::Json;
pub use rules::{RULES, Rule, Terms};
pub use states::{Fault, Values};
pub use tally::{Failed, Mode, Refused, Resultless, Score, Tally};

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
}
