//! `mad.rnd{.ftz}{.sat}.f32` of `sm_20` and later, which "is the same as `fma.{f32,f64}`" (PTX ISA 9.7.3.7,
//! Notes).

pub use super::single::NAN;

use super::Rounding;
use super::round::add_and_round;
use super::single::{flush, pattern, product, read_wide, saturate, wide_pattern};

/// The intermediate values of a `mad.f32`, as IEEE bit patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct F32Trace {
    /// `a` as multiplied: flushed under `.ftz` and on `sm_1x`.
    pub a: u32,
    /// `b` as multiplied: flushed likewise.
    pub b: u32,
    /// `c` as added: flushed likewise.
    pub c: u32,
    /// `a * b`, exact, as binary64. A NaN is 0x7ff8000000000000, without a payload.
    pub product: u64,
    /// On `sm_1x`, the addend made from the product, as binary64: for most `c`, cut to 23 bits of mantissa with the same
    /// exponent, which can be far outside binary32; for `c = +/-0.0`, the result of `mul.f32`.
    pub addend: Option<u64>,
    /// The product, or the addend made from it, `+ c`, rounded once: the result without `.ftz` and `.sat`.
    pub sum: u32,
    /// `sum` flushed under `.ftz` and on `sm_1x`: the result without `.sat`.
    pub flushed: u32,
    /// `flushed` clamped to [0.0, 1.0] under `.sat`: `d`.
    pub result: u32,
}

/// `d` of `mad.rnd{.ftz}{.sat}.f32 d, a, b, c` on `sm_20` and later: `a * b + c` rounded once. All are IEEE
/// binary32 patterns; every pattern is legal.
///
/// ```
/// use vmad_ptx::mad::{Rounding, f32};
///
/// // a = 1 + 3 * 2^-23. Of a * a - 1 = 6 * 2^-23 + 9 * 2^-46 a separate multiplication would lose the last
/// // term.
/// let (a, minus_one) = (0x3f80_0003, 0xbf80_0000);
/// assert_eq!(f32::mad(a, a, minus_one, Rounding::NearestEven, false, false), 0x3540_0002);
/// assert_eq!(f32::mad(a, a, minus_one, Rounding::TowardPositive, false, false), 0x3540_0003);
/// // inf * 0 is not a number; .sat makes it +0.0.
/// assert_eq!(f32::mad(0x7f80_0000, 0, 0, Rounding::NearestEven, false, false), f32::NAN);
/// assert_eq!(f32::mad(0x7f80_0000, 0, 0, Rounding::NearestEven, false, true), 0);
/// ```
pub fn mad(a: u32, b: u32, c: u32, rounding: Rounding, ftz: bool, sat: bool) -> u32 {
    trace(a, b, c, rounding, ftz, sat).result
}

/// [`mad`] with every intermediate value; the last field is the result.
pub fn trace(a: u32, b: u32, c: u32, rounding: Rounding, ftz: bool, sat: bool) -> F32Trace {
    let flush_if_ftz = |x| if ftz { flush(x) } else { x };
    let [a, b, c] = [a, b, c].map(flush_if_ftz);
    let product = product(a, b);
    let sum = pattern(add_and_round(product, read_wide(c), rounding));
    let flushed = flush_if_ftz(sum);
    let result = if sat { saturate(flushed) } else { flushed };
    F32Trace { a, b, c, product: wide_pattern(product), addend: None, sum, flushed, result }
}
