//! The datapath's operations on machine integers.

use core::fmt;

use crate::{bits::AnyBits, logic::Logic};

/// Declares the vectors that an integer holds, and the operations on them.
macro_rules! machine {
    ($(#[$doc:meta])* $machine:ident, $bits:ident, $signed:ty, $unsigned:ty) => {
        #[doc = concat!("A vector of `W` bits, up to those of an [`", stringify!($signed), "`].")]
        ///
        /// Stored as the signed value of the bits, so that equal bits are equal vectors.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $bits<const W: u32>($signed);

        impl<const W: u32> $bits<W> {
            /// The low `W` bits of `value`.
            #[inline(always)]
            pub const fn wrap(value: $signed) -> Self {
                const { assert!(0 < W && W <= <$signed>::BITS) };
                Self(value << (<$signed>::BITS - W) >> (<$signed>::BITS - W))
            }

            /// The bits of a number from -2^(W-1) to 2^(W-1) - 1.
            #[inline(always)]
            pub const fn of(value: $signed) -> Self {
                debug_assert!(Self::wrap(value).0 == value);
                Self(value)
            }

            /// The bits read as a two's-complement number, -2^(W-1) to 2^(W-1) - 1.
            #[inline(always)]
            pub const fn signed(self) -> $signed {
                self.0
            }

            /// The bits read as an unsigned number, 0 to 2^W - 1.
            #[inline(always)]
            pub const fn unsigned(self) -> $unsigned {
                self.0 as $unsigned & (<$unsigned>::MAX >> (<$unsigned>::BITS - W))
            }
        }

        impl<const W: u32> fmt::Debug for $bits<W> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{W}'h{:x}", self.unsigned())
            }
        }

        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
        pub struct $machine;

        impl Logic for $machine {
            type Bits<const W: u32> = $bits<W>;
            type Flag = bool;
            type Any = AnyBits;

            #[inline(always)]
            fn any<const W: u32>(&self, x: &$bits<W>) -> AnyBits {
                AnyBits::new(W, x.unsigned() as u128)
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
            fn constant<const W: u32>(&self, value: i128) -> $bits<W> {
                $bits::wrap(value as $signed)
            }

            #[inline(always)]
            fn field<const W: u32, const N: u32>(&self, x: &$bits<W>, low: u32) -> $bits<N> {
                // In one machine word if the vector fits.
                $bits::wrap(if W <= 64 && <$signed>::BITS > 64 {
                    (x.0 as i64 >> (low & 63)) as $signed
                } else {
                    x.0 >> (low & (<$signed>::BITS - 1))
                })
            }

            #[inline(always)]
            fn zero_extend<const N: u32, const W: u32>(&self, x: &$bits<N>) -> $bits<W> {
                const { assert!(N <= W) };
                $bits::wrap(x.unsigned() as $signed)
            }

            #[inline(always)]
            fn sign_extend<const N: u32, const W: u32>(&self, x: &$bits<N>) -> $bits<W> {
                const { assert!(N <= W) };
                $bits(x.0)
            }

            #[inline(always)]
            fn invert<const W: u32>(&self, x: &$bits<W>) -> $bits<W> {
                $bits(!x.0)
            }

            #[inline(always)]
            fn add<const W: u32>(&self, x: &$bits<W>, y: &$bits<W>) -> $bits<W> {
                $bits::wrap(x.0.wrapping_add(y.0))
            }

            /// Its low bits, if the integer has fewer than 66.
            #[inline(always)]
            fn multiply(&self, x: &$bits<33>, y: &$bits<33>) -> $bits<66> {
                // 33 bits fit in a machine word: one multiplication, not three.
                $bits((x.0 as i64 as $signed).wrapping_mul(y.0 as i64 as $signed))
            }

            #[inline(always)]
            fn shift_left<const W: u32>(&self, x: &$bits<W>, count: u32) -> $bits<W> {
                $bits::wrap(if count < W { x.0 << (count & (<$signed>::BITS - 1)) } else { 0 })
            }

            #[inline(always)]
            fn shift_right_zero<const W: u32>(&self, x: &$bits<W>, count: u32) -> $bits<W> {
                $bits::wrap(if count < W {
                    (x.unsigned() >> (count & (<$signed>::BITS - 1))) as $signed
                } else {
                    0
                })
            }

            #[inline(always)]
            fn shift_right_sign<const W: u32>(&self, x: &$bits<W>, count: u32) -> $bits<W> {
                $bits(x.0 >> count.min(<$signed>::BITS - 1))
            }

            #[inline(always)]
            fn shift_left_by<const W: u32, const N: u32>(&self, x: &$bits<W>, amount: &$bits<N>) -> $bits<W> {
                let (count, size) = (amount.unsigned(), <$signed>::BITS as $unsigned);
                // Bits above the width are dropped; a larger count would wrap.
                $bits::wrap(if count < size { x.0 << (count & (size - 1)) } else { 0 })
            }

            #[inline(always)]
            fn shift_right_sign_by<const W: u32, const N: u32>(
                &self,
                x: &$bits<W>,
                amount: &$bits<N>,
            ) -> $bits<W> {
                $bits(x.0 >> amount.unsigned().min(<$signed>::BITS as $unsigned - 1))
            }

            #[inline(always)]
            fn less<const W: u32>(&self, x: &$bits<W>, y: &$bits<W>) -> bool {
                x.0 < y.0
            }

            #[inline(always)]
            fn choose<const W: u32>(&self, flag: &bool, x: &$bits<W>, y: &$bits<W>) -> $bits<W> {
                if *flag { *x } else { *y }
            }
        }
    };
}

machine! {
    /// Integers of 128 bits, for every instruction.
    Machine, Bits, i128, u128
}

machine! {
    /// Integers of 64 bits: they hold every wire of the family except those of `VMAD`.
    Machine64, Bits64, i64, u64
}

machine! {
    /// Integers of 32 bits: they hold the wires of the lanes of `VABSDIFF4`.
    Machine32, Bits32, i32, u32
}
