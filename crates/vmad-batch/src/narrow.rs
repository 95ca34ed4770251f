//! The datapath's operations on machine integers of 64 and of 32 bits. 64 bits hold every wire of the family except
//! those of `VMAD`; 32 bits hold those of `VABSDIFF4`.

use vmad_unit::{AnyBits, Logic};

macro_rules! narrow {
    ($bits:ident, $logic:ident, $signed:ty, $unsigned:ty) => {
        /// A vector of `W` bits, up to the integer's, held as the signed number that the bits spell.
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $bits<const W: u32>($signed);

        impl<const W: u32> $bits<W> {
            /// The low `W` bits of `value`.
            #[inline(always)]
            pub(crate) const fn wrap(value: $signed) -> Self {
                const { assert!(0 < W && W <= <$signed>::BITS) };
                Self(value << (<$signed>::BITS - W) >> (<$signed>::BITS - W))
            }

            /// The bits as an unsigned number.
            #[inline(always)]
            pub(crate) const fn unsigned(self) -> $unsigned {
                self.0 as $unsigned & (<$unsigned>::MAX >> (<$unsigned>::BITS - W))
            }
        }

        #[doc = concat!("The operations on [`", stringify!($bits), "`].")]
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $logic;

        impl Logic for $logic {
            type Bits<const W: u32> = $bits<W>;
            type Flag = bool;
            type Any = AnyBits;

            #[inline(always)]
            fn any<const W: u32>(&self, x: &$bits<W>) -> AnyBits {
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
            fn constant<const W: u32>(&self, value: i128) -> $bits<W> {
                $bits::wrap(value as $signed)
            }

            #[inline(always)]
            fn field<const W: u32, const N: u32>(&self, x: &$bits<W>, low: u32) -> $bits<N> {
                $bits::wrap(x.0 >> (low & (<$signed>::BITS - 1)))
            }

            #[inline(always)]
            fn zero_extend<const N: u32, const W: u32>(&self, x: &$bits<N>) -> $bits<W> {
                $bits::wrap(x.unsigned() as $signed)
            }

            #[inline(always)]
            fn sign_extend<const N: u32, const W: u32>(&self, x: &$bits<N>) -> $bits<W> {
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

            /// Its low bits; no instruction but `VMAD` multiplies.
            #[inline(always)]
            fn multiply(&self, x: &$bits<33>, y: &$bits<33>) -> $bits<66> {
                $bits(x.0.wrapping_mul(y.0))
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
                let (count, size) = (amount.unsigned(), <$unsigned>::from(<$signed>::BITS));
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

narrow!(Bits, Narrow, i64, u64);
narrow!(Bits32, Narrow32, i32, u32);

impl<const W: u32> Bits<W> {
    /// The bits as a two's-complement number.
    #[inline(always)]
    pub(crate) const fn signed(self) -> i64 {
        self.0
    }
}

impl Bits32<10> {
    /// An extended byte, -128 to 255, which is not wrapped.
    #[inline(always)]
    pub(crate) const fn of_byte(value: i32) -> Self {
        Self(value)
    }
}
