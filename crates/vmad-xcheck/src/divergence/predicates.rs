//! For which modes, constants and inputs the rows of the map say that their models part.

use vmad_ptx::ast::{MultiplyAdd, Scale, Select, Source};

use super::{case::Case, model::exact};

/// What is done with the product and c, as the manual's table of operand combinations sorts them.
struct Signs {
    /// Both types unsigned.
    unsigned_factors: bool,
    /// `-(a*b)`.
    negate_product: bool,
    /// `-c`.
    negate_c: bool,
}

impl Signs {
    fn of(operation: &MultiplyAdd) -> Self {
        let accumulate = operation.accumulate;
        Self {
            unsigned_factors: !operation.a.ty.is_signed() && !operation.b.ty.is_signed(),
            negate_product: accumulate.a_negate() != accumulate.b_negate(),
            negate_c: accumulate.c_negate(),
        }
    }

    /// The intermediate result and c are unsigned.
    const fn unsigned_intermediate(&self) -> bool {
        self.unsigned_factors && !self.negate_product
    }

    /// The final result is unsigned.
    const fn unsigned_final(&self) -> bool {
        self.unsigned_intermediate() && !self.negate_c
    }
}

/// More than the low 32 bits of tmp reach the result.
fn shifted_or_saturated(operation: &MultiplyAdd) -> bool {
    operation.scale != Scale::Pass || operation.sat
}

const fn is_word(source: Source) -> bool {
    source.select.is_none()
}

const fn is_u32(source: Source) -> bool {
    is_word(source) && !source.ty.is_signed()
}

const fn bit_31(word: u32) -> bool {
    word >> 31 == 1
}

/// `(u32 * u32) - u32` of any widths, shifted or saturated.
pub(super) fn d1(case: &Case) -> bool {
    let signs = Signs::of(&case.operation);
    signs.unsigned_intermediate() && signs.negate_c && shifted_or_saturated(&case.operation)
}

/// c has bit 31.
pub(super) fn d1_inputs(case: &Case, inputs: [u32; 3]) -> bool {
    bit_31(case.fill(inputs)[2])
}

/// Two unsigned words, the product or c negated, saturated.
pub(super) fn d2(case: &Case) -> bool {
    let signs = Signs::of(&case.operation);
    let Case { operation, .. } = case;
    is_u32(operation.a) && is_u32(operation.b) && (signs.negate_product || signs.negate_c) && operation.sat
}

/// D2 without a shift: after one the value fits the mask.
pub(super) fn d2m(case: &Case) -> bool {
    d2(case) && case.operation.scale == Scale::Pass
}

/// tmp is outside the range of a signed 64-bit number.
pub(super) fn d2_inputs(case: &Case, inputs: [u32; 3]) -> bool {
    exact(case, inputs).is_some_and(|trace| i64::try_from(trace.tmp).is_err())
}

/// A factor is an unsigned word, or c is unsigned; shifted or saturated.
pub(super) fn d3(case: &Case) -> bool {
    let Case { operation, .. } = case;
    let unsigned_word = is_u32(operation.a) || is_u32(operation.b);
    (unsigned_word || Signs::of(operation).unsigned_intermediate()) && shifted_or_saturated(operation)
}

/// Bit 31 is set of a factor that is an unsigned word, or of an unsigned c.
pub(super) fn d3_inputs(case: &Case, inputs: [u32; 3]) -> bool {
    let Case { operation, .. } = case;
    let [a, b, c] = case.fill(inputs);
    is_u32(operation.a) && bit_31(a)
        || is_u32(operation.b) && bit_31(b)
        || Signs::of(operation).unsigned_intermediate() && bit_31(c)
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
    exact(case, inputs).is_some_and(|trace| trace.ta != 0)
}

/// a is a constant, b has a minus sign, and the negated constant is not the number that `-a` means.
///
/// - `.u32` times unsigned: the signs of c and of the result change too, so that even 0 is wrong once it is shifted.
/// - `.u32` times signed: every constant but 0.
/// - `.s32`: -2147483648 alone, which has no negation in 32 bits.
pub(super) fn d6(case: &Case) -> bool {
    let Case { operation, constants: [a, b, _] } = case;
    let (Some(a), None, true) = (a, b, operation.accumulate.b_negate()) else { return false };
    let wrong = match (operation.a.ty.is_signed(), operation.b.ty.is_signed()) {
        (false, false) => *a != 0 || operation.scale != Scale::Pass,
        (false, true) => *a != 0,
        (true, _) => *a == 0x8000_0000,
    };
    wrong && shifted_or_saturated(operation)
}

/// The selected part of b is not 0, or c has bit 31.
pub(super) fn d6_inputs(case: &Case, inputs: [u32; 3]) -> bool {
    exact(case, inputs).is_some_and(|trace| trace.tb != 0) || bit_31(case.fill(inputs)[2])
}

/// Signed, shifted and saturated.
pub(super) fn p8(case: &Case) -> bool {
    let Case { operation, .. } = case;
    !Signs::of(operation).unsigned_final() && operation.scale != Scale::Pass && operation.sat
}

/// tmp is negative.
pub(super) fn p8_inputs(case: &Case, inputs: [u32; 3]) -> bool {
    exact(case, inputs).is_some_and(|trace| trace.tmp < 0)
}

/// Saturated, dtype has not the final result's sign, and the result can be where the two ranges differ.
///
/// A signed result can be negative in every mode. An unsigned one must be able to exceed `S32_MAX`, which narrow
/// factors cannot once they are shifted.
pub(super) fn p10(case: &Case) -> bool {
    let Case { operation, .. } = case;
    let unsigned = Signs::of(operation).unsigned_final();
    let reaches = !unsigned || largest(operation) > i128::from(i32::MAX);
    operation.sat && operation.dtype.is_signed() == unsigned && reaches
}

/// The largest result of unsigned factors before the clamp: all bits set.
fn largest(operation: &MultiplyAdd) -> i128 {
    let factor = |source: Source| (1 << source.select.map_or(32, Select::width)) - 1;
    let sum: i128 = factor(operation.a) * factor(operation.b) + i128::from(u32::MAX);
    (sum + i128::from(operation.accumulate.po())) >> operation.scale.amount()
}

/// The result before the clamp is negative, or above 2147483647.
pub(super) fn p10_inputs(case: &Case, inputs: [u32; 3]) -> bool {
    exact(case, inputs).is_some_and(|trace| !(0..=i128::from(i32::MAX)).contains(&trace.result))
}
