//! The cases and inputs of the miscompiles of `vmad`.

use vmad_ptx::ast::{Operation, Type};
use vmad_sass::dispatch::Dispatch;
use vmad_unit::{Format, Operand, Saturate, Scale, Sign, Width, vmad::Mode};

use crate::{row::Case, spelling::mode_of};

/// Whether the result depends on more than the low 32 bits of tmp.
fn shifts_or_saturates(mode: Mode) -> bool {
    mode.scale != Scale::Pass || mode.saturate == Saturate::On
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

/// D3's code takes bit 31 of a factor that is an unsigned word, or of an unsigned c, for a sign. A constant without
/// that bit is not affected.
pub(super) fn d3(case: &Case) -> bool {
    let Some((mode, _)) = case.vmad() else { return false };
    let [a, b, c] = case.constants.map(|constant| constant.is_none_or(bit_31));
    shifts_or_saturates(mode)
        && (is_u32(mode.a) && a || is_u32(mode.b) && b || has_unsigned_intermediate(mode) && c)
}

/// D3 for the forms that are not coupled.
pub(super) fn d3p(case: &Case) -> bool {
    d3(case) && !is_coupled(case)
}

/// Whether both factors are bytes or half-words of registers.
pub(crate) fn is_coupled(case: &Case) -> bool {
    let [a, b] = widths(case);
    Dispatch::of(a, b) == Dispatch::Coupled
}

/// The widths of the factors of a `vmad`; a constant counts as a word.
pub(crate) fn widths(case: &Case) -> [Width; 2] {
    let of = |index: usize, operand: Operand| match case.constants[index] {
        Some(_) => Width::Word,
        None => operand.selector.width(),
    };
    case.vmad().map_or([Width::Word; 2], |(mode, _)| [of(0, mode.a), of(1, mode.b)])
}

/// Bit 31 is set in a factor that is an unsigned word, or in an unsigned c.
pub(super) fn d3_inputs(case: &Case, inputs: [u32; 3]) -> bool {
    let Some((mode, _)) = case.vmad() else { return false };
    let [a, b, c] = case.fill(inputs);
    is_u32(mode.a) && bit_31(a) || is_u32(mode.b) && bit_31(b) || has_unsigned_intermediate(mode) && bit_31(c)
}

/// b is a constant of 16 bits by dtype's sign, which btype's sign extends to another number.
pub(super) fn d4(case: &Case) -> bool {
    let (Some((mode, dtype)), [_, Some(word), _]) = (case.vmad(), case.constants) else { return false };
    match (dtype, mode.b.sign) {
        (Type::S32, Sign::Unsigned) => (-0x8000..0).contains(&(word as i32)),
        (Type::U32, Sign::Signed) => (0x8000..0x1_0000).contains(&word),
        (Type::S32, Sign::Signed) | (Type::U32, Sign::Unsigned) => false,
    }
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
    let (Some(Operation::MultiplyAdd(operation)), [Some(a), None, _]) = (&case.ptx, case.constants) else {
        return false;
    };
    let mode = mode_of(operation);
    let wrong = match (mode.a.sign, mode.b.sign) {
        (Sign::Unsigned, Sign::Unsigned) => a != 0 || mode.scale != Scale::Pass,
        (Sign::Unsigned, Sign::Signed) => a != 0,
        (Sign::Signed, _) => a == 0x8000_0000,
    };
    operation.accumulate.b_negate() && wrong && shifts_or_saturates(mode)
}

/// The selected part of b is not 0, or c has bit 31.
pub(super) fn d6_inputs(case: &Case, inputs: [u32; 3]) -> bool {
    case.exact(inputs).is_some_and(|trace| trace.tb != 0) || bit_31(case.fill(inputs)[2])
}
