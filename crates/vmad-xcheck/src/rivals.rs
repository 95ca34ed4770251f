//! The rows of the map as rivals of the proof.

use vmad_proof::rival::{Differs, Rival};
use vmad_ptx::{ast::Type, reading::Reading};
use vmad_unit::{Logic, Operation};

use crate::interpretation::{ALTERNATIVES, Alternative, FAMILY_ROWS, FamilyRow, Rival as Result};

/// A row that the proof compares with the unit.
#[derive(Clone, Copy, Debug)]
pub enum TableRival {
    /// A reading of `vmad`.
    Vmad(&'static Alternative),
    /// A row of the other instructions.
    Other(&'static FamilyRow),
}

/// Every row that the proof compares with the unit.
pub const RIVALS: [TableRival; ALTERNATIVES.len() + FAMILY_ROWS.len()] = {
    let mut all = [TableRival::Vmad(&ALTERNATIVES[0]); ALTERNATIVES.len() + FAMILY_ROWS.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = if at < ALTERNATIVES.len() {
            TableRival::Vmad(&ALTERNATIVES[at])
        } else {
            TableRival::Other(&FAMILY_ROWS[at - ALTERNATIVES.len()])
        };
        at += 1;
    }
    all
};

impl TableRival {
    /// The subject.
    pub fn title(&self) -> &'static str {
        match self {
            Self::Vmad(it) => it.meaning,
            Self::Other(it) => it.texts()[0],
        }
    }

    /// The modes in which it differs, in words.
    pub const fn cases(&self) -> &'static str {
        match self {
            Self::Vmad(it) => it.row.cases_text,
            Self::Other(it) => it.cases,
        }
    }

    /// The name of its row in the map.
    pub fn row(&self) -> &'static str {
        match self {
            Self::Vmad(it) => it.row.id.name(),
            Self::Other(it) => it.id,
        }
    }
}

impl Rival for TableRival {
    fn name(&self) -> &'static str {
        match self {
            Self::Vmad(it) => it.name,
            Self::Other(it) => it.id,
        }
    }

    fn instructions(&self) -> &[&'static str] {
        match self {
            Self::Vmad(_) => &["VMAD"],
            Self::Other(it) => it.instructions,
        }
    }

    fn reading(&self) -> Option<(Reading, Type)> {
        match self {
            Self::Vmad(it) => Some((it.reading(), it.dtype)),
            Self::Other(it) => (it.rival == Result::Reading).then(|| (it.reading(), Type::S32)),
        }
    }

    fn compute<L: Logic>(
        &self,
        logic: &L,
        mode: &Operation,
        inputs: [L::Bits<32>; 3],
    ) -> Option<L::Bits<32>> {
        match self {
            Self::Vmad(_) => None,
            Self::Other(it) => it.rival.compute(logic, mode, inputs),
        }
    }

    fn differs(&self, mode: &Operation) -> Differs {
        match (self, mode) {
            (Self::Vmad(it), Operation::Vmad(mode)) => {
                it.condition(*mode).map_or(Differs::Never, Differs::Where)
            }
            (Self::Other(it), mode) if it.differs_in_mode(mode) => Differs::Somewhere,
            _ => Differs::Never,
        }
    }
}
