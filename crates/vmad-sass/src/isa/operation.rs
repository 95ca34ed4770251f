//! From the fields of a word to the types of the unit, and back.

use vmad_unit::{Operand, Output, Saturate, SecondOp, Selector, Sign};

#[inline]
pub(super) const fn sign(bit: u8) -> Sign {
    if bit == 1 { Sign::Signed } else { Sign::Unsigned }
}

#[inline]
pub(super) const fn saturate(bit: u8) -> Saturate {
    if bit == 1 { Saturate::On } else { Saturate::Off }
}

/// [`None`] for selector 7.
#[inline]
pub(super) fn operand(select: u8, signed: u8) -> Option<Operand> {
    Some(Operand { selector: Selector::from_encoding(select)?, sign: sign(signed) })
}

/// The B selector; an imm16 (kind 0) is the low half of its port.
#[inline]
pub(super) const fn b_select(kind: u8, select: u8) -> u8 {
    if kind == 1 { select } else { Selector::H0.encoding() }
}

/// The stages after the operation.
#[inline]
pub(super) const fn output(signed: u8, sat: u8, secop: u8) -> Output {
    Output { sign: sign(signed), saturate: saturate(sat), second: SecondOp::from_encoding(secop) }
}

pub(super) const fn signed(sign: Sign) -> u8 {
    matches!(sign, Sign::Signed) as u8
}

pub(super) const fn sat(saturate: Saturate) -> u8 {
    matches!(saturate, Saturate::On) as u8
}

/// A word with the stages after the operation.
macro_rules! with_output {
    ($word:expr, $output:expr) => {
        $word
            .with_signed($crate::isa::operation::signed($output.sign))
            .with_sat($crate::isa::operation::sat($output.saturate))
            .with_secop($output.second.encoding())
    };
}
pub(super) use with_output;
