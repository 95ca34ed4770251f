//! The primary operation of `vshl` and `vshr`: lines 218 to 223.

use crate::ast::{ShiftMode, ShiftOp, Type};
use crate::reading::{Reading, ShiftFill, ShiftLeft};
use crate::video::saturate::sign_extend;

/// `tb` after lines 218 and 219: from 0 to 32.
pub(super) fn amount(mode: ShiftMode, tb: i64) -> u32 {
    let amount = match mode {
        ShiftMode::Clamp => tb.min(32),
        ShiftMode::Wrap => tb & 0x1f,
    };
    // A zero-extended part is never negative.
    amount as u32
}

/// `tmp`: lines 220 to 223.
pub(super) fn primary(op: ShiftOp, ta: i64, amount: u32, dtype: Type, reading: &Reading) -> i128 {
    let ta = i128::from(ta);
    match (op, reading.shift_left, reading.shift_fill) {
        (ShiftOp::Left, ShiftLeft::S34, _) => sign_extend(ta << amount, 34),
        (ShiftOp::Left, ShiftLeft::Whole, _) => ta << amount,
        (ShiftOp::Right, _, ShiftFill::ByAtype) => ta >> amount,
        (ShiftOp::Right, _, ShiftFill::ByDtype) => by_dtype(ta, dtype) >> amount,
    }
}

/// The lower 32 bits, extended by `dtype`: the shifted value if `dtype` decides whether a shift is signed.
fn by_dtype(ta: i128, dtype: Type) -> i128 {
    if dtype.is_signed() { sign_extend(ta, 32) } else { ta & 0xffff_ffff }
}
