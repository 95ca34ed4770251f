//! A word by a part: 16 bits of the word at a time, so that each product fits its 32-bit lane.
//!
//! With a = 2^16 ah + al and C = 2^16 ch + cl, where al and cl are not negative,
//!
//! ```text
//! a * b + C = 2^16 high + low    high = ah * b + ch    low = al * b + cl
//! ```
//!
//! Both fit 32 bits where the clamp needs their exact values. `low` is signed if b is signed. `high` is unsigned if
//! both factors are unsigned. The extremes, with al, cl and, if unsigned, ah and ch at most 2^16 - 1:
//!
//! | | minimum | maximum |
//! |---|---|---|
//! | `low`, b unsigned | 0 | (2^16 - 1)(2^16 - 1) + 2^16 - 1 + 1 < 2^32 |
//! | `low`, b signed | -(2^16 - 1) 2^15 | (2^16 - 1)(2^15 - 1) + 2^16 < 2^31 |
//! | `high`, both unsigned, C not negated | 0 | (2^16 - 1)(2^16 - 1) + 2^16 - 1 < 2^32 |
//! | `high`, one signed | -2^15 (2^16 - 1) - 2^15 = -2^31 | (2^16 - 1)(2^15 - 1) + 2^15 - 1 < 2^31 |

use crate::{
    arithmetic::{cut, not},
    class::{Counts, KernelClass},
    lanes::Lanes,
};
use vmad_unit::{Psign, Sign};

/// The bits of `al` and `cl`.
const LOW: u32 = 0xffff;

/// The result of a setting with a shift or a clamp.
///
/// With ~C as the addend y every psign is a sum: p - c = p + y + 1, and c - p = ~(p + y). The shift and the clamp of a
/// signed number commute with the complement, so both can come before it.
#[inline(always)]
pub(crate) fn word_by_part<L: Lanes>(
    l: L,
    class: KernelClass,
    counts: Counts,
    [a, b]: [L::V; 2],
    c: L::V,
) -> L::V {
    let high = l.multiply(shift(l, class.a.sign, a, 16), b);
    if !class.shifts && class.b.sign == Sign::Signed {
        let sum = cut(l, class.psign, l.multiply(a, b), c);
        return clamp_unshifted(l, class.psign, [high, c], sum);
    }
    let c_high = shift(l, class.c_sign(), c, 16);
    let (addend, addend_high) = match class.psign {
        Psign::Add | Psign::PlusOne => (c, c_high),
        // The bits above ~c are ones, because the bits above an unsigned C are zeros.
        Psign::SubtractC | Psign::NegateProduct => (not(l, c), not(l, c_high)),
    };
    let high = l.add(high, addend_high);
    let sum = if class.shifts {
        shifted(l, class, counts, [a, b, addend], high)
    } else {
        unshifted(l, class, a, b, c)
    };
    let sum = if class.saturates { clamp(l, class, counts, high, sum) } else { sum };
    if class.psign == Psign::NegateProduct { not(l, sum) } else { sum }
}

/// Bits 31:0 of the sum.
#[inline(always)]
fn unshifted<L: Lanes>(l: L, class: KernelClass, a: L::V, b: L::V, c: L::V) -> L::V {
    let product = l.multiply(a, b);
    match class.psign {
        Psign::NegateProduct => cut(l, Psign::Add, product, not(l, c)),
        psign => cut(l, psign, product, c),
    }
}

/// Bits 31 + scale to scale of the sum. 2^16 high is a multiple of 2^scale, so only low is shifted.
#[inline(always)]
fn shifted<L: Lanes>(
    l: L,
    class: KernelClass,
    counts: Counts,
    [a, b, addend]: [L::V; 3],
    high: L::V,
) -> L::V {
    let (low_bits, product) = (l.splat(LOW), l.multiply(l.and(a, l.splat(LOW)), b));
    let low = match class.psign {
        Psign::Add | Psign::NegateProduct => l.add(product, l.and(addend, low_bits)),
        // x + 1 = -~x
        Psign::SubtractC | Psign::PlusOne => l.subtract(product, not(l, l.and(addend, low_bits))),
    };
    l.add(l.shift_left(high, 16 - counts.scale), shift(l, class.b.sign, low, counts.scale))
}

/// The clamp of `sum`, which is the shifted sum modulo 2^32.
///
/// The sum is 2^16 high + low. `sum` is the exact shifted sum minus 2^32 m, for an integer m. In units of 2^16 of the
/// sum, it is high + (low >> 16) - 2^(16 + scale) m. After high is subtracted, the rest is in the range of low >> 16
/// (16 bits) exactly if m is 0. This holds because the sum has at most 48 bits: with scale 15, m is -1, 0 or 1, so
/// 2^(16 + scale) m is not a multiple of 2^32 unless m is 0. [`KernelClass::splits`] excludes the sums of 49 bits.
#[inline(always)]
fn clamp<L: Lanes>(l: L, class: KernelClass, counts: Counts, high: L::V, sum: L::V) -> L::V {
    let units = l.subtract(shift(l, class.final_sign(), sum, 16 - counts.scale), high);
    let units = match class.b.sign {
        Sign::Unsigned => units,
        Sign::Signed => l.add(units, l.splat(1 << 15)),
    };
    let out = l.below(l.splat(LOW), units);
    if class.final_sign() == Sign::Unsigned {
        return l.choose(out, l.splat(u32::MAX), sum);
    }
    let sign = match class.b.sign {
        // If the sum is out of range, high + (low >> 16) is less than -2^15 or at least 2^15, and low >> 16 is at most
        // 2^16 - 1: with 2^15 added, high has the sign of the sum.
        Sign::Unsigned => l.add(high, l.splat(1 << 15)),
        Sign::Signed => high,
    };
    l.end_where(out, sign, sum)
}

/// [`clamp`] for a signed b without a shift, applied to the sum, not to its complement; `high` is ah * b.
///
/// Let u be high plus C's upper half, minus the upper half of the sum. If the sum is in range, u is a 16-bit number
/// around 0; otherwise a multiple of 2^16 with the sign of the sum is added to it. A constant moves the 16-bit numbers
/// to 0 and above; the result is between -2^31 and 2^31 - 1.
#[inline(always)]
fn clamp_unshifted<L: Lanes>(l: L, psign: Psign, [high, c]: [L::V; 2], sum: L::V) -> L::V {
    let above = |units| (units, l.below(l.splat(LOW), units));
    let (units, out) = match psign {
        Psign::Add | Psign::PlusOne => {
            let units = l.subtract_upper(l.add_upper(high, c), sum);
            above(l.add(units, l.splat((1 << 15) - 1)))
        }
        // ~ch = -ch - 1
        Psign::SubtractC => {
            let units = l.subtract_upper(l.subtract_upper(high, c), sum);
            above(l.add(units, l.splat((1 << 15) - 2)))
        }
        // Negated, because the sum is the complement of p + ~c. The constant moves the numbers below 0, so that they
        // stay below 2^31.
        Psign::NegateProduct => {
            let units = l.add_upper(l.subtract_upper(high, c), sum);
            let units = l.subtract(l.splat(0u32.wrapping_sub(1 << 15)), units);
            (units, l.below(units, l.splat(!LOW)))
        }
    };
    l.end_where(out, units, sum)
}

/// `x >> count`, by its sign.
#[inline(always)]
fn shift<L: Lanes>(l: L, sign: Sign, x: L::V, count: u32) -> L::V {
    match sign {
        Sign::Unsigned => l.shift_right_zero(x, count),
        Sign::Signed => l.shift_right_sign(x, count),
    }
}
