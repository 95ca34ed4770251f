use vmad_ptx::reading::ambiguities;
use vmad_unit::Kind;

use super::second::leaves_range_before_extreme;
use crate::divergence::Divergence;

/// The whole intermediate result as the input of a second operation.
pub static D5: Divergence = Divergence {
    instructions: &Kind::WITH_DTYPE,
    cases: leaves_range_before_extreme,
    cases_text: "`.min` and `.max` without `.sat`, if the result can be outside the range of dtype",
    ..Divergence::reading_of(&ambiguities::D5)
};
