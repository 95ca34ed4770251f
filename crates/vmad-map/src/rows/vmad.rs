//! Facts about the modes of `vmad` that several rows use.

use vmad_unit::{Format, Kind, Operand, Saturate, Scale, Sign, vmad::Mode};

pub(super) const VMAD: &[Kind] = &[Kind::Vmad];

pub(super) fn saturates(mode: Mode) -> bool {
    mode.saturate == Saturate::On
}

/// Whether the result depends on more than the low 32 bits of tmp.
pub(super) fn shifts_or_saturates(mode: Mode) -> bool {
    mode.scale != Scale::Pass || saturates(mode)
}

pub(super) fn has_signed_result(mode: Mode) -> bool {
    mode.final_sign() == Sign::Signed
}

pub(super) fn has_unsigned_intermediate(mode: Mode) -> bool {
    mode.intermediate_sign() == Sign::Unsigned
}

pub(super) fn is_u32(operand: Operand) -> bool {
    operand.format() == Format::U32
}

pub(super) const fn bit_31(word: u32) -> bool {
    word >> 31 == 1
}
