//! The conditions under which the readings of `vmad` differ; the proof confirms them.

use vmad_unit::{Format, Operand, Psign, Saturate, Scale, Sign, vmad::Mode};

use vmad_ptxas::row::{Case, Condition};

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
