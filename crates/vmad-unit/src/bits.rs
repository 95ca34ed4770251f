//! Bit vectors on machine integers, and their bit-level views.

use bitvec::{array::BitArray, order::Lsb0, slice::BitSlice};
use core::fmt;

use crate::{logic::Logic, sign::Sign};

/// A vector of `W` bits, 1 to 127.
///
/// Stored as the signed value of the bits, so that equal bits are equal vectors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bits<const W: u32>(i128);

impl<const W: u32> Bits<W> {
    /// The low `W` bits of `value`.
    #[inline]
    pub const fn wrap(value: i128) -> Self {
        const { assert!(0 < W && W < 128) };
        Self(value << (128 - W) >> (128 - W))
    }

    /// The bits read as a two's-complement number, -2^(W-1) to 2^(W-1) - 1.
    #[inline]
    pub const fn signed(self) -> i128 {
        self.0
    }

    /// The bits read as an unsigned number, 0 to 2^W - 1.
    #[inline]
    pub const fn unsigned(self) -> u128 {
        self.0 as u128 & (u128::MAX >> (128 - W))
    }

    /// The same bits, with the width as a value.
    pub const fn any(self) -> AnyBits {
        AnyBits { width: W, pattern: self.unsigned() }
    }
}

impl<const W: u32> fmt::Debug for Bits<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{W}'h{:x}", self.unsigned())
    }
}

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

/// The datapath's operations on machine integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Machine;

impl Logic for Machine {
    type Bits<const W: u32> = Bits<W>;
    type Flag = bool;
    type Any = AnyBits;

    #[inline]
    fn any<const W: u32>(&self, x: &Bits<W>) -> AnyBits {
        x.any()
    }

    #[inline]
    fn any_flag(&self, flag: &bool) -> AnyBits {
        AnyBits::new(1, u128::from(*flag))
    }

    #[inline]
    fn known(&self, flag: &bool) -> Option<bool> {
        Some(*flag)
    }

    #[inline]
    fn constant<const W: u32>(&self, value: i128) -> Bits<W> {
        Bits::wrap(value)
    }

    #[inline]
    fn field<const W: u32, const N: u32>(&self, x: &Bits<W>, low: u32) -> Bits<N> {
        // In one machine word if the vector fits.
        Bits::wrap(if W <= 64 { i128::from(x.0 as i64 >> low.min(63)) } else { x.0 >> low.min(127) })
    }

    #[inline]
    fn zero_extend<const N: u32, const W: u32>(&self, x: &Bits<N>) -> Bits<W> {
        const { assert!(N <= W) };
        Bits::wrap(x.unsigned() as i128)
    }

    #[inline]
    fn sign_extend<const N: u32, const W: u32>(&self, x: &Bits<N>) -> Bits<W> {
        const { assert!(N <= W) };
        Bits(x.0)
    }

    #[inline]
    fn invert<const W: u32>(&self, x: &Bits<W>) -> Bits<W> {
        Bits(!x.0)
    }

    #[inline]
    fn add<const W: u32>(&self, x: &Bits<W>, y: &Bits<W>) -> Bits<W> {
        // No sum exceeds 128 bits, because W is at most 127.
        Bits::wrap(x.0 + y.0)
    }

    #[inline]
    fn multiply(&self, x: &Bits<33>, y: &Bits<33>) -> Bits<66> {
        // 33 bits fit in a machine word: one multiplication, not three.
        Bits::wrap(i128::from(x.0 as i64) * i128::from(y.0 as i64))
    }

    #[inline]
    fn shift_left<const W: u32>(&self, x: &Bits<W>, count: u32) -> Bits<W> {
        Bits::wrap(x.0 << count.min(127))
    }

    #[inline]
    fn shift_right_zero<const W: u32>(&self, x: &Bits<W>, count: u32) -> Bits<W> {
        Bits::wrap((x.unsigned() >> count.min(127)) as i128)
    }

    #[inline]
    fn shift_right_sign<const W: u32>(&self, x: &Bits<W>, count: u32) -> Bits<W> {
        Bits(x.0 >> count.min(127))
    }

    #[inline]
    fn less<const W: u32>(&self, x: &Bits<W>, y: &Bits<W>) -> bool {
        x.0 < y.0
    }

    #[inline]
    fn choose<const W: u32>(&self, flag: &bool, x: &Bits<W>, y: &Bits<W>) -> Bits<W> {
        if *flag { *x } else { *y }
    }
}
