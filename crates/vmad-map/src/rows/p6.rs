use vmad_ptx::{
    ast::{Operation, Shift, ShiftOp, Type},
    reading::ambiguities,
};
use vmad_unit::Kind;

use crate::{case::Case, divergence::Divergence};

/// `vshr` by the sign of dtype.
pub static P6: Divergence = Divergence {
    instructions: &[Kind::Vshr],
    cases: is_right_shift_of_other_sign,
    cases_text: "`vshr`, if a is signed and dtype is not, or dtype is signed and a is an unsigned word",
    ..Divergence::reading_of(&ambiguities::P6)
};

/// `vshr` whose a and dtype differ in sign. An unsigned part of a has zeros above it.
fn is_right_shift_of_other_sign(case: &Case) -> bool {
    match case.ptx {
        Some(Operation::Shift(Shift { op: ShiftOp::Right, dtype, a, .. })) => match (a.ty, dtype) {
            (Type::S32, Type::U32) => true,
            (Type::U32, Type::S32) => a.select.is_none(),
            _ => false,
        },
        _ => false,
    }
}
