//! What ptxas emits from sm_70 on: its results, and the ranges that the rows compare.
//!
//! The rules of the rows compare two ranges: that of the intermediate result, which follows from the operands' formats
//! and constants, and the range that the emitted code assumes.

use vmad_ptx::{
    ast::{ArithmeticOp, Operation, SecOp, Select, Shift, ShiftMode, ShiftOp, Tail, Type},
    reading::Reading,
    video::{StageTrace, VideoTrace, trace},
};

use crate::{
    bounds::{Range, intermediate, numbers, operand_range},
    case::Case,
};

/// The code from sm_70 on (D10 to D13): the result is computed in 64 bits, clamped, and then merged or compared.
pub(super) fn result(case: &Case, inputs: [u32; 3]) -> Option<u32> {
    let ptx = case.ptx?;
    let [a, b, c] = case.fill(inputs);
    let VideoTrace::Stages(stages) = trace(&ptx, a, b, c, &Reading::DEFAULT) else { return None };
    let value = clamped(&ptx, &stages)?;
    let low = value as u32;
    let merged = |select: Select, part: u32| {
        let mask = u32::MAX >> (32 - select.width()) << select.lsb();
        c & !mask | part << select.lsb() & mask
    };
    Some(match ptx.tail()? {
        Tail::None | Tail::Unused => low,
        // PRMT 0x3254 in place of 0x1054.
        Tail::Merge(Select::H1) => merged(Select::H1, low >> 16),
        Tail::Merge(select) => merged(select, low),
        Tail::Second(SecOp::Add) => low.wrapping_add(c),
        Tail::Second(op) => {
            let is_less = is_less(&ptx, &stages, value, c)?;
            if is_less == (op == SecOp::Min) { low } else { c }
        }
    })
}

/// The result after the clamp.
fn clamped(ptx: &Operation, stages: &StageTrace) -> Option<i128> {
    let word = |ty, tmp: i128| tmp.clamp(numbers(ty, 32)[0], numbers(ty, 32)[1]);
    Some(match (ptx, ptx.tail()?) {
        (Operation::Arithmetic(it), Tail::Merge(select)) if it.sat => {
            // The high word sets all bits, and the clamp is that of unsigned numbers.
            let [_, most] = numbers(it.dtype, select.width());
            let all = if stages.tmp >> 32 == 0 { stages.tmp } else { i128::from(u32::MAX) };
            all.min(most)
        }
        (Operation::Arithmetic(it), _) if it.sat => match it.dtype {
            Type::U32 if stages.tmp < 0 => 0,
            Type::U32 => i128::from(stages.tmp as u32),
            Type::S32 => word(Type::S32, stages.tmp),
        },
        (Operation::Shift(it), _) if it.sat => word(it.dtype, stages.tmp),
        _ => stages.tmp,
    })
}

/// Whether `.min` takes the result: a comparison of 64 bits, whose sign is that of dtype, of `vset` that of atype.
fn is_less(ptx: &Operation, stages: &StageTrace, value: i128, c: u32) -> Option<bool> {
    // SHF.R.S32.HI makes the high word, also of an unsigned result.
    let extended = i64::from((value as u32).cast_signed());
    let (signed, value) = match ptx {
        Operation::Set(it) => (it.a.ty.is_signed(), value as i64),
        Operation::Arithmetic(it) => match it.op {
            ArithmeticOp::Add | ArithmeticOp::Sub => (it.dtype.is_signed(), extended),
            _ if it.sat => (it.dtype.is_signed(), value as i64),
            _ => (it.dtype.is_signed(), stages.tmp as i64),
        },
        Operation::Shift(it) if it.sat => (it.dtype.is_signed(), extended),
        Operation::Shift(it) => match (it.op, stages.amount?) {
            // The result is not cut to 34 bits.
            (ShiftOp::Left, amount) => (it.dtype.is_signed(), (stages.ta << amount) as i64),
            (ShiftOp::Right, _) => (it.dtype.is_signed(), stages.tmp as i64),
        },
        Operation::MultiplyAdd(_) | Operation::Simd2(_) | Operation::Simd4(_) => return None,
    };
    Some(if signed { value < c.cast_signed().into() } else { value.cast_unsigned() < c.into() })
}

/// Whether the intermediate result of an arithmetic instruction can exceed an unsigned word.
pub fn exceeds_unsigned_word(case: &Case) -> bool {
    matches!(case.ptx, Some(Operation::Arithmetic(_)))
        && range(case).is_some_and(|[_, most]| most > u32::MAX.into())
}

pub(super) fn range(case: &Case) -> Option<Range> {
    let [a, b, _] = case.constants;
    Some(match case.ptx? {
        Operation::Arithmetic(it) => intermediate(it.op, [operand_range(it.a, a), operand_range(it.b, b)]),
        Operation::Shift(it) => shifted(&it, operand_range(it.a, a), b),
        _ => return None,
    })
}

pub(super) fn clamp([low, high]: Range, [least, most]: Range) -> Range {
    [low.clamp(least, most), high.clamp(least, most)]
}

fn shifted(it: &Shift, a: Range, amount: Option<u32>) -> Range {
    let amounts = match (amount, it.mode) {
        (None, ShiftMode::Clamp) => [0, 32],
        (None, ShiftMode::Wrap) => [0, 31],
        (Some(amount), ShiftMode::Clamp) => [amount.min(32); 2],
        (Some(amount), ShiftMode::Wrap) => [amount % 32; 2],
    };
    let shift = |value: i128, by: u32| match it.op {
        ShiftOp::Left => value << by,
        ShiftOp::Right => value >> by,
    };
    // The intermediate result has 34 bits: a constant can change its sign.
    if a[0] == a[1] {
        let cut = |by| shift(a[0], by) << (128 - 34) >> (128 - 34);
        let [first, last] = [amounts[0], amounts[1]];
        let widen = |[low, high]: Range, value| [low.min(value), high.max(value)];
        return (first..=last).map(cut).fold([cut(first); 2], widen);
    }
    let ends = a.map(|value| amounts.map(|by| shift(value, by)));
    [ends[0][0].min(ends[0][1]), ends[1][0].max(ends[1][1])]
}
