//! The steps of `mad.f32` on every target: flush, exact product, canonical NaN, saturation.

use rustc_apfloat::Float;
use rustc_apfloat::ieee::{Double, Single};

use super::round::widen;

/// NVIDIA's canonical binary32 NaN: the result of every single-precision operation that is not a number, for any NaN
/// operand.
///
/// PTX calls it "an unspecified NaN" (9.7.3); 0x7fffffff is `CUDART_NAN_F` in the CUDA headers and the NaN of the G80.
pub const NAN: u32 = 0x7fff_ffff;

/// "flushes subnormal inputs and results to sign-preserving zero" (PTX ISA, `mad`, Subnormal numbers), on one
/// binary32 pattern.
pub(super) fn flush(x: u32) -> u32 {
    if read(x).is_denormal() { x & 0x8000_0000 } else { x }
}

/// The binary32 number of the pattern `x`.
pub(super) fn read(x: u32) -> Single {
    Single::from_bits(u128::from(x))
}

/// The binary32 number of the pattern `x`, in binary64: exact.
pub(super) fn read_wide(x: u32) -> Double {
    widen(read(x))
}

/// "computes the product of `a` and `b` to infinite precision" (PTX ISA, `mad`, Notes; for `sm_1x`, "at
/// double precision", which is the same thing): two 24-bit significands make at most 48 bits and the
/// exponents at most double, so binary64 holds every product of two binary32 numbers exactly, subnormal ones
/// too.
pub(super) fn product(a: u32, b: u32) -> Double {
    (read_wide(a) * read_wide(b)).value
}

/// The binary32 pattern of `x`. Every NaN becomes [`NAN`].
pub(super) fn pattern(x: Single) -> u32 {
    if x.is_nan() { NAN } else { x.to_bits() as u32 }
}

/// The binary64 pattern of an intermediate value for a trace. A NaN has no payload.
pub(super) fn wide_pattern(x: Double) -> u64 {
    let shown = if x.is_nan() { Double::qnan(None) } else { x };
    shown.to_bits() as u64
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
