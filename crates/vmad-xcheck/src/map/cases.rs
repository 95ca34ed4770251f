//! The cases in which the rows differ, and the conditions on the inputs of `vmad`, which the proof confirms.

use vmad_proof::bounds::{Range, intermediate, is_within, numbers, values};
use vmad_ptx::ast::{
    Arithmetic, ArithmeticOp, Comparison, LaneOp, LaneTail, Operation, SecOp, Set, Shift, ShiftOp, Simd,
    Source, Tail, Type,
};
use vmad_ptxas::row::{Case, Condition};
use vmad_unit::{Format, Operand, Psign, Saturate, Scale, Sign, vmad::Mode};

/// The signed numbers of 64 bits.
const S64: [i128; 2] = [i64::MIN as i128, i64::MAX as i128];
const S32_MAX: i128 = i32::MAX as i128;

fn saturates(mode: Mode) -> bool {
    mode.saturate == Saturate::On
}

fn is_signed(mode: Mode) -> bool {
    mode.final_sign() == Sign::Signed
}

fn is_u32(operand: Operand) -> bool {
    operand.format() == Format::U32
}

/// Both saturate from `S32_MAX` up; without saturation, 2^32 more in tmp always changes shr\[31:0\].
pub(super) fn d1(case: &Case) -> Option<Condition> {
    let (mode, _) = case.vmad()?;
    let is_subtracted = mode.intermediate_sign() == Sign::Unsigned && mode.psign == Psign::SubtractC;
    let differs = is_subtracted && (mode.scale != Scale::Pass || saturates(mode));
    let shr_outside = saturates(mode).then_some([S32_MAX, i128::MAX]);
    differs.then_some(Condition { c_high: true, shr_outside, ..Condition::ALWAYS })
}

pub(super) fn d2(case: &Case) -> Option<Condition> {
    let (mode, _) = case.vmad()?;
    let leaves_64_bits = is_u32(mode.a) && is_u32(mode.b) && is_signed(mode);
    (leaves_64_bits && saturates(mode)).then_some(Condition::tmp_outside(S64))
}

/// After a shift the value fits the mask.
pub(super) fn d2m(case: &Case) -> Option<Condition> {
    let (mode, _) = case.vmad()?;
    d2(case).filter(|_| mode.scale == Scale::Pass)
}

pub(super) fn p8(case: &Case) -> Option<Condition> {
    let (mode, _) = case.vmad()?;
    let differs = is_signed(mode) && mode.scale != Scale::Pass && saturates(mode);
    differs.then_some(Condition::shr_outside([0, i128::MAX]))
}

/// A signed result can be negative in every mode. An unsigned one must be able to exceed `S32_MAX`, which narrow
/// factors cannot once they are shifted.
pub(super) fn p10(case: &Case) -> Option<Condition> {
    let (mode, dtype) = case.vmad()?;
    let can_leave_both = is_signed(mode) || largest(mode) > S32_MAX;
    let differs = saturates(mode) && dtype.is_signed() != is_signed(mode) && can_leave_both;
    differs.then_some(Condition::shr_outside([0, S32_MAX]))
}

/// The largest shr of unsigned factors: all bits set.
fn largest(mode: Mode) -> i128 {
    let factor = |operand: Operand| (1 << operand.selector.width().bits()) - 1;
    let sum: i128 = factor(mode.a) * factor(mode.b) + i128::from(u32::MAX);
    (sum + i128::from(mode.psign == Psign::PlusOne)) >> mode.scale.count()
}

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
