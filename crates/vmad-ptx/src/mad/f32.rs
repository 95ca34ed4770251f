//! `mad.rnd{.ftz}{.sat}.f32` of `sm_20` and later, which "is the same as `fma.{f32,f64}`" (PTX ISA 9.7.3.7,
//! Notes).

use rustc_apfloat::Float;
use rustc_apfloat::ieee::{Double, Single};

use super::Rounding;
use super::round::{add_and_round, product, shown, widen};

/// NVIDIA's canonical binary32 NaN: the result of every single-precision operation that is not a number, for any NaN
/// operand.
///
/// PTX calls it "an unspecified NaN" (9.7.3); 0x7fffffff is `CUDART_NAN_F` in the CUDA headers and the NaN of the G80.
pub const NAN: u32 = 0x7fff_ffff;

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
    let product: Double = product(read(a), read(b));
    let sum = pattern(add_and_round(product, widen(read(c)), rounding));
    let flushed = flush_if_ftz(sum);
    let result = if sat { saturate(flushed) } else { flushed };
    F32Trace { a, b, c, product: shown(product) as u64, addend: None, sum, flushed, result }
}

/// "flushes subnormal inputs and results to sign-preserving zero" (PTX ISA, `mad`, Subnormal numbers), on one
/// binary32 pattern.
pub(super) fn flush(x: u32) -> u32 {
    if read(x).is_denormal() { x & 0x8000_0000 } else { x }
}

/// The binary32 number of the pattern `x`.
pub(super) fn read(x: u32) -> Single {
    Single::from_bits(u128::from(x))
}

/// The binary32 pattern of `x`. Every NaN becomes [`NAN`].
pub(super) fn pattern(x: Single) -> u32 {
    if x.is_nan() { NAN } else { x.to_bits() as u32 }
}

/// "`mad.sat.f32` clamps the result to [0.0, 1.0]. `NaN` results are flushed to `+0.0f`" (PTX ISA, `mad`,
/// Saturation modifier), on one binary32 pattern. `-0.0` becomes `+0.0`: see the [module](super)'s
/// documentation.
pub(super) fn saturate(x: u32) -> u32 {
    let one = Single::from_u128(1).value;
    let number = read(x);
    let clamped = if number.is_nan() || number <= Single::ZERO {
        Single::ZERO
    } else if number > one {
        one
    } else {
        number
    };
    pattern(clamped)
}
