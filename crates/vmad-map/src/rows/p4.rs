use vmad_ptx::{
    ast::{Operation, Tail},
    reading::ambiguities,
};
use vmad_unit::Kind;

use crate::divergence::Divergence;

/// A second assignment to d.
pub static P4: Divergence = Divergence {
    instructions: &Kind::WITH_SECOND_OP,
    cases: |case| matches!(case.ptx.as_ref().and_then(Operation::tail), Some(Tail::Second(_))),
    cases_text: "`.add`, `.min` and `.max`",
    ..Divergence::reading_of(&ambiguities::P4)
};
