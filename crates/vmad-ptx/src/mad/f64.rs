//! `mad.rnd.f64`, which "is the same as `fma.f64`" on every target that has it (PTX ISA 9.7.3.7, Notes).

use rustc_apfloat::Float;
use rustc_apfloat::ieee::{Double, Quad};

use super::Rounding;
use super::round::{add_and_round, widen};

/// The result of an invalid operation (`inf * 0`, `inf - inf`) without a NaN operand.
///
/// It is `CUDART_NAN` in the CUDA headers and the NaN of the GT200.
pub const NAN: u64 = 0xfff8_0000_0000_0000;

/// The bit of a quiet NaN.
const QUIET: u64 = 0x0008_0000_0000_0000;

/// The intermediate values of a `mad.f64`, as IEEE bit patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct F64Trace {
    /// `a`, as given: `mad.f64` flushes nothing.
    pub a: u64,
    /// `b`, as given.
    pub b: u64,
    /// `c`, as given.
    pub c: u64,
    /// `a * b`, exact, as binary128. A NaN is 0x7fff8000000000000000000000000000, without a payload.
    pub product: u128,
    /// `product + c`, rounded once: `d`. A NaN is an operand's, made quiet, or [`NAN`].
    pub result: u64,
}

/// `d` of `mad.rnd.f64 d, a, b, c`: `a * b + c` rounded once, subnormal numbers as IEEE 754 has them. All are
/// IEEE binary64 patterns; every pattern is legal.
///
/// ```
/// use vmad_ptx::mad::{Rounding, f64};
///
/// let (tenth, ten, minus_one) = (0x3fb9_9999_9999_999a, 0x4024_0000_0000_0000, 0xbff0_0000_0000_0000);
/// // 0.1 * 10 - 1: binary64's 0.1 is too large by 2^-54 / 10.
/// assert_eq!(f64::mad(tenth, ten, minus_one, Rounding::NearestEven), 0x3c90_0000_0000_0000);
/// // An exact zero sum is negative under .rm alone.
/// assert_eq!(f64::mad(ten, minus_one, ten, Rounding::TowardNegative), 0x8000_0000_0000_0000);
/// ```
pub fn mad(a: u64, b: u64, c: u64, rounding: Rounding) -> u64 {
    trace(a, b, c, rounding).result
}

/// [`mad`] with every intermediate value; the last field is the result.
pub fn trace(a: u64, b: u64, c: u64, rounding: Rounding) -> F64Trace {
    let product = product(a, b);
    let sum: Double = add_and_round(product, read_wide(c), rounding);
    let result = match surviving_nan([a, b, c]) {
        Some(nan) => nan,
        None if sum.is_nan() => NAN,
        None => sum.to_bits() as u64,
    };
    F64Trace { a, b, c, product: wide_pattern(product), result }
}

/// The binary64 number of the pattern `x`, in binary128: exact.
fn read_wide(x: u64) -> Quad {
    widen(Double::from_bits(u128::from(x)))
}

/// "computes the product of `a` and `b` to infinite precision" (PTX ISA, `mad`, Notes): two 53-bit significands make at
/// most 106 bits of binary128's 113, and the exponents have a much larger range.
fn product(a: u64, b: u64) -> Quad {
    (read_wide(a) * read_wide(b)).value
}

/// The binary128 pattern of the product for a trace.
fn wide_pattern(x: Quad) -> u128 {
    if x.is_nan() { Quad::qnan(None).to_bits() } else { x.to_bits() }
}

/// "NaN payloads are supported for double-precision instructions" (PTX ISA 9.7.3): the NaN operand that is the result,
/// made quiet, with its sign.
///
/// The text does not say which of several NaNs this is. A GT200 takes `b`, then `c`, then `a`, also for `inf * 0`.
fn surviving_nan([a, b, c]: [u64; 3]) -> Option<u64> {
    let is_nan = |x: &u64| Double::from_bits(u128::from(*x)).is_nan();
    [b, c, a].into_iter().find(is_nan).map(|nan| nan | QUIET)
}
