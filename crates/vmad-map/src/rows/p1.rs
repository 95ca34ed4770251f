use vmad_ptx::reading::ambiguities;
use vmad_unit::Kind;

use super::second::leaves_range_before_extreme;
use crate::divergence::Divergence;

/// 33 bits as the input of a second operation.
pub static P1: Divergence = Divergence {
    instructions: &Kind::WITH_DTYPE,
    cases: leaves_range_before_extreme,
    cases_text: "as for D5",
    ..Divergence::reading_of(&ambiguities::P1)
};
