use vmad_ptx::{ast::Type, reading::ambiguities};
use vmad_unit::Kind;

use super::second::{has_extreme, is_set_with_extreme};
use crate::{case::Case, divergence::Divergence};

/// A signed c beside an unsigned dtype.
pub static P2: Divergence = Divergence {
    instructions: &Kind::WITH_DTYPE,
    cases: has_unsigned_extreme,
    cases_text: "`.min` and `.max` with an unsigned dtype",
    ..Divergence::reading_of(&ambiguities::P2)
};

fn has_unsigned_extreme(case: &Case) -> bool {
    let is_unsigned = case.ptx.as_ref().is_some_and(|ptx| ptx.dtype() == Type::U32);
    has_extreme(case) && is_unsigned && !is_set_with_extreme(case)
}
