//! What a sweep compares: the instructions, the parts, and of these every n-th unit.

use std::{fmt, num::NonZero};

use serde::Serialize;
use vmad_ptx::reading::Reading;
use vmad_unit::Kind;

use super::Part;

/// The instructions, the parts, the sample and the reading of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scope {
    /// In the order of a plan.
    pub(super) instructions: Vec<Kind>,
    /// In the order of a plan.
    pub(super) parts: Vec<Part>,
    /// One unit in this many is compared.
    pub(super) every: NonZero<usize>,
    /// The reading of the PTX ISA.
    pub reading: Reading,
}

impl Scope {
    /// Every `every`-th unit of some parts of some instructions, in the order of a plan.
    pub fn new(instructions: &[Kind], parts: &[Part], every: usize, reading: Reading) -> Self {
        Self {
            instructions: Kind::ALL.into_iter().filter(|kind| instructions.contains(kind)).collect(),
            parts: Part::ALL.into_iter().filter(|part| parts.contains(part)).collect(),
            every: NonZero::new(every).unwrap_or(NonZero::<usize>::MIN),
            reading,
        }
    }
}

impl fmt::Display for Scope {
    /// `all units of VMAD`, `every 61st unit of corners of VMAD, VADD`, and the reading if it is not the default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.every.get() {
            1 => f.write_str("all units of ")?,
            every => write!(f, "a sample, 1 of {every} units, of ")?,
        }
        if self.parts.len() < Part::ALL.len() {
            let parts: Vec<_> = self.parts.iter().map(|part| part.name()).collect();
            write!(f, "{} of ", parts.join(", "))?;
        }
        if self.instructions.len() == Kind::ALL.len() {
            f.write_str("all instructions")?;
        } else {
            let names: Vec<_> = self.instructions.iter().map(|kind| kind.name()).collect();
            f.write_str(&names.join(", "))?;
        }
        if self.reading == Reading::DEFAULT { Ok(()) } else { write!(f, ", reading {}", self.reading) }
    }
}
