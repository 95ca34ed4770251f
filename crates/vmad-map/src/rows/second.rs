//! Facts about second operations that several rows use.

use vmad_ptx::ast::{Operation, SecOp, Shift, ShiftOp, Tail};

use crate::{
    bounds::{Range, intermediate, is_within, numbers, values},
    case::Case,
};

/// Whether the second operation is a comparison.
pub(super) fn has_extreme(case: &Case) -> bool {
    matches!(case.ptx.as_ref().and_then(Operation::tail), Some(Tail::Second(SecOp::Min | SecOp::Max)))
}

/// The same of `vset`.
pub(super) fn is_set_with_extreme(case: &Case) -> bool {
    has_extreme(case) && matches!(case.ptx, Some(Operation::Set(_)))
}

/// Whether a comparison has a result that can leave the range of dtype.
pub(super) fn leaves_range_before_extreme(case: &Case) -> bool {
    let Some(operation) = case.ptx else { return false };
    let (range, dtype) = match operation {
        Operation::Arithmetic(it) if !it.sat => (intermediate(it.op, [values(it.a), values(it.b)]), it.dtype),
        Operation::Shift(it) if !it.sat => (shifted(&it), it.dtype),
        _ => return false,
    };
    has_extreme(case) && !is_within(range, numbers(dtype, 32))
}

/// Any byte can be shifted beyond both ends of a range; a shift to the right goes towards 0 or -1.
fn shifted(it: &Shift) -> Range {
    match it.op {
        ShiftOp::Left => [i128::MIN, i128::MAX],
        ShiftOp::Right => values(it.a),
    }
}
