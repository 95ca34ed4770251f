//! The computation of `VMAD` restated on wide integers, for the other modules to hold the unit against.
//!
//! Written from the reference's text (the table of operand combinations, the psign table, the shift, the clamp) as
//! arithmetic on numbers: no bit is inverted, nothing is extended, no shift is made. It shares nothing with the stages
//! but the names of the types of a mode.

use vmad_unit::{Operand, Psign, Saturate, Scale, Selector, Sign, vmad::Mode};
use vmad_unit::{Sign::Signed as S, Sign::Unsigned as U};

/// The reference's table: the product's negation, A's sign, B's sign, C's negation; C's sign, the final sign.
///
/// `tmp = -(U32 * S32) + S32   // intermediate   signed; final   signed` is `(true, U, S, false, S, S)`.
const COMBINATIONS: [(bool, Sign, Sign, bool, Sign, Sign); 12] = [
    (false, U, U, false, U, U),
    (true, U, U, false, S, S),
    (false, U, U, true, U, S),
    (false, U, S, false, S, S),
    (true, U, S, false, S, S),
    (false, U, S, true, S, S),
    (false, S, U, false, S, S),
    (true, S, U, false, S, S),
    (false, S, U, true, S, S),
    (false, S, S, false, S, S),
    (true, S, S, false, S, S),
    (false, S, S, true, S, S),
];

/// What one setting of the unit computes.
#[derive(Clone, Copy)]
pub(crate) struct Model {
    mode: Mode,
    /// C's sign, which is the intermediate sign.
    pub(crate) c_sign: Sign,
    pub(crate) final_sign: Sign,
    product_factor: i128,
    c_factor: i128,
    one: i128,
    divisor: i128,
    pub(crate) min: i128,
    pub(crate) max: i128,
}

/// The numbers on the way, exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) a: i128,
    pub(crate) b: i128,
    pub(crate) c: i128,
    pub(crate) tmp: i128,
    pub(crate) shr: i128,
    pub(crate) result: u32,
}

impl Model {
    pub(crate) fn of(mode: Mode) -> Self {
        let negations = match mode.psign {
            Psign::Add | Psign::PlusOne => (false, false),
            Psign::SubtractC => (false, true),
            Psign::NegateProduct => (true, false),
        };
        let row = COMBINATIONS.iter().find(|&&(product, a, b, c, ..)| {
            (product, c) == negations && (a, b) == (mode.a.sign, mode.b.sign)
        });
        let &(_, _, _, _, c_sign, final_sign) = row.expect("the reference's table has the combination");
        let (min, max) = match final_sign {
            Sign::Unsigned => (0, 0xffff_ffff),
            Sign::Signed => (-0x8000_0000, 0x7fff_ffff),
        };
        Self {
            mode,
            c_sign,
            final_sign,
            product_factor: if negations.0 { -1 } else { 1 },
            c_factor: if negations.1 { -1 } else { 1 },
            one: i128::from(mode.psign == Psign::PlusOne),
            divisor: match mode.scale {
                Scale::Pass => 1,
                Scale::Shr7 => 128,
                Scale::Shr15 => 32768,
            },
            min,
            max,
        }
    }

    pub(crate) fn result(&self, a: u32, b: u32, c: u32) -> u32 {
        self.numbers(a, b, c).result
    }

    pub(crate) fn numbers(&self, a: u32, b: u32, c: u32) -> Numbers {
        let (a, b) = (number(self.mode.a, a), number(self.mode.b, b));
        let c = number(Operand { selector: Selector::Word, sign: self.c_sign }, c);
        let tmp = self.product_factor * (a * b) + self.c_factor * c + self.one;
        let shr = tmp.div_euclid(self.divisor);
        let kept = match self.mode.saturate {
            Saturate::Off => shr,
            Saturate::On => shr.clamp(self.min, self.max),
        };
        Numbers { a, b, c, tmp, shr, result: kept as u32 }
    }
}

/// The number that an operand takes out of a register.
fn number(operand: Operand, port: u32) -> i128 {
    let bytes @ [b0, b1, b2, b3] = port.to_le_bytes();
    match (operand.selector, operand.sign) {
        (Selector::B0, U) => b0.into(),
        (Selector::B1, U) => b1.into(),
        (Selector::B2, U) => b2.into(),
        (Selector::B3, U) => b3.into(),
        (Selector::H0, U) => u16::from_le_bytes([b0, b1]).into(),
        (Selector::H1, U) => u16::from_le_bytes([b2, b3]).into(),
        (Selector::Word, U) => u32::from_le_bytes(bytes).into(),
        (Selector::B0, S) => i8::from_le_bytes([b0]).into(),
        (Selector::B1, S) => i8::from_le_bytes([b1]).into(),
        (Selector::B2, S) => i8::from_le_bytes([b2]).into(),
        (Selector::B3, S) => i8::from_le_bytes([b3]).into(),
        (Selector::H0, S) => i16::from_le_bytes([b0, b1]).into(),
        (Selector::H1, S) => i16::from_le_bytes([b2, b3]).into(),
        (Selector::Word, S) => i32::from_le_bytes(bytes).into(),
    }
}
