//! The constants of which ptxas makes an imm16.

use vmad_ptx::ast::{Arithmetic, ArithmeticOp, Comparison, Operation, Select, Source, Type};

use crate::{
    row::Case,
    versions::{Version, history::NEGATIVE_IMM16},
};
use vmad_proof::bounds::{Range, numbers, values};

/// A constant b that changes the result of `vadd`, `vsub`, `vabsdiff`, `vmin` or `vmax` for some a and c. Shifts do not
/// change: both amounts are above 32, and differ by a multiple of 2^16.
pub(super) fn d8(case: &Case) -> bool {
    let [a, b, _] = case.constants;
    matches!((&case.ptx, b), (Some(Operation::Arithmetic(it)), Some(b)) if is_wrong(it, a, b))
}

/// A constant b of `vset` that becomes an imm16.
pub(super) fn is_d9(case: &Case) -> bool {
    let is_immediate = |b: u32| b != 0 && fits_imm16(b, Type::U32, Version::NEWEST);
    matches!((&case.ptx, case.constants), (Some(Operation::Set(_)), [_, Some(b), _]) if is_immediate(b))
}

/// A constant b of `vset` that becomes another number as an imm16, on sm_35 and sm_37.
pub(super) fn d8_vset(case: &Case) -> bool {
    let (Some(Operation::Set(it)), [a, Some(b), _]) = (&case.ptx, case.constants) else { return false };
    let [exact, made] = [number(b, it.b.ty), imm16(b, it.b.ty)];
    let [low, high] = operand_range(it.a, a);
    let candidates =
        [low, high, exact - 1, exact, exact + 1, made - 1, made, made + 1].map(|a| a.clamp(low, high));
    is_d9(case)
        && exact != made
        && candidates.into_iter().any(|a| compare(it.cmp, a, exact) != compare(it.cmp, a, made))
}

/// The result of a comparison of numbers; P7 has the unsigned ones, which are all `.LT`.
pub(super) const fn compare(cmp: Comparison, a: i128, b: i128) -> bool {
    match cmp {
        Comparison::Eq => a == b,
        Comparison::Ne => a != b,
        Comparison::Le => a <= b,
        Comparison::Gt => a > b,
        Comparison::Ge => a >= b,
        Comparison::Lt | Comparison::Lo | Comparison::Ls | Comparison::Hi | Comparison::Hs => a < b,
    }
}

/// Whether ptxas makes an imm16 of a constant: 0 to 65535 if `.dtype` is `.u32`; if it is `.s32`, 0 to 32767 up to
/// ptxas 12.4, and -32768 to 32767 from 12.5 on.
pub(crate) fn fits_imm16(value: u32, dtype: Type, version: Version) -> bool {
    match dtype {
        Type::S32 if NEGATIVE_IMM16.contains(version) => i16::try_from(value as i32).is_ok(),
        Type::S32 => value < 0x8000,
        Type::U32 => u16::try_from(value).is_ok(),
    }
}

/// The first and the last constant b of [`D8`](super::D8) with a register a, by dtype's sign; each constant between
/// them is one too. [`None`] if there is none.
pub fn miscompiled_constants(it: &Arithmetic) -> Option<[i64; 2]> {
    let mut wrong = fitting(it.dtype).filter(|b| is_wrong(it, None, *b as u32));
    let first = wrong.next()?;
    Some([first, wrong.next_back().unwrap_or(first)])
}

/// The numbers of which the newest ptxas makes an imm16.
fn fitting(dtype: Type) -> std::ops::Range<i64> {
    match dtype {
        Type::S32 => -0x8000..0x8000,
        Type::U32 => 0..0x1_0000,
    }
}

/// Whether there are values of a and c for which the imm16 gives another result than the constant b.
///
/// The intermediate results of two constants are compared at the ends of a's range and next to both constants: there
/// they differ if they differ anywhere. Of the tail, only the width of a merge matters: some c shows every difference.
fn is_wrong(it: &Arithmetic, a: Option<u32>, b: u32) -> bool {
    let exact = number(b, it.b.ty);
    let made = if fits_imm16(b, it.dtype, Version::NEWEST) { imm16(b, it.b.ty) } else { exact };
    let [low, high] = operand_range(it.a, a);
    let candidates = [low, high, 0, 1, made, made + 1, exact].map(|a| a.clamp(low, high));
    made != exact && candidates.into_iter().any(|a| part(it, a, exact) != part(it, a, made))
}

/// A word as a number.
pub(super) fn number(word: u32, ty: Type) -> i128 {
    if ty.is_signed() { word.cast_signed().into() } else { word.into() }
}

/// The low 16 bits of a word, extended by a type.
pub(super) fn imm16(word: u32, ty: Type) -> i128 {
    let half = word as u16;
    if ty.is_signed() { half.cast_signed().into() } else { half.into() }
}

/// The values of an operand.
pub(super) fn operand_range(source: Source, constant: Option<u32>) -> Range {
    constant.map_or_else(|| values(source), |word| [number(word, source.ty); 2])
}

/// The bits of the result that are written, or go to the second operation.
fn part(it: &Arithmetic, a: i128, b: i128) -> i128 {
    let value = match it.op {
        ArithmeticOp::Add => a + b,
        ArithmeticOp::Sub => a - b,
        ArithmeticOp::AbsDiff => (a - b).abs(),
        ArithmeticOp::Min => a.min(b),
        ArithmeticOp::Max => a.max(b),
    };
    let width = it.tail.dsel().map_or(32, Select::width);
    let [low, high] = numbers(it.dtype, width);
    let value = if it.sat { value.clamp(low, high) } else { value };
    value & ((1 << width) - 1)
}
