//! `partSelectSignExtend`, which the manual names (lines 144, 216, 301, 371) and describes in line 60.

use crate::ast::{Select, Type};

/// The selected byte, half-word or word of a register, sign- or zero-extended by its type: an `.s33` value.
#[inline]
pub(super) fn part_select_sign_extend(register: u32, ty: Type, select: Option<Select>) -> i64 {
    let (lsb, width) = select.map_or((0, 32), |select| (select.lsb(), select.width()));
    let part = (i64::from(register) >> lsb) & ((1 << width) - 1);
    let sign_bit = 1 << (width - 1);
    if ty.is_signed() && part & sign_bit != 0 { part - (1 << width) } else { part }
}
