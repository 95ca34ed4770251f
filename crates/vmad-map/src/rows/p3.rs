use vmad_ptx::reading::ambiguities;
use vmad_unit::Kind;

use super::second::is_set_with_extreme;
use crate::divergence::Divergence;

/// A signed c of `vset`.
pub static P3: Divergence = Divergence {
    instructions: &[Kind::Vset],
    cases: is_set_with_extreme,
    cases_text: "`vset` with `.min` or `.max`",
    ..Divergence::reading_of(&ambiguities::P3)
};
