//! `partSelectSignExtend`, which the PTX ISA names (lines 144, 216, 301, 371) and describes in line 60.

use crate::ast::{Select, Type};
use crate::domain::Domain;

/// The selected byte, half-word or word of a register, sign- or zero-extended by its type: an `.s33` value.
#[inline]
pub(super) fn part_select_sign_extend<D: Domain>(
    domain: &D,
    register: D::Number,
    ty: Type,
    select: Option<Select>,
) -> D::Number {
    let (lsb, width) = select.map_or((0, 32), |select| (select.lsb(), select.width()));
    domain.field(register, lsb, width, ty.is_signed())
}
