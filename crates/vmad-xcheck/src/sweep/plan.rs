//! The units of work of a sweep.

use std::{fmt, str::FromStr};

use vmad_ptx::{reading::Reading, video::evaluate};
use vmad_unit::{Operand, Width, execute, vmad::Mode};

use super::spellings;
use crate::{corners, vectors::SplitMix64};

/// The inputs of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// Corners against corners.
    Corners,
    /// All bytes against all bytes.
    Bytes,
    /// All half-words of A against corners of B.
    HalvesOfA,
    /// Corners of A against all half-words of B.
    HalvesOfB,
}

impl Part {
    /// All four, in the order of the units.
    pub const ALL: [Self; 4] = [Self::Corners, Self::Bytes, Self::HalvesOfA, Self::HalvesOfB];

    /// The name: `corners`, `bytes`, `halves-of-a`, `halves-of-b`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Corners => "corners",
            Self::Bytes => "bytes",
            Self::HalvesOfA => "halves-of-a",
            Self::HalvesOfB => "halves-of-b",
        }
    }

    /// Whether a mode is in the part.
    const fn has(self, mode: Mode) -> bool {
        let (a, b) = (mode.a.selector.width(), mode.b.selector.width());
        match self {
            Self::Corners => true,
            Self::Bytes => matches!((a, b), (Width::Byte, Width::Byte)),
            Self::HalvesOfA => matches!(a, Width::Half),
            Self::HalvesOfB => matches!(b, Width::Half),
        }
    }
}

/// A unit of work: a mode, and the part of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    /// The part.
    pub part: Part,
    /// The mode.
    pub mode: Mode,
}

impl Unit {
    /// The values of the three ports, all triples of which are compared.
    pub(super) fn ports(self) -> [Vec<u32>; 3] {
        let Mode { a, b, .. } = self.mode;
        let (all_a, all_b) = match self.part {
            Part::Corners => (false, false),
            Part::Bytes => (true, true),
            Part::HalvesOfA => (true, false),
            Part::HalvesOfB => (false, true),
        };
        [registers(a, all_a), registers(b, all_b), corners::WORDS.into()]
    }

    /// How many triples of ports the unit compares.
    pub fn comparisons(self) -> u64 {
        self.ports().iter().map(|ports| ports.len() as u64).product()
    }
}

/// All values of an operand's field, or its corners, in registers whose other bits are a hash of the field.
fn registers(operand: Operand, all: bool) -> Vec<u32> {
    let selector = operand.selector;
    let register = |field: u32| corners::register(selector, field, SplitMix64::new(field.into()).word());
    let width = selector.width();
    if all && width != Width::Word {
        (0..1 << width.bits()).map(register).collect()
    } else {
        corners::of(width).iter().copied().map(register).collect()
    }
}

/// The units of a sweep, and the reading of PTX to compare with.
#[derive(Clone, Debug)]
pub struct Plan {
    units: Vec<Unit>,
    reading: Reading,
}

impl Plan {
    /// Everything.
    pub fn exhaustive(reading: Reading) -> Self {
        Self::of(&Part::ALL, reading)
    }

    /// Any units.
    pub const fn new(units: Vec<Unit>, reading: Reading) -> Self {
        Self { units, reading }
    }

    /// Some parts of everything.
    pub fn of(parts: &[Part], reading: Reading) -> Self {
        let units = parts.iter().flat_map(|&part| {
            Mode::all().filter(move |mode| part.has(*mode)).map(move |mode| Unit { part, mode })
        });
        Self::new(units.collect(), reading)
    }

    /// Every `step`-th unit of it.
    #[must_use]
    pub fn thinned(&self, step: usize) -> Self {
        Self { units: self.units.iter().copied().step_by(step.max(1)).collect(), reading: self.reading }
    }

    /// The units, in their order.
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// The reading.
    pub const fn reading(&self) -> &Reading {
        &self.reading
    }

    /// A digest of the plan and of both models' results on a small part of it, in 16 hexadecimal digits. A run continues
    /// only from a report with the same digest.
    pub fn fingerprint(&self) -> String {
        // FNV-1a.
        let mut digest = 0xcbf29ce484222325_u64;
        let mut take = |bytes: &[u8]| {
            for &byte in bytes {
                digest = (digest ^ u64::from(byte)).wrapping_mul(0x100000001b3);
            }
        };
        take(format!("{:?}", self.reading).as_bytes());
        let mut take = |value: u32| take(&value.to_le_bytes());
        take(self.units.len() as u32);
        for unit in self.units.iter().step_by(self.units.len() / 512 + 1) {
            take(unit.part as u32);
            let [a, b, c] = unit.ports();
            for (index, &c) in c.iter().enumerate() {
                let (a, b) = (a[index * 5 % a.len()], b[index * 3 % b.len()]);
                let [operation, ..] = spellings(unit.mode);
                take(execute(unit.mode, a, b, c));
                take(evaluate(&operation, a, b, c, &self.reading));
            }
        }
        format!("{digest:016x}")
    }
}

/// Every n-th unit, from the k-th: `k/n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

/// The text is not a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected K/N, from 1/N to N/N, as in 3/16")]
pub struct NotAShard;

impl FromStr for Shard {
    type Err = NotAShard;

    fn from_str(text: &str) -> Result<Self, NotAShard> {
        let (index, count) = text.split_once('/').ok_or(NotAShard)?;
        let number = |text: &str| {
            let digits = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<u32>().ok().filter(|_| digits)
        };
        match (number(index), number(count)) {
            (Some(index), Some(count)) if 1 <= index && index <= count => Ok(Self { index, count }),
            _ => Err(NotAShard),
        }
    }
}
