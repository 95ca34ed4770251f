//! `optSecOp` and `optMerge`: lines 80 to 101, called `optSecondaryOp` in lines 156, 226 and 374.

use crate::ast::{SecOp, Select, Tail, Type};
use crate::reading::{Assignment, Intermediate, Reading, ThirdOperand};
use crate::video::saturate::{opt_saturate, sign_extend};
use crate::video::trace::StageTrace;

/// The results of stages 1 and 2, which stages 3 and 4 use (lines 34 to 44).
#[derive(Clone, Copy)]
pub(super) struct Stages {
    pub(super) ta: i64,
    pub(super) tb: i64,
    pub(super) amount: Option<u32>,
    pub(super) tmp: i128,
    pub(super) sat: bool,
    pub(super) dtype: Type,
    pub(super) tail: Tail,
}

/// Saturation, then second operation or merge: lines 154 to 157, 224 to 227, 374 and 375. "The lower 32-bits are then
/// written to the destination operand" (line 103).
pub(super) fn finish(stages: Stages, c: u32, reading: &Reading) -> StageTrace {
    let Stages { ta, tb, amount, tmp, sat, dtype, tail } = stages;
    let saturated = opt_saturate(tmp, sat, dtype, tail.dsel());
    let intermediate = match reading.intermediate {
        Intermediate::Cut32 => by_type(saturated as u32, dtype),
        Intermediate::S33 => sign_extend(saturated, 33),
        Intermediate::Whole => saturated,
    };
    let c_extended = match reading.third_operand {
        ThirdOperand::ByDtype => by_type(c, dtype),
        ThirdOperand::Signed => by_type(c, Type::S32),
    };
    let second = tail.secop().map(|secop| opt_sec_op(secop, intermediate, c_extended));
    let merged = tail.dsel().map(|dsel| opt_merge(dsel, saturated as u32, c));
    let d = match (second, merged, reading.assignment) {
        (_, Some(merged), _) => merged,
        (Some(second), None, Assignment::OneOfBoth) => second as u32,
        (Some(_), None, Assignment::LastWins) | (None, None, _) => saturated as u32,
    };
    let c = tail.secop().map(|_| c_extended);
    StageTrace { ta, tb, amount, tmp, saturated, intermediate, c, second, merged, d }
}

/// A 32-bit value as its type reads it.
fn by_type(word: u32, ty: Type) -> i128 {
    if ty.is_signed() { sign_extend(i128::from(word), 32) } else { i128::from(word) }
}

/// Lines 82 to 89.
fn opt_sec_op(secop: SecOp, tmp: i128, c: i128) -> i128 {
    match secop {
        SecOp::Add => tmp + c,
        SecOp::Min => tmp.min(c),
        SecOp::Max => tmp.max(c),
    }
}

/// Lines 91 to 101.
fn opt_merge(dsel: Select, tmp: u32, c: u32) -> u32 {
    match dsel {
        Select::H0 => (tmp & 0xffff) | (0xffff0000 & c),
        Select::H1 => ((tmp & 0xffff) << 16) | (0x0000ffff & c),
        Select::B0 => (tmp & 0xff) | (0xffffff00 & c),
        Select::B1 => ((tmp & 0xff) << 8) | (0xffff00ff & c),
        Select::B2 => ((tmp & 0xff) << 16) | (0xff00ffff & c),
        Select::B3 => ((tmp & 0xff) << 24) | (0x00ffffff & c),
    }
}
