//! The units of work of a sweep.

use serde::{Deserialize, Serialize};
use vmad_unit::{Kind, Operand, Operation, Selector, Width};

use super::scope::Scope;
use vmad_map::{corners, meaning::specified, random::SplitMix64};

/// The inputs of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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

    /// The widths of A and B of which all values are compared, not corners alone.
    const fn widths(self) -> [Option<Width>; 2] {
        match self {
            Self::Corners => [None, None],
            Self::Bytes => [Some(Width::Byte), Some(Width::Byte)],
            Self::HalvesOfA => [Some(Width::Half), None],
            Self::HalvesOfB => [None, Some(Width::Half)],
        }
    }

    /// Whether a mode is in the part. `VABSDIFF4`, whose operands are four bytes each, has corners alone.
    fn has(self, operation: &Operation) -> bool {
        let Some(operands) = operation.operands() else { return self == Self::Corners };
        let is_of = |(operand, width): (Operand, Option<_>)| {
            width.is_none_or(|width| width == operand.selector.width())
        };
        operands.into_iter().zip(self.widths()).all(is_of)
    }
}

/// A unit of work: a mode, and the part of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    /// The part.
    pub part: Part,
    /// The mode.
    pub operation: Operation,
}

/// Some values of a field.
type Values = Box<dyn ExactSizeIterator<Item = u32>>;

impl Unit {
    /// The selectors of A and B, each with the values of its field that are compared; [`None`] of an instruction
    /// without operands.
    fn fields(self) -> Option<[(Selector, Values); 2]> {
        let ([a, b], [all_a, all_b]) = (self.operation.operands()?, self.part.widths());
        let values = |selector: Selector, all: Option<Width>| -> Values {
            match all {
                Some(width) => Box::new(0..1 << width.bits()),
                None => Box::new(corners::of_width(selector.width()).iter().copied()),
            }
        };
        Some([(a.selector, all_a), (b.selector, all_b)].map(|(it, all)| (it, values(it, all))))
    }

    /// The values of the three ports, all triples of which are compared. The other bits of a register are a hash of its
    /// field.
    pub(super) fn ports(self) -> [Vec<u32>; 3] {
        let words = || corners::WORDS.to_vec();
        let Some(fields) = self.fields() else { return [words(), words(), words()] };
        let [a, b] = fields.map(|(selector, fields)| {
            let register =
                |field: u32| corners::register(selector, field, SplitMix64::new(field.into()).word());
            fields.map(register).collect()
        });
        [a, b, words()]
    }

    /// How many triples of ports the unit compares.
    pub fn comparisons(self) -> u64 {
        let words = corners::WORDS.len();
        let [a, b] = self.fields().map_or([words; 2], |fields| fields.map(|(_, fields)| fields.len()));
        (a * b * words) as u64
    }
}

/// The units of a sweep, and the reading of PTX to compare with.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The units, in their order.
    pub units: Vec<Unit>,
    /// The instructions, the parts, the sample and the reading.
    pub scope: Scope,
}

impl Plan {
    /// The units of a scope.
    pub fn new(scope: Scope) -> Self {
        let modes = scope.instructions.iter().copied().flat_map(Kind::modes);
        let specified: Vec<_> = modes.filter(|mode| specified(mode).is_some()).collect();
        let units = scope.parts.iter().flat_map(|&part| {
            let all = specified.iter().copied();
            all.filter(move |mode| part.has(mode)).map(move |operation| Unit { part, operation })
        });
        Self { units: units.step_by(scope.every.get()).collect(), scope }
    }
}
