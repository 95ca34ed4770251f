//! The datapath's operations on 64-bit integers, which hold every wire of the family but those of `VMAD`.

use vmad_unit::{AnyBits, Logic};

/// A vector of `W` bits, 1 to 63, held as the signed number that the bits spell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bits<const W: u32>(i64);

impl<const W: u32> Bits<W> {
    /// The low `W` bits of `value`.
    #[inline(always)]
    pub(crate) const fn wrap(value: i64) -> Self {
        const { assert!(0 < W && W < 64) };
        Self(value << (64 - W) >> (64 - W))
    }

    /// The bits as a two's-complement number.
    #[inline(always)]
    pub(crate) const fn signed(self) -> i64 {
        self.0
    }

    /// The bits as an unsigned number.
    #[inline(always)]
    pub(crate) const fn unsigned(self) -> u64 {
        self.0 as u64 & (u64::MAX >> (64 - W))
    }
}

/// The operations on [`Bits`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Narrow;

impl Logic for Narrow {
    type Bits<const W: u32> = Bits<W>;
    type Flag = bool;
    type Any = AnyBits;

    #[inline(always)]
    fn any<const W: u32>(&self, x: &Bits<W>) -> AnyBits {
        AnyBits::new(W, x.unsigned().into())
    }

    #[inline(always)]
    fn any_flag(&self, flag: &bool) -> AnyBits {
        AnyBits::new(1, u128::from(*flag))
    }

    #[inline(always)]
    fn known(&self, flag: &bool) -> Option<bool> {
        Some(*flag)
    }

    #[inline(always)]
    fn constant<const W: u32>(&self, value: i128) -> Bits<W> {
        Bits::wrap(value as i64)
    }

    #[inline(always)]
    fn field<const W: u32, const N: u32>(&self, x: &Bits<W>, low: u32) -> Bits<N> {
        Bits::wrap(x.0 >> (low & 63))
    }

    #[inline(always)]
    fn zero_extend<const N: u32, const W: u32>(&self, x: &Bits<N>) -> Bits<W> {
        Bits::wrap(x.unsigned() as i64)
    }

    #[inline(always)]
    fn sign_extend<const N: u32, const W: u32>(&self, x: &Bits<N>) -> Bits<W> {
        Bits(x.0)
    }

    #[inline(always)]
    fn invert<const W: u32>(&self, x: &Bits<W>) -> Bits<W> {
        Bits(!x.0)
    }

    #[inline(always)]
    fn add<const W: u32>(&self, x: &Bits<W>, y: &Bits<W>) -> Bits<W> {
        Bits::wrap(x.0.wrapping_add(y.0))
    }

    /// Its low bits; no instruction of the family but `VMAD` multiplies.
    #[inline(always)]
    fn multiply(&self, x: &Bits<33>, y: &Bits<33>) -> Bits<66> {
        Bits(x.0.wrapping_mul(y.0))
    }

    #[inline(always)]
    fn shift_left<const W: u32>(&self, x: &Bits<W>, count: u32) -> Bits<W> {
        Bits::wrap(if count < W { x.0 << (count & 63) } else { 0 })
    }

    #[inline(always)]
    fn shift_right_zero<const W: u32>(&self, x: &Bits<W>, count: u32) -> Bits<W> {
        Bits::wrap(if count < W { (x.unsigned() >> (count & 63)) as i64 } else { 0 })
    }

    #[inline(always)]
    fn shift_right_sign<const W: u32>(&self, x: &Bits<W>, count: u32) -> Bits<W> {
        Bits(x.0 >> count.min(63))
    }

    #[inline(always)]
    fn less<const W: u32>(&self, x: &Bits<W>, y: &Bits<W>) -> bool {
        x.0 < y.0
    }

    #[inline(always)]
    fn choose<const W: u32>(&self, flag: &bool, x: &Bits<W>, y: &Bits<W>) -> Bits<W> {
        if *flag { *x } else { *y }
    }
}
