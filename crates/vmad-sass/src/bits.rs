//! Neighbouring bits of a word.

use alloc::{
    format,
    string::{String, ToString},
};

/// Neighbouring bits of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits {
    /// The lowest bit, 0 to 63.
    pub low: u32,
    /// The number of bits; 0 if there are none.
    pub width: u32,
}

impl Bits {
    /// No bits.
    pub const NONE: Self = Self { low: 0, width: 0 };

    /// The highest bit, 0 to 63.
    pub const fn high(&self) -> u32 {
        self.low + self.width - 1
    }

    pub(crate) const fn mask(self) -> u64 {
        (1 << self.width) - 1
    }

    #[inline]
    pub(crate) const fn of(self, word: u64) -> u64 {
        word >> self.low & self.mask()
    }

    /// `63:56`, or `55` for one bit.
    pub fn place(&self) -> String {
        if self.width == 1 { self.low.to_string() } else { format!("{}:{}", self.high(), self.low) }
    }
}
