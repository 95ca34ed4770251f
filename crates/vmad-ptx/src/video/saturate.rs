//! `optSaturate`: lines 62 to 78.

use crate::ast::{Select, Type};

/// `CLAMP` to the range of the destination: of `dtype`, and of the destination's part if the result is merged.
pub(super) fn opt_saturate(tmp: i128, sat: bool, dtype: Type, dsel: Option<Select>) -> i128 {
    if !sat {
        return tmp;
    }
    let width = dsel.map_or(32, Select::width);
    clamp(tmp, width, dtype.is_signed())
}

/// `CLAMP(tmp, S8_MAX, S8_MIN)` and its kin, for any width and sign.
#[inline]
pub(super) fn clamp(tmp: i128, width: u32, signed: bool) -> i128 {
    if signed {
        tmp.clamp(-(1 << (width - 1)), (1 << (width - 1)) - 1)
    } else {
        tmp.clamp(0, (1 << width) - 1)
    }
}

/// The lower `width` bits of a value, from 1 to 127, read as two's complement.
#[inline]
pub(super) fn sign_extend(value: i128, width: u32) -> i128 {
    (value << (128 - width)) >> (128 - width)
}
