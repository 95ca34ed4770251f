//! The primary operation of `vshl` and `vshr`: lines 218 to 223.

use crate::ast::{ShiftMode, ShiftOp, Type};
use crate::domain::Domain;
use crate::reading::{Reading, ShiftFill, ShiftLeft};

impl ShiftMode {
    /// `tb` after lines 218 and 219: from 0 to 32. A zero-extended part is never negative.
    pub(crate) fn amount<D: Domain>(self, domain: &D, tb: D::Number) -> D::Number {
        match self {
            Self::Clamp => domain.min(tb, domain.constant(32)),
            Self::Wrap => domain.field(tb, 0, 5, false),
        }
    }
}

/// `tmp`: lines 220 to 223.
pub(super) fn primary<D: Domain>(
    domain: &D,
    op: ShiftOp,
    ta: D::Number,
    amount: D::Number,
    dtype: Type,
    reading: &Reading,
) -> D::Number {
    match (op, reading.shift_left, reading.shift_fill) {
        (ShiftOp::Left, ShiftLeft::S34, _) => domain.field(domain.shift_left(ta, amount), 0, 34, true),
        (ShiftOp::Left, ShiftLeft::Whole, _) => domain.shift_left(ta, amount),
        (ShiftOp::Right, _, ShiftFill::ByAtype) => domain.shift_right(ta, amount),
        // The lower 32 bits, extended by `dtype`: it decides whether a shift is signed.
        (ShiftOp::Right, _, ShiftFill::ByDtype) => {
            domain.shift_right(domain.field(ta, 0, 32, dtype.is_signed()), amount)
        }
    }
}
