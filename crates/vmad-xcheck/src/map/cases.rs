//! The cases in which the rows of the instructions other than `vmad` differ.

use vmad_ptx::ast::{
    Arithmetic, ArithmeticOp, Comparison, LaneOp, LaneTail, Operation, SecOp, Set, Shift, ShiftOp, Simd,
    Source, Tail, Type,
};

use vmad_proof::bounds::{Range, intermediate, is_within, numbers, values};
use vmad_ptxas::row::Case;

/// `vshl.sat`
pub(super) fn is_saturated_left_shift(case: &Case) -> bool {
    matches!(case.ptx, Some(Operation::Shift(Shift { op: ShiftOp::Left, sat: true, .. })))
}

/// `vshr` whose a and dtype differ in sign. An unsigned part of a has zeros above it.
pub(super) fn is_right_shift_of_other_sign(case: &Case) -> bool {
    match case.ptx {
        Some(Operation::Shift(Shift { op: ShiftOp::Right, dtype, a, .. })) => match (a.ty, dtype) {
            (Type::S32, Type::U32) => true,
            (Type::U32, Type::S32) => a.select.is_none(),
            _ => false,
        },
        _ => false,
    }
}

/// `VABSDIFF4.ACC` of bytes of two signs.
pub(super) fn adds_lanes_of_two_signs(case: &Case) -> bool {
    matches!(case.ptx, Some(Operation::Simd4(Simd { op: LaneOp::Arithmetic { tail: LaneTail::Add, .. }, atype, btype, .. }))
        if atype != btype)
}

/// A comparison that changes if B is read with the sign of A.
pub(super) fn is_misread_by_a(case: &Case) -> bool {
    compared(case).is_some_and(|(a, b, equality)| is_misread(b, a, equality))
}

/// A comparison that changes if A is read with the sign of B.
pub(super) fn is_misread_by_b(case: &Case) -> bool {
    compared(case).is_some_and(|(a, b, equality)| is_misread(a, b, equality))
}

/// The compared operands, and whether only their equality counts.
const fn compared(case: &Case) -> Option<(Source, Source, bool)> {
    match case.ptx {
        Some(Operation::Arithmetic(Arithmetic {
            op: ArithmeticOp::Min | ArithmeticOp::Max, a, b, ..
        })) => Some((a, b, false)),
        Some(Operation::Set(Set { a, b, cmp, .. })) => {
            Some((a, b, matches!(cmp, Comparison::Eq | Comparison::Ne)))
        }
        _ => None,
    }
}

/// Whether an operand that is extended to 32 bits and read with the sign of `other` changes a comparison with it.
const fn is_misread(operand: Source, other: Source, equality: bool) -> bool {
    match (operand.ty, other.ty) {
        (Type::S32, Type::U32) => !equality || other.select.is_none(),
        (Type::U32, Type::S32) => operand.select.is_none(),
        (Type::U32, Type::U32) | (Type::S32, Type::S32) => false,
    }
}

pub(super) fn has_second(case: &Case) -> bool {
    matches!(case.ptx.as_ref().and_then(Operation::tail), Some(Tail::Second(_)))
}

/// Whether it is a comparison.
pub(super) fn has_extreme(case: &Case) -> bool {
    matches!(case.ptx.as_ref().and_then(Operation::tail), Some(Tail::Second(SecOp::Min | SecOp::Max)))
}

/// The same of `vset`.
pub(super) fn is_set_with_extreme(case: &Case) -> bool {
    has_extreme(case) && matches!(case.ptx, Some(Operation::Set(_)))
}

/// The same of an instruction with an unsigned dtype.
pub(super) fn has_unsigned_extreme(case: &Case) -> bool {
    has_extreme(case)
        && case.ptx.as_ref().is_some_and(|ptx| ptx.dtype() == Type::U32)
        && !is_set_with_extreme(case)
}

pub(super) fn leaves_range_before_extreme(case: &Case) -> bool {
    let Some(operation) = case.ptx else { return false };
    let (range, dtype) = match operation {
        Operation::Arithmetic(it) if !it.sat => (intermediate(it.op, [values(it.a), values(it.b)]), it.dtype),
        Operation::Shift(it) if !it.sat => (shift(&it), it.dtype),
        _ => return false,
    };
    has_extreme(case) && !is_within(range, numbers(dtype, 32))
}

/// Any byte can be shifted beyond both ends of a range; a shift to the right goes towards 0 or -1.
fn shift(it: &Shift) -> Range {
    match it.op {
        ShiftOp::Left => [i128::MIN, i128::MAX],
        ShiftOp::Right => values(it.a),
    }
}
