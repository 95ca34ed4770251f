//! The map: where other results of the video instructions differ from this project's, as one table of [rows](vmad_ptxas::row).
//!
//! Derived from it are the [divergence map](crate::divergence), the rows that the [proof](vmad_proof) compares, and the
//! [hypotheses](HYPOTHESES) about [observed](crate::observed) results.

mod cases;
mod conditions;
mod hypotheses;
mod rows;

pub use hypotheses::HYPOTHESES;
pub use rows::{D1, D2, D2M, P8, P10};

use rows::{D5, LANE_BYTES, P1, P2, P3, P4, P5, P6, P7, P10_S32, P10_U32, SIGN_OF_A, SIGN_OF_B};

use vmad_ptxas::{
    miscompiles::{D3, D3P, D4, D6},
    row::Row,
};

/// Every row: those of `VMAD`, the readings of the other instructions in the order of the table of ambiguities, and other
/// results.
pub const MAP: &[&Row] = &[
    &D1,
    &D2,
    &D2M,
    &D3,
    &D3P,
    &D4,
    &D6,
    &P8,
    &P10,
    &D5,
    &P1,
    &P2,
    &P3,
    &P4,
    &P5,
    &P6,
    &P7,
    &SIGN_OF_A,
    &SIGN_OF_B,
    &LANE_BYTES,
];

/// The readings of `vmad` that the proof compares: P10 for each dtype.
pub const ALTERNATIVES: [&Row; 6] = [&D1, &D2, &D2M, &P8, &P10_U32, &P10_S32];

/// The rows of the other instructions, all of which the proof compares.
pub const FAMILY_ROWS: [&Row; 11] =
    [&D5, &P1, &P2, &P3, &P4, &P5, &P6, &P7, &SIGN_OF_A, &SIGN_OF_B, &LANE_BYTES];

/// The rows about an instruction (`VADD`).
pub fn about(mnemonic: &str) -> impl Iterator<Item = &'static Row> {
    MAP.iter().copied().filter(move |row| row.is_about(mnemonic))
}

/// The row of an identifier.
pub fn row(id: &str) -> Option<&'static Row> {
    MAP.iter().copied().find(|row| row.id == id)
}

/// The row of the map to which a row belongs: P10 has one for each dtype, `P10-u32` and `P10-s32`.
pub fn row_of(it: &'static Row) -> &'static Row {
    let is_part =
        |row: &&Row| it.id.strip_prefix(row.id).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
    MAP.iter().copied().find(is_part).unwrap_or(it)
}
