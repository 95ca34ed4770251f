//! Bit vectors whose width is a value, and their bit-level views.

use bitvec::{array::BitArray, order::Lsb0, slice::BitSlice};

use crate::sign::Sign;

/// A vector with the width as a value, for traces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnyBits {
    width: u32,
    pattern: u128,
}

impl AnyBits {
    /// The low `width` bits of `pattern`; `width` is at most 127, so that the value fits an [`i128`] with either sign.
    pub const fn new(width: u32, pattern: u128) -> Self {
        let width = if width > 127 { 127 } else { width };
        let mask = if width == 0 { 0 } else { u128::MAX >> (128 - width) };
        Self { width, pattern: pattern & mask }
    }

    /// The number of bits.
    pub const fn width(self) -> u32 {
        self.width
    }

    /// The bits read as an unsigned number.
    pub const fn pattern(self) -> u128 {
        self.pattern
    }

    /// The bits read as a number of the given sign.
    pub const fn value(self, sign: Sign) -> i128 {
        match sign {
            Sign::Unsigned => self.pattern as i128,
            Sign::Signed if self.width == 0 => 0,
            Sign::Signed => (self.pattern << (128 - self.width)) as i128 >> (128 - self.width),
        }
    }

    /// The bit-level view, bit 0 first.
    pub fn bits(self) -> BitView {
        BitView {
            storage: BitArray::new(core::array::from_fn(|word| (self.pattern >> (32 * word)) as u32)),
            width: self.width as usize,
        }
    }
}

/// The bits of a wire, bit 0 first: a [`BitSlice`] of exactly the wire's width.
#[derive(Clone, Debug)]
pub struct BitView {
    storage: BitArray<[u32; 4], Lsb0>,
    width: usize,
}

impl core::ops::Deref for BitView {
    type Target = BitSlice<u32, Lsb0>;

    fn deref(&self) -> &Self::Target {
        &self.storage[..self.width]
    }
}
