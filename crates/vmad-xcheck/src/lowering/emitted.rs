//! Code that ptxas emitted, compared with a lowering.

use std::{collections::BTreeSet, fmt};

use vmad_sass::{Mov32i, Vmad, vmad::SourceB};
use vmad_unit::{Predicate, Register};

use super::Lowered;

/// The loads of constants and the `VMAD`s among some instruction words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Emitted {
    /// The unguarded `MOV32I`s.
    pub loads: Vec<Mov32i>,
    /// The `VMAD`s.
    pub vmads: Vec<Vmad>,
}

impl Emitted {
    /// From instruction words, without control words. Other instructions are ignored.
    pub fn of(words: impl IntoIterator<Item = u64>) -> Self {
        let mut emitted = Self::default();
        for word in words {
            if let Some(load) = Mov32i::decode(word) {
                emitted.loads.push(load);
            } else if let Ok(vmad) = Vmad::decode(word) {
                emitted.vmads.push(vmad);
            }
        }
        emitted
    }

    /// The differences between a lowering and the emitted code, apart from the numbers of registers and predicates.
    ///
    /// Registers must correspond one to one: where one side reads a register twice, or a constant's, the other must
    /// too. The order of the loads and the destination do not matter.
    pub fn differences(&self, lowered: &Lowered) -> BTreeSet<Cause> {
        let [theirs] = self.vmads.as_slice() else {
            return [if self.vmads.is_empty() { Cause::NoVmad } else { Cause::SeveralVmads }].into();
        };
        let ours = &lowered.vmad;
        let mut causes = BTreeSet::new();
        let mut note = |cause, same: bool| {
            if !same {
                causes.insert(cause);
            }
        };
        note(Cause::A, ours.a.operand == theirs.a.operand);
        note(Cause::B, same_b(ours.b, theirs.b));
        note(Cause::Psign, ours.psign == theirs.psign);
        note(Cause::Scale, ours.scale == theirs.scale);
        note(Cause::Saturate, ours.saturate == theirs.saturate);
        let guard = |vmad: &Vmad| (vmad.guard.predicate == Predicate::PT, vmad.guard.negated);
        note(Cause::GuardOrCc, (guard(ours), ours.cc) == (guard(theirs), theirs.cc));
        let values = |loads: &[Mov32i]| {
            let mut values: Vec<u32> = loads.iter().map(|load| load.value).collect();
            values.sort_unstable();
            values
        };
        note(Cause::Constants, values(&lowered.loads) == values(&self.loads));
        note(Cause::Registers, self.registers_correspond(theirs, lowered));
        causes
    }

    /// Whether a one-to-one renaming maps the lowering's registers to the emitted ones.
    fn registers_correspond(&self, theirs: &Vmad, lowered: &Lowered) -> bool {
        let mut pairs = vec![(Register::RZ, Register::RZ)];
        for load in &lowered.loads {
            let same = self.loads.iter().find(|emitted| emitted.value == load.value);
            pairs.extend(same.map(|emitted| (load.destination, emitted.destination)));
        }
        let ours = &lowered.vmad;
        pairs.extend([(ours.a.register, theirs.a.register), (ours.c, theirs.c)]);
        pairs.extend(register_of_b(ours.b).zip(register_of_b(theirs.b)));
        pairs.iter().all(|(x, y)| pairs.iter().all(|(z, w)| (x == z) == (y == w)))
    }
}

fn register_of_b(b: SourceB) -> Option<Register> {
    match b {
        SourceB::Register { source, .. } => Some(source.register),
        SourceB::Immediate { .. } => None,
    }
}

/// The same, apart from a register's number.
fn same_b(ours: SourceB, theirs: SourceB) -> bool {
    match (ours, theirs) {
        (SourceB::Register { source: x, ignored: i }, SourceB::Register { source: y, ignored: j }) => {
            x.operand == y.operand && i == j
        }
        _ => ours == theirs,
    }
}

/// A difference between a lowering and the emitted code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cause {
    /// No `VMAD` was emitted.
    NoVmad,
    /// More than one was.
    SeveralVmads,
    /// The A operand's format or selector.
    A,
    /// The B operand's format, selector or imm16.
    B,
    /// The psign.
    Psign,
    /// The scale.
    Scale,
    /// `.SAT`.
    Saturate,
    /// A guard, its negation or `.CC` on one side alone.
    GuardOrCc,
    /// The values loaded.
    Constants,
    /// Which operand reads which register.
    Registers,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoVmad => "no VMAD",
            Self::SeveralVmads => "several VMADs",
            Self::A => "A operand",
            Self::B => "B operand",
            Self::Psign => "psign",
            Self::Scale => "scale",
            Self::Saturate => ".SAT",
            Self::GuardOrCc => "guard or .CC",
            Self::Constants => "constants",
            Self::Registers => "registers",
        })
    }
}
