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
//! Operands and results are IEEE bit patterns. Every pattern is legal. All three have the same four steps, and each has
//! a `trace` that returns the result of every step:
//!
//! 1. *Operands.* Under `.ftz`, and for `f32` on `sm_1x`, subnormal operands become zeros of their sign.
//! 2. *Product.* Exact. Only `sm_1x` then cuts its mantissa to 23 bits, or, for `c = +/-0.0`, rounds it as `mul.f32`.
//! 3. *Sum.* Of infinite precision, rounded once, by [`Rounding`]. Without a rounding modifier the rounding is `.rn`,
//!    also for `f32` on `sm_1x`.
//! 4. *Result.* Under `.ftz` a subnormal sum becomes a zero of its sign; `.sat` clamps the result.
//!
//! The arithmetic is that of `rustc_apfloat`; the floats of the host are not used.
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
//! # Rules that the PTX ISA does not state
//!
//! The *table* is a record of 3,000 `sm_1x` `mad.f32` results, computed by envytools' model of the G80's `FMAD`, which
//! its authors compared with the hardware. envytools' tests are the source of the other facts about G80 and GT200.
//!
//! - **The sum of `sm_1x` `mad.f32` is rounded to nearest even** (table). The text names no rounding.
//! - **A subnormal `c` is a zero for the exception**: it is flushed first (table).
//! - **`mul.f32` of `sm_1x` rounds, then clamps the exponent**, in this order in the text: 2^-126 - 2^-150 is flushed
//!   although the nearest binary32 number is 2^-126 (envytools). Its `mad.f32` with a `c` that is not zero rounds the
//!   same sum up and keeps it (envytools).
//! - **`.sat` makes `-0.0` into `+0.0`** (table), on every target: the text's interval begins at 0.0, to which `-0.0`
//!   is equal.
//! - **`.sat` makes every NaN into `+0.0`** (text and table). envytools' hardware tests report chips of that family
//!   that keep the NaN, always or by a setting.
//! - **Every `f32` NaN is [`f32::NAN`]**, 0x7fffffff: "an unspecified NaN" in the text, `CUDART_NAN_F` in the CUDA
//!   headers, and the NaN of the table.
//!
//! # Unknown
//!
//! - **The NaN that `mad.f64` returns.** The text says only "NaN payloads are supported for double-precision
//!   instructions" (9.7.3). Here: that of `b`, else of `c`, else of `a`, made quiet, with its sign; without a NaN
//!   operand, [`f64::NAN`], 0xfff8000000000000. A GT200 (`sm_13`) was observed to do so; the pattern is also
//!   `CUDART_NAN` of the CUDA headers. It is an assumption that later GPUs do the same.
//! - **Whether `.ftz` flushes a sum that rounding brings up to 2^-126.** Here it does not: the sum "is then rounded to
//!   single precision", the result is a normal number, and "subnormal [...] results" are flushed. The G80's `FMAD` does
//!   the same. Hardware that decides before rounding (as Arm's does), or with 24 bits of significand (as x86's does,
//!   and the G80's `FMUL`), would return zero for some or all exact sums between 2^-126 - 2^-149 and 2^-126: under
//!   `.rn`, 4095 * 2^-75 times 4097 * 2^-75 plus 0 is such a sum. No text says which rule `sm_20` and later follow.
//! - **`f32` NaNs of future GPUs.** "Future implementations may support NaN payloads for single-precision instructions"
//!   (9.7.3, Note).
//! - **Code for `sm_1x` compiled for a later GPU** is `fma.rn.ftz.f32` there (Notes): that is [`f32::mad`].

pub use crate::ast::Rounding;

use rustc_apfloat::Round;

pub mod f32;
pub mod f64;
mod round;
pub mod sm1x;

impl Rounding {
    /// The rounding of `rustc_apfloat`.
    fn round(self) -> Round {
        match self {
            Self::NearestEven => Round::NearestTiesToEven,
            Self::TowardZero => Round::TowardZero,
            Self::TowardNegative => Round::TowardNegative,
            Self::TowardPositive => Round::TowardPositive,
        }
    }
}
