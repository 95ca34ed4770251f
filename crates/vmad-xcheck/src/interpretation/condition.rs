//! The modes and inputs on which the rows of the table differ from this project: exact conditions, which the proof
//! confirms, and for code that ptxas emits the cases and inputs that can differ.

use vmad_ptx::ast::Type;
use vmad_unit::{Format, Operand, Psign, Saturate, Scale, Sign, vmad::Mode};

use super::case::Case;
use crate::spelling::mode_of;
pub use vmad_proof::condition::Condition;

const S32_MAX: i128 = i32::MAX as i128;
const S64: [i128; 2] = [i64::MIN as i128, i64::MAX as i128];

fn saturates(mode: Mode) -> bool {
    mode.saturate == Saturate::On
}

/// More than the low 32 bits of tmp reach the result.
fn shifts_or_saturates(mode: Mode) -> bool {
    mode.scale != Scale::Pass || saturates(mode)
}

fn is_signed(mode: Mode) -> bool {
    mode.final_sign() == Sign::Signed
}

fn has_unsigned_intermediate(mode: Mode) -> bool {
    mode.intermediate_sign() == Sign::Unsigned
}

fn is_u32(operand: Operand) -> bool {
    operand.format() == Format::U32
}

const fn bit_31(word: u32) -> bool {
    word >> 31 == 1
}

/// Both saturate from `S32_MAX` up; without saturation, 2^32 more in tmp always changes shr\[31:0\].
pub(super) fn d1(mode: Mode, _: Type) -> Option<Condition> {
    let differs =
        has_unsigned_intermediate(mode) && mode.psign == Psign::SubtractC && shifts_or_saturates(mode);
    let shr_outside = saturates(mode).then_some([S32_MAX, i128::MAX]);
    differs.then_some(Condition { c_high: true, shr_outside, ..Condition::ALWAYS })
}

pub(super) fn d2(mode: Mode, _: Type) -> Option<Condition> {
    let leaves_64_bits = is_u32(mode.a) && is_u32(mode.b) && is_signed(mode);
    (leaves_64_bits && saturates(mode)).then_some(Condition::tmp_outside(S64))
}

/// After a shift the value fits the mask.
pub(super) fn d2m(mode: Mode, dtype: Type) -> Option<Condition> {
    d2(mode, dtype).filter(|_| mode.scale == Scale::Pass)
}

pub(super) fn p8(mode: Mode, _: Type) -> Option<Condition> {
    let differs = is_signed(mode) && mode.scale != Scale::Pass && saturates(mode);
    differs.then_some(Condition::shr_outside([0, i128::MAX]))
}

/// A signed result can be negative in every mode. An unsigned one must be able to exceed `S32_MAX`, which narrow
/// factors cannot once they are shifted.
pub(super) fn p10(mode: Mode, dtype: Type) -> Option<Condition> {
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

/// A factor is an unsigned word, or c is unsigned; shifted or saturated.
pub(super) fn d3(case: &Case) -> bool {
    let mode = mode_of(&case.operation);
    (is_u32(mode.a) || is_u32(mode.b) || has_unsigned_intermediate(mode)) && shifts_or_saturates(mode)
}

/// Bit 31 is set in a factor that is an unsigned word, or in an unsigned c.
pub(super) fn d3_inputs(case: &Case, inputs: [u32; 3]) -> bool {
    let mode = mode_of(&case.operation);
    let [a, b, c] = case.fill(inputs);
    is_u32(mode.a) && bit_31(a) || is_u32(mode.b) && bit_31(b) || has_unsigned_intermediate(mode) && bit_31(c)
}

/// b is a constant of 16 bits by dtype's sign, which btype's sign extends to another number.
pub(super) fn d4(case: &Case) -> bool {
    let Case { operation, constants: [_, b, _] } = case;
    b.is_some_and(|word| match (operation.dtype.is_signed(), operation.b.ty.is_signed()) {
        (true, false) => (-0x8000..0).contains(&(word as i32)),
        (false, true) => (0x8000..0x1_0000).contains(&word),
        (true, true) | (false, false) => false,
    })
}

/// The selected part of a is not 0.
pub(super) fn d4_inputs(case: &Case, inputs: [u32; 3]) -> bool {
    case.exact(inputs).is_some_and(|trace| trace.ta != 0)
}

/// a is a constant, b has a minus sign, and the negated constant is not the number that `-a` means.
///
/// - `.u32` times unsigned: the signs of c and of the result change too, so that even 0 is wrong once it is shifted.
/// - `.u32` times signed: every constant but 0.
/// - `.s32`: -2147483648 alone, which has no negation in 32 bits.
pub(super) fn d6(case: &Case) -> bool {
    let Case { operation, constants: [a, b, _] } = case;
    let (Some(a), None, true) = (a, b, operation.accumulate.b_negate()) else { return false };
    let mode = mode_of(operation);
    let wrong = match (mode.a.sign, mode.b.sign) {
        (Sign::Unsigned, Sign::Unsigned) => *a != 0 || mode.scale != Scale::Pass,
        (Sign::Unsigned, Sign::Signed) => *a != 0,
        (Sign::Signed, _) => *a == 0x8000_0000,
    };
    wrong && shifts_or_saturates(mode)
}

/// The selected part of b is not 0, or c has bit 31.
pub(super) fn d6_inputs(case: &Case, inputs: [u32; 3]) -> bool {
    case.exact(inputs).is_some_and(|trace| trace.tb != 0) || bit_31(case.fill(inputs)[2])
}
