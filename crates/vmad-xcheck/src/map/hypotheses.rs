//! Interpretations of the instruction set that observed results can follow.

use vmad_ptx::reading::Reading;

use super::rows::{
    D1, D2, D2M, D5, LANE_BYTES, P1, P2, P3, P4, P5, P6, P8, P10_S32, P10_U32, SIGN_OF_A, SIGN_OF_B,
};
use vmad_ptxas::{
    miscompiles::D3,
    row::{Row, Rule},
};

/// The literal pseudo-code.
const LITERAL: Row = Row {
    id: "literal",
    title: "the literal pseudo-code of PTX",
    meanings: ["", "the literal pseudo-code of PTX: D1 and D2m"],
    instructions: &["VMAD"],
    cases: |case| D1.differs_in(case) || D2M.differs_in(case),
    result: Rule::Reading(Reading::LITERAL),
    ..Row::EMPTY
};

/// The rows of the map with which observed results are compared. (No word has the comparisons that P7 is about.)
pub const HYPOTHESES: [Row; 18] = [
    D1, D2, D2M, LITERAL, D3, P8, P10_U32, P10_S32, SIGN_OF_A, SIGN_OF_B, D5, P1, P2, P3, P4, P5, P6,
    LANE_BYTES,
];
