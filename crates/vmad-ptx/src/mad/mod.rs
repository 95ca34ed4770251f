//! Float `mad`: `mad.f32` and `mad.f64` (PTX ISA, section 9.7.3.7), to the bit.
//!
//! # Tour
//!
//! | instruction | targets | here |
//! |---|---|---|
//! | `mad{.ftz}{.sat}.f32` | `sm_1x` | [`sm1x::mad_f32`] |
//! | `mad.rnd{.ftz}{.sat}.f32` | `sm_20` and later | [`f32::mad`] |
//! | `mad.rnd.f64` | `sm_13` and later | [`f64::mad`] |
//!
//! Operands and results are IEEE bit patterns; every pattern is legal and nothing panics. All three do the
//! same four things, one after the other, and each has a `trace` that keeps what came of every one:
//!
//! 1. *Operands.* Under `.ftz`, and for `f32` always on `sm_1x`, subnormal operands become zeros of their
//!    sign.
//! 2. *Product.* Exact. `sm_1x` alone then cuts its mantissa to 23 bits, or, for `c = +/-0.0`, rounds it as
//!    `mul.f32`.
//! 3. *Sum.* Of infinite precision, rounded once, by [`Rounding`]. An instruction that may go without a
//!    rounding modifier rounds `.rn`, `sm_1x`'s `f32` among them.
//! 4. *Result.* Under `.ftz` a subnormal sum becomes a zero of its sign; under `.sat` what is left is
//!    clamped.
//!
//! The arithmetic is `rustc_apfloat`'s: no float of the machine that runs this takes part.
//!
//! ```
//! use vmad_ptx::mad::{Rounding, f32, sm1x};
//!
//! // 2^127 * 2 - 1.5 * 2^127: the product is no binary32 number, the sum is.
//! let (a, b, c) = (0x7f00_0000, 0x4000_0000, 0xff40_0000);
//! let trace = f32::trace(a, b, c, Rounding::NearestEven, false, true);
//! assert_eq!(trace.product, 0x47f0_0000_0000_0000); // 2^128, as binary64
//! assert_eq!(trace.sum, 0x7e80_0000); // 2^126
//! assert_eq!(trace.result, 0x3f80_0000); // .sat: 1.0
//! // sm_1x keeps the exponent too; only the zero c has the product overflow first.
//! assert_eq!(sm1x::mad_f32(a, b, c, false), 0x7e80_0000);
//! assert_eq!(sm1x::mad_f32(a, b, 0, false), 0x7f80_0000);
//! ```
//!
//! # What the text leaves to others
//!
//! Where the manual is silent or short this is what stands here, and on whose word. The *table* is a record
//! of 3,000 `sm_1x` `mad.f32` results computed by envytools' model of the G80's `FMAD`, which its authors ran
//! beside the hardware; its tests say the rest of what is told here of G80 and GT200.
//!
//! - **The sum of `sm_1x` `mad.f32` is rounded to nearest even** (table); the text names no rounding.
//! - **A subnormal `c` is a zero for the exception**, being flushed before anything asks (table).
//! - **`mul.f32` of `sm_1x` rounds, then clamps the exponent**, as the text has it in passing: 2^-126 -
//!   2^-150 is flushed though the nearest binary32 number is 2^-126 (envytools). Its `mad.f32` with a `c`
//!   that is not zero rounds the same sum up and keeps it (envytools).
//! - **`.sat` makes `-0.0` into `+0.0`** (table), on every target: the text has the interval begin at 0.0, of
//!   which `-0.0` is an equal.
//! - **`.sat` makes every NaN into `+0.0`**, as the text says and the table has it. envytools' hardware tests
//!   tell of chips of that family that keep the NaN, always or by a setting.
//! - **Every `f32` NaN is [`f32::NAN`]**, 0x7fffffff: "an unspecified NaN" in the text, `CUDART_NAN_F` in the
//!   CUDA headers, and so in the table.
//!
//! # What stays open
//!
//! - **Which NaN `mad.f64` answers.** "NaN payloads are supported for double-precision instructions" (9.7.3),
//!   and no more is said. Here: `b`'s if that is a NaN, else `c`'s, else `a`'s, made quiet, sign kept; where
//!   no operand is one, [`f64::NAN`], 0xfff8000000000000. So a GT200 (`sm_13`) was seen to do; the pattern is
//!   also the CUDA headers' `CUDART_NAN`. That later GPUs take the operands in this order is an assumption.
//! - **Whether `.ftz` flushes what rounding brings up to 2^-126.** Here it does not: the sum "is then rounded
//!   to single precision", the result is a normal number, and "subnormal [...] results" are flushed. The
//!   G80's `FMAD` does the same. Hardware that asks before rounding (as Arm's does), or with 24 bits of
//!   significand (as x86's does, and the G80's `FMUL`), would answer zero for some or all exact sums between
//!   2^-126 - 2^-149 and 2^-126: under `.rn`, 4095 * 2^-75 times 4097 * 2^-75 plus 0 is one. No text tells
//!   which of these `sm_20` and later are.
//! - **`f32` NaNs of GPUs to come.** "Future implementations may support NaN payloads for single-precision
//!   instructions" (9.7.3, Note).
//! - **Code for `sm_1x` compiled for a later GPU** is `fma.rn.ftz.f32` there (Notes): that is [`f32::mad`],
//!   and whether it happens is not the instruction's to say.

use rustc_apfloat::Round;

pub mod f32;
pub mod f64;
mod round;
mod single;
pub mod sm1x;

/// The rounding modifier `.rnd` (PTX ISA, `mad`, Rounding modifiers).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Rounding {
    /// `.rn`: "mantissa LSB rounds to nearest even".
    NearestEven,
    /// `.rz`: "mantissa LSB rounds towards zero".
    TowardZero,
    /// `.rm`: "mantissa LSB rounds towards negative infinity".
    TowardNegative,
    /// `.rp`: "mantissa LSB rounds towards positive infinity".
    TowardPositive,
}

impl Rounding {
    /// The four, in the manual's order.
    pub const ALL: [Self; 4] =
        [Self::NearestEven, Self::TowardZero, Self::TowardNegative, Self::TowardPositive];

    /// The modifier as PTX writes it, with its dot.
    pub const fn modifier(self) -> &'static str {
        match self {
            Self::NearestEven => ".rn",
            Self::TowardZero => ".rz",
            Self::TowardNegative => ".rm",
            Self::TowardPositive => ".rp",
        }
    }

    /// The same, as the arithmetic underneath names it.
    fn round(self) -> Round {
        match self {
            Self::NearestEven => Round::NearestTiesToEven,
            Self::TowardZero => Round::TowardZero,
            Self::TowardNegative => Round::TowardNegative,
            Self::TowardPositive => Round::TowardPositive,
        }
    }
}
