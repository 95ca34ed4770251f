//! Operand select and extend.

use crate::{
    logic::Logic,
    operand::{Operand, Selector, Sign, Width},
};

/// The wires of one source operand.
#[derive(Clone, Debug)]
pub struct OperandWires<L: Logic> {
    /// The raw operand: a register, or an imm16 with zeros above it.
    pub port: L::Bits<32>,
    /// The selected field, at the low end, with zeros above it.
    pub field: L::Bits<32>,
    /// The field extended by its format's width and sign. 33 bits hold a U32 and an S32 alike.
    pub extended: L::Bits<33>,
}

/// Select and extend: from a port to the number that is multiplied.
#[inline]
pub fn operand<L: Logic>(logic: &L, operand: Operand, port: L::Bits<32>) -> OperandWires<L> {
    let field = select(logic, operand.selector, &port);
    let extended = extend(logic, operand, &field);
    OperandWires { port, field, extended }
}

/// `.partselA`, `.partselB`: takes the byte, the half-word or the word, and puts it at the low end.
#[inline]
pub fn select<L: Logic>(logic: &L, selector: Selector, port: &L::Bits<32>) -> L::Bits<32> {
    let low = selector.low_bit();
    match selector.width() {
        Width::Byte => logic.zero_extend(&logic.field::<32, 8>(port, low)),
        Width::Half => logic.zero_extend(&logic.field::<32, 16>(port, low)),
        Width::Word => port.clone(),
    }
}

/// "The input operands are extended to full 32 bits, even if they were specified as U16/S16 or U8/S8."
///
/// In 33 bits of two's complement, which hold the 32 of a U32 and those of an S32 alike, so that one multiplier serves
/// every pair of formats.
#[inline]
pub fn extend<L: Logic>(logic: &L, operand: Operand, field: &L::Bits<32>) -> L::Bits<33> {
    match operand.selector.width() {
        Width::Byte => extend_from(logic, operand.sign, &logic.field::<32, 8>(field, 0)),
        Width::Half => extend_from(logic, operand.sign, &logic.field::<32, 16>(field, 0)),
        Width::Word => extend_from(logic, operand.sign, field),
    }
}

#[inline]
fn extend_from<L: Logic, const N: u32>(logic: &L, sign: Sign, field: &L::Bits<N>) -> L::Bits<33> {
    match sign {
        Sign::Unsigned => logic.zero_extend(field),
        Sign::Signed => logic.sign_extend(field),
    }
}
