//! The product, the sum and the rounding of every `mad`.

use rustc_apfloat::{Float, FloatConvert, Round, Status, StatusAnd};

use super::Rounding;

/// `x` in the wider format `W`, which holds every value of `N`: exact.
pub(super) fn widen<N, W>(x: N) -> W
where
    N: FloatConvert<W>,
    W: Float,
{
    x.convert(&mut false).value
}

/// "computes the product of `a` and `b` to infinite precision" (PTX ISA, `mad`, Notes; for `f32` on `sm_1x`, "at double
/// precision", which is the same thing).
///
/// Two significands of 24 bits make at most 48 bits, of binary64's 53; two of 53 bits make at most 106 of binary128's 113.
/// The exponents at most double, and those of the wider formats have a much larger range: `W` holds every product of two
/// numbers exactly, subnormal ones too.
pub(super) fn product<N, W>(a: N, b: N) -> W
where
    N: FloatConvert<W>,
    W: Float,
{
    (widen(a) * widen(b)).value
}

/// The pattern of an intermediate value for a trace. A NaN has no payload.
pub(super) fn shown<W: Float>(x: W) -> u128 {
    if x.is_nan() { W::qnan(None).to_bits() } else { x.to_bits() }
}

/// "then adds `c` to this product, again in infinite precision. The resulting value is then rounded to single [double]
/// precision using the rounding mode specified by `.rnd`" (PTX ISA, `mad`, Notes).
///
/// The sum of infinite precision is rounded to `W` first, and then to `N`. The result is that of one rounding: under a
/// directed rounding, both are in the same direction, and every number of `N` is a number of `W`; under `.rn`, the
/// first is to odd.
///
/// An exact sum of zero takes its sign from `W`'s addition: that of two equal signs, else `-0.0` under `.rm`
/// and `+0.0` under the others.
pub(super) fn add_and_round<W, N>(product: W, c: W, rounding: Rounding) -> N
where
    W: FloatConvert<N>,
    N: Float,
{
    const { assert!(W::PRECISION >= N::PRECISION + 2, "rounding to odd needs two bits to spare") };
    let sum = match rounding {
        Rounding::NearestEven => add_to_odd(product, c),
        Rounding::TowardZero | Rounding::TowardNegative | Rounding::TowardPositive => {
            product.add_r(c, rounding.round()).value
        }
    };
    sum.convert_r(rounding.round(), &mut false).value
}

/// `x + y` rounded to odd: cut off toward zero, with the last bit set where anything was cut off.
///
/// With two bits more than the target, the rounded value is on the same side of every number of the target, and of
/// every midpoint of two, as the exact sum. Therefore a second rounding is correct (Boldo and Melquiond, "Emulation of
/// FMA and correctly rounded sums", IEEE Transactions on Computers 57(4), 2008).
fn add_to_odd<W: Float>(x: W, y: W) -> W {
    let StatusAnd { status, value } = x.add_r(y, Round::TowardZero);
    if status.contains(Status::INEXACT) { W::from_bits(value.to_bits() | 1) } else { value }
}
