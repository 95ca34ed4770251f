//! From the fields of a word to the types of the unit, and back.

use vmad_unit::{Operand, Output, Saturate, SecondOp, Selector, Sign};

/// [`None`] for selector 7.
#[inline]
pub(super) fn operand(select: u8, signed: u8) -> Option<Operand> {
    Some(Operand { selector: Selector::from_encoding(select)?, sign: Sign::from_encoding(signed) })
}

/// The B selector; an imm16 (kind 0) is the low half of its port.
#[inline]
pub(super) const fn b_select(kind: u8, select: u8) -> u8 {
    if kind == 1 { select } else { Selector::H0.encoding() }
}

/// The stages after the operation.
#[inline]
pub(super) const fn output(signed: u8, sat: u8, secop: u8) -> Output {
    Output {
        sign: Sign::from_encoding(signed),
        saturate: Saturate::from_encoding(sat),
        second: SecondOp::from_encoding(secop),
    }
}

/// A word with the stages after the operation.
macro_rules! with_output {
    ($word:expr, $output:expr) => {
        $word
            .with_signed($output.sign.encoding())
            .with_sat($output.saturate.encoding())
            .with_secop($output.second.encoding())
    };
}
pub(super) use with_output;
