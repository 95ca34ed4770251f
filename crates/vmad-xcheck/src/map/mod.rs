//! The map: where other results of the video instructions differ from this project's, as one table of [rows](vmad_ptxas::row).
//!
//! Derived from it are the [divergence map](crate::divergence), the rows that the [proof](vmad_proof) compares, and the
//! [hypotheses](HYPOTHESES) about [observed](crate::observed) results.

mod cases;
mod rows;

pub use rows::{D1, D2, D2M, P8, P10};

use rows::{D5, LANE_BYTES, P1, P2, P3, P4, P5, P6, P7, P10_S32, P10_U32, SIGN_OF_A, SIGN_OF_B};

use vmad_ptx::reading::Reading;
use vmad_ptxas::{
    miscompiles::{D3, D3P, D4, D6},
    row::{Row, Rule},
};
use vmad_unit::Kind;

/// Every row: those of `VMAD`, the readings of the other instructions in the order of the table of ambiguities, and other
/// results.
pub static MAP: [Row; 20] =
    [D1, D2, D2M, D3, D3P, D4, D6, P8, P10, D5, P1, P2, P3, P4, P5, P6, P7, SIGN_OF_A, SIGN_OF_B, LANE_BYTES];

/// Every row that the proof compares with the unit: the readings of `vmad`, with P10 for each dtype, and the rows of the
/// other instructions.
pub static RIVALS: [Row; 17] =
    [D1, D2, D2M, P8, P10_U32, P10_S32, D5, P1, P2, P3, P4, P5, P6, P7, SIGN_OF_A, SIGN_OF_B, LANE_BYTES];

const LITERAL: Row = Row {
    id: "literal",
    title: "the literal pseudo-code of PTX",
    meanings: ["", "the literal pseudo-code of PTX: D1 and D2m"],
    instructions: &[Kind::Vmad],
    cases: |case| D1.differs_in(case) || D2M.differs_in(case),
    result: Rule::Reading(Reading::LITERAL),
    ..Row::EMPTY
};

/// The rows of the map with which observed results are compared. (No word has the comparisons that P7 is about.)
pub const HYPOTHESES: [Row; 18] = [
    D1, D2, D2M, LITERAL, D3, P8, P10_U32, P10_S32, SIGN_OF_A, SIGN_OF_B, D5, P1, P2, P3, P4, P5, P6,
    LANE_BYTES,
];

/// The rows about an instruction.
pub fn about(kind: Kind) -> impl Iterator<Item = &'static Row> {
    MAP.iter().filter(move |row| row.is_about(kind))
}

/// The row of the map to which a row belongs, by its title: P10 has one for each dtype, `P10-u32` and `P10-s32`.
pub fn row_of(it: &'static Row) -> &'static Row {
    MAP.iter().find(|row| row.title == it.title).unwrap_or(it)
}
