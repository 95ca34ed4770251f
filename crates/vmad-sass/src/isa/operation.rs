//! From the fields of a word to the types of the unit, and back.

use vmad_unit::{Operand, Output, Saturate, SecondOp, Selector, Sign};

use super::kinds::{
    ASelect, ASigned, BIsRegister, BSelect, BSigned, FieldType, ResultSign, Saturate as Sat,
    SecondOp as Secop, WordForm,
};

/// A field of at most eight bits.
#[inline]
pub(super) fn field<W: WordForm, T: FieldType>(word: u64) -> u8 {
    const { assert!(T::WIDTH <= 8) };
    W::get::<T>(word) as u8
}

/// The operand A; [`None`] for selector 7.
#[inline]
pub(super) fn a<W: WordForm>(word: u64) -> Option<Operand> {
    let selector = Selector::from_encoding(field::<W, ASelect>(word))?;
    Some(Operand { selector, sign: Sign::from_encoding(field::<W, ASigned>(word)) })
}

/// The operand B; [`None`] for selector 7.
#[inline]
pub(super) fn b<W: WordForm>(word: u64) -> Option<Operand> {
    Some(Operand { selector: b_selector::<W>(word)?, sign: Sign::from_encoding(field::<W, BSigned>(word)) })
}

/// The selector of B; an imm16 (kind 0) is the low half of its port.
#[inline]
pub(super) fn b_selector<W: WordForm>(word: u64) -> Option<Selector> {
    let select = field::<W, BSelect>(word);
    Selector::from_encoding(if W::get::<BIsRegister>(word) == 1 { select } else { Selector::H0.encoding() })
}

/// The stages after the operation.
#[inline]
pub(super) fn output<W: WordForm>(word: u64) -> Output {
    Output {
        sign: Sign::from_encoding(field::<W, ResultSign>(word)),
        saturate: Saturate::from_encoding(field::<W, Sat>(word)),
        second: SecondOp::from_encoding(field::<W, Secop>(word)),
    }
}

/// The bits of the stages after the operation.
pub(super) fn output_bits<W: WordForm>(output: Output) -> u64 {
    W::put::<ResultSign>(output.sign.encoding())
        | W::put::<Sat>(output.saturate.encoding())
        | W::put::<Secop>(output.second.encoding())
}
