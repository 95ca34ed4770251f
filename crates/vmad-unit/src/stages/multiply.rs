//! The multiplier.

use crate::logic::Logic;

/// `A * B`, exact: 66 bits hold every product of two 33-bit numbers.
#[inline]
pub fn multiply<L: Logic>(logic: &L, a: &L::Bits<33>, b: &L::Bits<33>) -> L::Bits<66> {
    logic.multiply(a, b)
}
