//! The rows of the map as rivals of the proof.

use vmad_proof::rival::{Differs, Rival};
use vmad_ptx::{ast::Type, reading::Reading};
use vmad_unit::{Logic, Operation};

use crate::{
    map::{ALTERNATIVES, FAMILY_ROWS},
    row::{Row, Rule, lane_bytes, sign_of},
};

/// Every row that the proof compares with the unit.
pub static RIVALS: [Row; ALTERNATIVES.len() + FAMILY_ROWS.len()] = {
    let mut all = [*ALTERNATIVES[0]; ALTERNATIVES.len() + FAMILY_ROWS.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] =
            if at < ALTERNATIVES.len() { *ALTERNATIVES[at] } else { *FAMILY_ROWS[at - ALTERNATIVES.len()] };
        at += 1;
    }
    all
};

impl Rival for Row {
    fn name(&self) -> &'static str {
        self.id
    }

    fn instructions(&self) -> &[&'static str] {
        self.instructions
    }

    fn reading(&self) -> Option<(Reading, Type)> {
        match self.result {
            Rule::Reading(reading) => Some((reading, self.dtype())),
            _ => None,
        }
    }

    fn compute<L: Logic>(
        &self,
        logic: &L,
        mode: &Operation,
        inputs: [L::Bits<32>; 3],
    ) -> Option<L::Bits<32>> {
        match self.result {
            Rule::SignOf(index) => sign_of(logic, mode, index, inputs),
            Rule::LaneBytes => lane_bytes(logic, mode, inputs),
            _ => None,
        }
    }

    fn differs(&self, mode: &Operation) -> Differs {
        if self.is_exact() {
            self.condition(mode).map_or(Differs::Never, Differs::Where)
        } else if self.differs_in_mode(mode) {
            Differs::Somewhere
        } else {
            Differs::Never
        }
    }
}
