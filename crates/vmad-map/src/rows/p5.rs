use vmad_ptx::{
    ast::{Operation, Shift, ShiftOp},
    reading::ambiguities,
};
use vmad_unit::Kind;

use crate::divergence::Divergence;

/// `vshl.sat` of the whole shifted value.
pub static P5: Divergence = Divergence {
    instructions: &[Kind::Vshl],
    cases: |case| matches!(case.ptx, Some(Operation::Shift(Shift { op: ShiftOp::Left, sat: true, .. }))),
    cases_text: "`vshl.sat`",
    ..Divergence::reading_of(&ambiguities::P5)
};
