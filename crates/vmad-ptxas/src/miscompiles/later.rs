//! The cases of D10 to D13: what ptxas 12.9 compiles wrong from sm_70 on.
//!
//! The rules compare two ranges: that of the intermediate result, which follows from the operands' formats and
//! constants, and the range that the emitted code assumes.

use vmad_ptx::ast::{ArithmeticOp, Operation, SecOp, Select, Shift, ShiftMode, ShiftOp, Tail, Type};

use super::constants::operand_range;
use crate::row::Case;
use vmad_proof::bounds::{Range, intermediate, is_within, numbers};

/// A merge into `d.h1`.
pub(super) fn d10(case: &Case) -> bool {
    case.ptx.as_ref().and_then(Operation::tail) == Some(Tail::Merge(Select::H1))
}

/// Another merge with `.sat`: the result can be negative; of shifts, it can leave the range of the byte or half-word.
pub(super) fn d11(case: &Case) -> bool {
    match (case.ptx, range(case)) {
        (Some(Operation::Arithmetic(it)), Some(result)) => {
            it.sat && matches!(it.tail, Tail::Merge(_)) && result[0] < 0
        }
        (Some(Operation::Shift(it)), Some(result)) => match it.tail {
            Tail::Merge(select) => {
                let clamped = clamp(result, numbers(it.dtype, 32));
                it.sat && !is_within(clamped, numbers(it.dtype, select.width()))
            }
            _ => false,
        },
        _ => false,
    }
}

/// `.sat` to an unsigned word that the result can exceed, without a merge.
pub(super) fn d12(case: &Case) -> bool {
    let Some(Operation::Arithmetic(it)) = case.ptx else { return false };
    it.sat && it.dtype == Type::U32 && !matches!(it.tail, Tail::Merge(_)) && exceeds(case)
}

/// `.min` or `.max` of a number that the code reads as another number.
pub(super) fn d13(case: &Case) -> bool {
    let Some(ptx) = case.ptx else { return false };
    if !matches!(ptx.tail(), Some(Tail::Second(SecOp::Min | SecOp::Max))) {
        return false;
    }
    // The code reads the clamped result as signed if `signed`; without a clamp it compares more than 32 bits.
    let (dtype, sat, signed, adds) = match ptx {
        Operation::Set(it) => return it.a.ty.is_signed(),
        Operation::Shift(it) => (it.dtype, it.sat, true, false),
        Operation::Arithmetic(it) => {
            let adds = matches!(it.op, ArithmeticOp::Add | ArithmeticOp::Sub);
            (it.dtype, it.sat, adds, adds)
        }
        _ => return false,
    };
    let Some(result) = range(case) else { return false };
    let word = numbers(dtype, 32);
    if sat {
        signed && dtype == Type::U32 && clamp(result, word)[1] >> 31 == 1
    } else if adds {
        dtype == Type::U32 && !is_within(result, [0, i32::MAX.into()])
    } else {
        !is_within(result, word)
    }
}

/// Whether the intermediate result of an arithmetic instruction can exceed an unsigned word.
pub(crate) fn exceeds(case: &Case) -> bool {
    matches!(case.ptx, Some(Operation::Arithmetic(_)))
        && range(case).is_some_and(|[_, most]| most > u32::MAX.into())
}

fn range(case: &Case) -> Option<Range> {
    let [a, b, _] = case.constants;
    Some(match case.ptx? {
        Operation::Arithmetic(it) => intermediate(it.op, [operand_range(it.a, a), operand_range(it.b, b)]),
        Operation::Shift(it) => shifted(&it, operand_range(it.a, a), b),
        _ => return None,
    })
}

fn clamp([low, high]: Range, [least, most]: Range) -> Range {
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
        return (first..=last).map(cut).fold([cut(first); 2], |[low, high], it| [low.min(it), high.max(it)]);
    }
    let ends = a.map(|value| amounts.map(|by| shift(value, by)));
    [ends[0][0].min(ends[0][1]), ends[1][0].max(ends[1][1])]
}
