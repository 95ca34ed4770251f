//! The readings of the manual that differ from this project's: what a `VMAD` could compute instead.

use vmad_ptx::{ast::Type, reading::Reading};
use vmad_unit::vmad::Mode;

use super::{
    condition::Condition,
    id::Id,
    row::{Interpretation, Kind},
};

/// A reading of the table, with a `.dtype` if it depends on that.
#[derive(Clone, Copy, Debug)]
pub struct Alternative {
    /// The row's name; for P10 also the dtype.
    pub name: &'static str,
    /// What it says.
    pub meaning: &'static str,
    /// The row.
    pub row: &'static Interpretation,
    /// The `.dtype`, which only P10 depends on.
    pub dtype: Type,
}

const fn of(id: Id) -> Alternative {
    let row = id.interpretation();
    Alternative { name: id.name(), meaning: row.meanings[1], row, dtype: Type::U32 }
}

/// Every reading of the table.
pub const ALTERNATIVES: [Alternative; 6] = [
    of(Id::D1),
    of(Id::D2),
    of(Id::D2m),
    of(Id::P8),
    Alternative { name: "P10-u32", meaning: "SAT clamps to the range of dtype, which is u32", ..of(Id::P10) },
    Alternative {
        name: "P10-s32",
        meaning: "SAT clamps to the range of dtype, which is s32",
        dtype: Type::S32,
        ..of(Id::P10)
    },
];

impl Interpretation {
    /// Its alternatives: for P10 one for each dtype, for code that ptxas emits none.
    pub fn alternatives(&self) -> impl Iterator<Item = &'static Alternative> {
        ALTERNATIVES.iter().filter(|alternative| alternative.row.id == self.id)
    }
}

impl Alternative {
    /// The reading.
    pub const fn reading(&self) -> Reading {
        match self.row.kind {
            Kind::Reading { reading, .. } => reading,
            Kind::Code { .. } => Reading::DEFAULT,
        }
    }

    /// The inputs of a mode on which it differs; [`None`] if it differs on none.
    pub fn condition(&self, mode: Mode) -> Option<Condition> {
        match self.row.kind {
            Kind::Reading { condition, .. } => condition(mode, self.dtype),
            Kind::Code { .. } => None,
        }
    }
}
