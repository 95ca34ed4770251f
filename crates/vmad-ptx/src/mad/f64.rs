//! `mad.rnd.f64`, which "is the same as `fma.f64`" on every target that has it (PTX ISA 9.7.3.7, Notes).

use rustc_apfloat::Float;
use rustc_apfloat::ieee::{Double, Quad};

use super::Rounding;
use super::round::{add_and_round, product, shown, widen};

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
    let product: Quad = product(read(a), read(b));
    let sum: Double = add_and_round(product, widen(read(c)), rounding);
    let result = match surviving_nan([a, b, c]) {
        Some(nan) => nan,
        None if sum.is_nan() => NAN,
        None => sum.to_bits() as u64,
    };
    F64Trace { a, b, c, product: shown(product), result }
}

/// The binary64 number of the pattern `x`.
fn read(x: u64) -> Double {
    Double::from_bits(u128::from(x))
}

/// "NaN payloads are supported for double-precision instructions" (PTX ISA 9.7.3): the NaN operand that is the result,
/// made quiet, with its sign.
///
/// The text does not say which of several NaNs this is. A GT200 takes `b`, then `c`, then `a`, also for `inf * 0`.
fn surviving_nan([a, b, c]: [u64; 3]) -> Option<u64> {
    [b, c, a].into_iter().find(|x| read(*x).is_nan()).map(|nan| nan | QUIET)
}
