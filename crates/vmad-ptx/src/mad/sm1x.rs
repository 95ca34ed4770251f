//! `mad.f32` of `.target sm_1x`, which is neither fused nor separate.

use rustc_apfloat::ieee::{Double, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

use super::Rounding;
use super::f32::{F32Trace, flush, pattern, read, saturate};
use super::round::{add_and_round, product, shown, widen};

/// `d` of `mad{.sat}.f32 d, a, b, c` on `sm_1x` hardware. All are IEEE binary32 patterns; every pattern is
/// legal. `.ftz` changes nothing here: these targets always flush.
///
/// Code for `sm_1x` that is compiled for a later GPU differs: there this instruction is
/// `fma.rn.ftz.f32`, [`f32::mad`](super::f32::mad) with `.rn` and `.ftz`.
///
/// ```
/// use vmad_ptx::mad::{Rounding, f32, sm1x};
///
/// // a = 1 + 3 * 2^-23. a * a = 1 + 6 * 2^-23 + 9 * 2^-46 has its last term cut off before the sum; a later
/// // GPU keeps it.
/// let (a, minus_one) = (0x3f80_0003, 0xbf80_0000);
/// assert_eq!(sm1x::mad_f32(a, a, minus_one, false), 0x3540_0000);
/// assert_eq!(f32::mad(a, a, minus_one, Rounding::NearestEven, true, false), 0x3540_0002);
/// // The product's exponent is not clamped: 2^127 * 2 - 2^127 does not overflow on the way.
/// assert_eq!(sm1x::mad_f32(0x7f00_0000, 0x4000_0000, 0xff00_0000, false), 0x7f00_0000);
/// ```
pub fn mad_f32(a: u32, b: u32, c: u32, sat: bool) -> u32 {
    trace_f32(a, b, c, sat).result
}

/// [`mad_f32`] with every intermediate value; the last field is the result.
pub fn trace_f32(a: u32, b: u32, c: u32, sat: bool) -> F32Trace {
    let [a, b, c] = [a, b, c].map(flush);
    let product: Double = product(read(a), read(b));
    let addend = if read(c).is_zero() { widen(multiply(product)) } else { truncate(product) };
    let sum = pattern(add_and_round(addend, widen(read(c)), Rounding::NearestEven));
    let flushed = flush(sum);
    let result = if sat { saturate(flushed) } else { flushed };
    let (product, addend) = (shown(product) as u64, Some(shown(addend) as u64));
    F32Trace { a, b, c, product, addend, sum, flushed, result }
}

/// "the mantissa is truncated to 23 bits, but the exponent is preserved" (PTX ISA, `mad`, Notes for `sm_1x`).
fn truncate(product: Double) -> Double {
    to_23_bits(product, Round::TowardZero)
}

/// `mul.f32` of `sm_1x`, from the exact product: "the mantissa can be rounded and the exponent will be
/// clamped" (PTX ISA, `mad`, Notes for `sm_1x`), in this order.
///
/// The mantissa is rounded to its full 23 bits first, also if the exponent is too small. Then numbers below the
/// smallest normal number are flushed: 2^-126 - 2^-150 has 24 significant bits, is not changed by rounding, and becomes
/// zero. Rounding to the subnormal grid of binary32 would give 2^-126.
fn multiply(product: Double) -> Single {
    let rounded = to_23_bits(product, Round::NearestTiesToEven);
    if rounded.abs() < widen(Single::smallest_normalized()) {
        return if rounded.is_negative() { -Single::ZERO } else { Single::ZERO };
    }
    rounded.convert(&mut false).value
}

/// `x` with its mantissa rounded to 23 bits and any exponent.
fn to_23_bits(x: Double, round: Round) -> Double {
    if !x.is_finite_non_zero() {
        return x;
    }
    let exponent = x.ilogb();
    // The number is from 1 to 2: it cannot exceed the exponents of binary32.
    let significand: Single = x.scalbn(-exponent).convert_r(round, &mut false).value;
    widen::<Single, Double>(significand).scalbn(exponent)
}
