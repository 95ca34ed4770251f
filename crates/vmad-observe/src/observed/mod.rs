//! Results observed on hardware or in a program, compared with the unit.
//!
//! An [`Observation`] is an instruction, the values of its ports, and the result of a card or a program. A [`Tally`] keeps the
//! observations. [`Tally::diagnosis`] says in which rows the results differ from the unit's, and which of the [`RULES`] they follow
//! there.
//!
//! ```
//! use vmad_sass::{assemble, Ports};
//! use vmad_observe::observed::{Observation, Tally};
//!
//! let instruction = assemble("VADD.U32.U32.ACC R0, R2, R3, R4").unwrap().instruction;
//! let operation = instruction.operation().unwrap();
//! let ports = Ports { a: 5, b: 6, c: 1 };
//! let mut tally = Tally::default();
//! tally.count(&Observation { line: 2, instruction, operation, ports, result: 10 });
//! assert!(!tally.is_fine());
//! let found = tally.diagnosis().findings;
//! assert_eq!(found[0].rule.as_ref().unwrap().title, "ACC subtracts C");
//! ```

mod condition;
mod diagnosis;
mod facts;
mod json;
mod rules;
mod search;
mod states;
mod tally;

pub use diagnosis::{Diagnosis, Finding};
pub use json::Json;
pub use rules::{RULES, Rule, Run, mode_fields};
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

/// The immediate and `RZ` have their values in `ports`.
impl Observation {
    fn run(&self) -> Run {
        let Ports { a, b, c } = self.ports;
        Run::new(self.instruction, self.operation, [a, b, c])
    }

    fn model(&self) -> u32 {
        let Ports { a, b, c } = self.ports;
        self.operation.execute(a, b, c)
    }
}
