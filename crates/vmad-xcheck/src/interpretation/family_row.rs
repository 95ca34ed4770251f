//! A row of the other video instructions: what it is about, its text, and its results.

use vmad_ptx::{
    ast::Operation as Ptx,
    reading::{AMBIGUITIES, Ambiguity, Reading},
};
use vmad_unit::Operation;

use super::rival::Rival;
use crate::family::{expected, specified};

/// The operations in which a reading differs from the default for some inputs.
#[derive(Clone, Copy, Debug)]
pub struct FamilyRow {
    /// The name: of a reading the identifier of its [ambiguity](vmad_ptx::reading::AMBIGUITIES).
    pub id: &'static str,
    /// What it computes.
    pub rival: Rival,
    /// The mnemonics of the instructions that it is about.
    pub instructions: &'static [&'static str],
    /// The operations, in words.
    pub cases: &'static str,
    /// Whether it differs in an operation for some inputs. In the others it is equal for all inputs.
    pub differs_in: fn(&Ptx) -> bool,
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
