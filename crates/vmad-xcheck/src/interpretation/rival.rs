//! What a row of the other video instructions computes in place of the default reading.

use vmad_ptx::reading::{AMBIGUITIES, Ambiguity, Reading};
use vmad_unit::{
    Bits, Format, Logic, Machine, Operand, Operation, Width,
    operand::{Names, operand},
    record::Nothing,
    vabsdiff4,
};

use super::family::FamilyRow;
use crate::family::{expected, specified};

/// What a row computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rival {
    /// The other reading of the [ambiguity](AMBIGUITIES) with the identifier of the row.
    Reading,
    /// A comparison of A and B, each extended to 32 bits by its own sign, with the sign of one of them: 0 is A, 1 is B.
    SignOf(usize),
    /// A sum of the lanes of `VABSDIFF4` to which each lane adds 8 bits.
    LaneBytes,
}

/// The text of a rival that is not a reading of the PTX ISA: the subject, what this project computes, what the other
/// computes, and the evidence.
const SIGN_OF: [[&str; 4]; 2] = [
    [
        "the sign of the comparison is that of A",
        "the numbers are compared: each operand has its own sign",
        "both operands are extended to 32 bits and compared as numbers of the sign of A",
        "the prose of the PTX ISA: each source is extended by its type; no published result tells the two apart",
    ],
    [
        "the sign of the comparison is that of B",
        "the numbers are compared: each operand has its own sign",
        "both operands are extended to 32 bits and compared as numbers of the sign of B",
        "an emulator of the Switch's GPU does this; no published result tells the two apart",
    ],
];
const LANE_BYTES: [&str; 4] = [
    "the width of a lane in a sum",
    "a lane adds its whole difference, from 0 to 383",
    "a lane adds the 8 bits that it would write without `.add`",
    "the instructions that ptxas 12.9 emits for `vabsdiff4.add` on sm_70 and later add the whole difference",
];

impl FamilyRow {
    /// The ambiguity of the PTX ISA, if the row is one.
    pub fn ambiguity(&self) -> Option<&'static Ambiguity> {
        AMBIGUITIES.iter().find(|it| it.id == self.id)
    }

    /// The other reading; the default if the row is not a reading.
    pub fn reading(&self) -> Reading {
        self.ambiguity().map_or(Reading::DEFAULT, |it| it.readings[1])
    }

    /// The subject, what this project computes, what the other computes, and the evidence.
    pub fn texts(&self) -> [&'static str; 4] {
        match self.rival {
            Rival::Reading => {
                self.ambiguity().map_or([""; 4], |it| [it.title, it.default, it.other, it.evidence])
            }
            Rival::SignOf(index) => SIGN_OF[index],
            Rival::LaneBytes => LANE_BYTES,
        }
    }

    /// Whether the row differs in a mode for some inputs; `false` where no PTX specifies the mode.
    pub fn differs_in_mode(&self, mode: &Operation) -> bool {
        specified(mode).is_some_and(|operation| (self.differs_in)(&operation))
    }

    /// The result, as [`Outcome::bits`](vmad_unit::Outcome::bits); [`None`] in a mode that the row is not about.
    pub fn evaluate(&self, mode: &Operation, inputs: [u32; 3]) -> Option<u32> {
        match self.rival {
            Rival::Reading => Some(expected(mode, &specified(mode)?, inputs, &self.reading())),
            rival => rival.evaluate(mode, inputs),
        }
    }
}

impl Rival {
    /// [`Rival::compute`] of numbers.
    pub fn evaluate(self, mode: &Operation, inputs: [u32; 3]) -> Option<u32> {
        let bits = inputs.map(|input| Bits::wrap(input.into()));
        Some(self.compute(&Machine, mode, bits)?.unsigned() as u32)
    }

    /// The result in any [`Logic`]; [`None`] for a reading, which `vmad-ptx` computes, and in a mode that it is not about.
    pub fn compute<L: Logic>(
        self,
        logic: &L,
        mode: &Operation,
        inputs: [L::Bits<32>; 3],
    ) -> Option<L::Bits<32>> {
        match self {
            Self::Reading => None,
            Self::SignOf(index) => sign_of(logic, mode, index, inputs),
            Self::LaneBytes => lane_bytes(logic, mode, inputs),
        }
    }
}

/// The comparison of words, on A and B extended to 32 bits.
fn sign_of<L: Logic>(
    logic: &L,
    mode: &Operation,
    index: usize,
    [a, b, c]: [L::Bits<32>; 3],
) -> Option<L::Bits<32>> {
    if !matches!(mode, Operation::Vmnmx(_) | Operation::Vset(_) | Operation::Vsetp(_)) {
        return None;
    }
    let operands = mode.operands()?;
    let word = Operand::first(Format { width: Width::Word, sign: operands[index].sign });
    let a = operand(logic, &mut Nothing, Names::A, operands[0], &a);
    let b = operand(logic, &mut Nothing, Names::B, operands[1], &b);
    let ports = [logic.field(&a, 0), logic.field(&b, 0), c];
    Some(mode.with_operands([word, word]).compute(logic, &mut Nothing, ports))
}

/// The bytes that the lanes write without `.ACC`, added to C. Other modes do not change.
fn lane_bytes<L: Logic>(logic: &L, mode: &Operation, [a, b, c]: [L::Bits<32>; 3]) -> Option<L::Bits<32>> {
    let Operation::Vabsdiff4(it) = *mode else { return None };
    if !it.accumulate {
        return Some(mode.compute(logic, &mut Nothing, [a, b, c]));
    }
    let written = Operation::Vabsdiff4(vabsdiff4::Mode { accumulate: false, ..it });
    let lanes = written.compute(logic, &mut Nothing, [a, b, logic.constant(0)]);
    let add = |sum, low| logic.add(&sum, &logic.zero_extend(&logic.field::<32, 8>(&lanes, low)));
    Some([0, 8, 16, 24].into_iter().fold(c, add))
}
