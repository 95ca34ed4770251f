//! The stages joined.

use crate::{
    Sign,
    bits::{Bits, Machine},
    logic::Logic,
    stages::{
        AdderWires, OperandWires, SaturateWires, add_with_psign, final_sign, intermediate_sign, multiply,
        normalise, operand, saturate,
    },
    vmad::Mode,
};

/// Every wire of one execution.
#[derive(Clone, Debug)]
pub struct Wires<L: Logic> {
    /// The A operand.
    pub a: OperandWires<L>,
    /// The B operand.
    pub b: OperandWires<L>,
    /// The C port: a whole register, always.
    pub c: L::Bits<32>,
    /// `A * B`.
    pub product: L::Bits<66>,
    /// The sign of the product and of C.
    pub intermediate_sign: Sign,
    /// The psign adder.
    pub adder: AdderWires<L>,
    /// The sign of the result.
    pub final_sign: Sign,
    /// tmp after the normalisation shift.
    pub shr: L::Bits<66>,
    /// The clamp.
    pub saturate: SaturateWires<L>,
}

impl<L: Logic> Wires<L> {
    /// Runs the datapath in any [`Logic`]: the one description of what the unit computes.
    #[expect(clippy::inline_always, reason = "see `execute`")]
    #[inline(always)]
    pub fn compute(logic: &L, mode: Mode, a: L::Bits<32>, b: L::Bits<32>, c: L::Bits<32>) -> Self {
        let a = operand(logic, mode.a, a);
        let b = operand(logic, mode.b, b);
        let product = multiply(logic, &a.extended, &b.extended);
        let intermediate_sign = intermediate_sign(&mode);
        let adder = add_with_psign(logic, mode.psign, intermediate_sign, &product, &c);
        let final_sign = final_sign(&mode);
        let shr = normalise(logic, mode.scale, final_sign, &adder.tmp);
        let saturate = saturate(logic, mode.saturate, final_sign, &shr);
        Self { a, b, c, product, intermediate_sign, adder, final_sign, shr, saturate }
    }
}

/// The 32-bit result of one execution.
///
/// `a`, `b` and `c` are what stands on the three ports: whole registers, or for `b` an imm16 with zeros above it.
/// The compiler removes the wires that the result does not need, and where the caller's mode is a constant,
/// the choices.
#[expect(
    clippy::inline_always,
    reason = "a loop over one setting takes half the time; by itself it is too large"
)]
#[inline(always)]
pub fn execute(mode: Mode, a: u32, b: u32, c: u32) -> u32 {
    wires(mode, a, b, c).saturate.result.unsigned() as u32
}

/// Every wire of one execution on machine integers.
#[expect(clippy::inline_always, reason = "see `execute`")]
#[inline(always)]
pub(crate) fn wires(mode: Mode, a: u32, b: u32, c: u32) -> Wires<Machine> {
    let port = |value: u32| Bits::wrap(value as i128);
    Wires::compute(&Machine, mode, port(a), port(b), port(c))
}
