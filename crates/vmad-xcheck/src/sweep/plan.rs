//! The units of work of a sweep.

use vmad_ptx::reading::Reading;
use vmad_unit::{Operand, Operation, Width, vmad::Mode};

use super::{digest::Digest, kernel::Ptx, scope::Scope};
use crate::vectors::SplitMix64;
use vmad_proof::{corners, meaning};

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

    /// Whether a mode is in the part. `VABSDIFF4`, whose operands are four bytes each, has corners alone.
    fn has(self, operation: &Operation) -> bool {
        let Some([a, b]) = operation.operands() else { return matches!(self, Self::Corners) };
        let (a, b) = (a.selector.width(), b.selector.width());
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
    pub operation: Operation,
}

impl Unit {
    /// Whether A and B have all values of their fields, not corners alone.
    const fn all(self) -> [bool; 2] {
        match self.part {
            Part::Corners => [false, false],
            Part::Bytes => [true, true],
            Part::HalvesOfA => [true, false],
            Part::HalvesOfB => [false, true],
        }
    }

    /// The values of the three ports, all triples of which are compared.
    pub(super) fn ports(self) -> [Vec<u32>; 3] {
        let words = || corners::WORDS.to_vec();
        let Some([a, b]) = self.operation.operands() else { return [words(), words(), words()] };
        let [all_a, all_b] = self.all();
        [registers(a, all_a), registers(b, all_b), words()]
    }

    /// How many triples of ports the unit compares.
    pub fn comparisons(self) -> u64 {
        let words = corners::WORDS.len() as u64;
        let Some(operands) = self.operation.operands() else { return words.pow(3) };
        let counts = operands.into_iter().zip(self.all()).map(|(operand, all)| {
            let width = operand.selector.width();
            if all && width != Width::Word { 1 << width.bits() } else { corners::of(width).len() as u64 }
        });
        counts.product::<u64>() * words
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

/// The modes of an instruction that PTX specifies, in the order of the plan.
fn modes(mnemonic: &str) -> Vec<Operation> {
    if mnemonic == "VMAD" {
        return Mode::all().map(Operation::Vmad).collect();
    }
    let groups = meaning::groups().filter(|group| group.mnemonic == mnemonic);
    groups.flat_map(|group| group.modes).filter(|mode| meaning::specified(mode).is_some()).collect()
}

/// The units of a sweep, and the reading of PTX to compare with.
#[derive(Clone, Debug)]
pub struct Plan {
    units: Vec<Unit>,
    scope: Scope,
}

impl Plan {
    /// All parts of `VMAD`.
    pub fn exhaustive(reading: Reading) -> Self {
        Self::of(&Part::ALL, reading)
    }

    /// Some parts of `VMAD`.
    pub fn of(parts: &[Part], reading: Reading) -> Self {
        Self::new(Scope::new(&["VMAD"], parts, 1, reading))
    }

    /// The units of a scope.
    pub fn new(scope: Scope) -> Self {
        let instructions: Vec<_> = scope.instructions().iter().map(|mnemonic| modes(mnemonic)).collect();
        let units = scope.parts().iter().flat_map(|&part| {
            let all = instructions.iter().flatten().copied();
            all.filter(move |mode| part.has(mode)).map(move |operation| Unit { part, operation })
        });
        Self { units: units.step_by(scope.every()).collect(), scope }
    }

    /// Chosen units of `VMAD`, whose reports cannot be merged.
    pub fn chosen(units: Vec<Unit>, reading: Reading) -> Self {
        Self { units, scope: Scope::new(&[], &[], 1, reading) }
    }

    /// Every `step`-th unit of it.
    #[must_use]
    pub fn thinned(&self, step: usize) -> Self {
        let units = self.units.iter().copied().step_by(step.max(1)).collect();
        Self { units, scope: self.scope.thinned(step.max(1)) }
    }

    /// The units, in their order.
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// The instructions, the parts, the sample and the reading.
    pub const fn scope(&self) -> &Scope {
        &self.scope
    }

    /// The reading.
    pub const fn reading(&self) -> &Reading {
        self.scope.reading()
    }

    /// A digest of the plan and of both models' results on a small part of it, in 16 hexadecimal digits. A run continues
    /// only from a report with the same digest.
    pub fn fingerprint(&self) -> String {
        let mut digest = Digest::default();
        digest.take(format!("{:?}", self.scope).as_bytes());
        let mut take = |value: u32| digest.take(&value.to_le_bytes());
        take(self.units.len() as u32);
        for unit in self.units.iter().step_by(self.units.len() / 512 + 1) {
            take(unit.part as u32);
            let Some(ptx) = Ptx::of(&unit.operation) else { continue };
            let [a, b, c] = unit.ports();
            for (index, &c) in c.iter().enumerate() {
                let (a, b) = (a[index * 5 % a.len()], b[index * 3 % b.len()]);
                take(unit.operation.execute(a, b, c).bits());
                take(ptx.evaluate(a, b, c, self.reading()));
            }
        }
        digest.text()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `comparisons` is the product of the numbers of ports.
    #[test]
    fn the_ports_are_as_many_as_the_comparisons() {
        for part in Part::ALL {
            let plan = Plan::of(&[part], Reading::DEFAULT);
            for unit in plan.units().iter().step_by(97) {
                let product: usize = unit.ports().iter().map(Vec::len).product();
                assert_eq!(product as u64, unit.comparisons(), "{unit:?}");
            }
        }
    }
}
