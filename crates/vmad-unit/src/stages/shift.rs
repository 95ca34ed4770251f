//! The normalisation shift.

use crate::{instructions::vmad::Scale, logic::Logic, operand::Sign};

/// "shr = tmp >> 0, 7 or 15: sign extended if final result is signed, zero-extended otherwise."
///
/// An unsigned tmp is never negative (its smallest value is 0), so that the zeros which move in are copies of a sign
/// of 0: shr needs no more bits than tmp.
#[inline]
pub fn normalise<L: Logic>(logic: &L, scale: Scale, final_sign: Sign, tmp: &L::Bits<66>) -> L::Bits<66> {
    match (scale, final_sign) {
        (Scale::Pass, _) => tmp.clone(),
        (Scale::Shr7 | Scale::Shr15, Sign::Signed) => logic.shift_right_sign(tmp, scale.count()),
        (Scale::Shr7 | Scale::Shr15, Sign::Unsigned) => logic.shift_right_zero(tmp, scale.count()),
    }
}
