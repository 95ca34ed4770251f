//! What the code of some miscompiles computes.

use vmad_proof::bounds::numbers;
use vmad_ptx::{
    ast::{ArithmeticOp, Operation, SecOp, Select, ShiftOp, Tail, Type},
    reading::Reading,
    video::{StageTrace, VideoTrace, after_primary, trace},
};

use super::constants::{compare, imm16};
use crate::row::Case;

/// The code from sm_70 on (D10 to D13): the result is computed in 64 bits, clamped, and then merged or compared.
pub(super) fn later(case: &Case, inputs: [u32; 3]) -> Option<u32> {
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

/// `vset` with the imm16 of a constant b (D8 on sm_35 and sm_37).
pub(super) fn vset_with_imm16(case: &Case, inputs: [u32; 3]) -> Option<u32> {
    let ptx @ Operation::Set(it) = case.ptx? else { return None };
    let [a, b, c] = case.fill(inputs);
    let VideoTrace::Stages(stages) = trace(&ptx, a, b, c, &Reading::DEFAULT) else { return None };
    let result = compare(it.cmp, stages.ta, imm16(b, it.b.ty));
    Some(after_primary(Type::U32, false, it.tail, [result.into(), c.into()], &Reading::DEFAULT))
}
