//! What a sweep compares: the instructions, the parts, of these every n-th unit, and a shard of these.

use std::{fmt, num::NonZero, str::FromStr};

use serde::{Deserialize, Serialize};
use vmad_ptx::reading::Reading;
use vmad_unit::Kind;

use super::Part;

/// The instructions, the parts, the sample and the reading of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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

/// Every n-th unit, from the k-th: `k/n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Shard {
    index: u32,
    count: u32,
}

impl Shard {
    /// All units.
    pub const WHOLE: Self = Self { index: 1, count: 1 };

    /// Whether the unit with this index in the plan is in the shard.
    pub const fn has(self, unit: usize) -> bool {
        unit % self.count as usize == self.index as usize - 1
    }

    /// Whether the shards of a long plan have a unit in common. Those of different divisions are taken to have one.
    pub(super) fn overlaps(self, other: Self) -> bool {
        self.count != other.count || self == other
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

impl TryFrom<String> for Shard {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

const EXPECTED: &str = "expected K/N, from 1/N to N/N, as in 3/16";

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (index, count) = text.split_once('/').ok_or(EXPECTED)?;
        let number = |text: &str| {
            let digits = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<u32>().ok().filter(|_| digits)
        };
        match (number(index), number(count)) {
            (Some(index), Some(count)) if 1 <= index && index <= count => Ok(Self { index, count }),
            _ => Err(EXPECTED),
        }
    }
}
