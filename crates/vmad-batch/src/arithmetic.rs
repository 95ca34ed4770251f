//! The arithmetic of a lane: a third implementation of the unit, in 32 bits.
//!
//! The stages ([`vmad_unit::vmad::compute`]) use 66 bits. Each step here names its stage; the tests compare every mode
//! with the datapath.

use crate::{
    class::{Counts, KernelClass},
    lanes::{Lanes, Wide},
};
use vmad_unit::{Format, Psign, Sign, Width};

/// `operand`: the field, extended to the 32 bits of a lane.
#[inline(always)]
pub(crate) fn field<L: Lanes>(l: L, factor: Format, [low, above]: [u32; 2], port: L::V) -> L::V {
    match (factor.width, factor.sign) {
        (Width::Word, _) => port,
        (_, Sign::Unsigned) => {
            l.and(l.shift_right_zero(port, low), l.splat(u32::MAX >> ((low + above) & 31)))
        }
        (_, Sign::Signed) => l.shift_right_sign(l.shift_left(port, above), low + above),
    }
}

/// `shr[31:0]` without a shift: it is `tmp[31:0]`. The low 32 bits of a sum or a product depend only on the low 32 bits
/// of its operands, not on their extension.
#[inline(always)]
pub(crate) fn cut<L: Lanes>(l: L, psign: Psign, product: L::V, c: L::V) -> L::V {
    match psign {
        Psign::Add => l.add(product, c),
        Psign::SubtractC => l.subtract(product, c),
        Psign::NegateProduct => l.subtract(c, product),
        // p + c + 1 = p - (-c - 1) = p - ~c
        Psign::PlusOne => l.subtract(product, not(l, c)),
    }
}

/// A and B have at most 16 bits: the product fits in 32 bits. It is signed unless both are unsigned.
#[inline(always)]
pub(crate) fn narrow<L: Lanes>(l: L, class: KernelClass, counts: Counts, product: L::V, c: L::V) -> L::V {
    if class.both_unsigned() {
        // Extended with zeros.
        let product = Wide { high: l.splat(0), low: product };
        return wide(l, class, counts, sum(l, class, product, c));
    }
    // Product and C are signed 32-bit numbers, and the product is at most 2^30: tmp fits in 33 bits. `low` has the
    // lower 32 bits. The 33rd bit is the sign of `low`, or its inverse if the 32-bit sum overflowed.
    let (low, overflow) = match class.psign {
        Psign::Add => {
            let sum = l.add(product, c);
            (sum, l.and(l.xor(product, sum), l.xor(c, sum)))
        }
        Psign::SubtractC => difference(l, product, c),
        Psign::NegateProduct => difference(l, c, product),
        Psign::PlusOne => difference(l, product, not(l, c)),
    };
    if class.shifts {
        // tmp >> 7 has 26 bits: it is always in range.
        let high = l.shift_right_sign(l.xor(low, overflow), 31);
        l.funnel(Wide { high, low }, counts.scale)
    } else {
        // If the sum overflowed, tmp has the sign of the term that is not subtracted.
        let term = if class.psign == Psign::NegateProduct { c } else { product };
        l.end_where(l.negative(overflow), term, low)
    }
}

/// `x - y`, and a word whose highest bit is set if the difference overflowed.
#[inline(always)]
fn difference<L: Lanes>(l: L, x: L::V, y: L::V) -> (L::V, L::V) {
    let difference = l.subtract(x, y);
    (difference, l.and(l.xor(x, y), l.xor(x, difference)))
}

/// The multiplier, in 64 bits: U32 * U32 is an unsigned number, every other product a signed one.
#[inline(always)]
pub(crate) fn product<L: Lanes>(l: L, class: KernelClass, x: L::V, y: L::V) -> Wide<L::V> {
    let a_is_u32 = (class.a.width, class.a.sign) == (Width::Word, Sign::Unsigned);
    match (class.a.sign, class.b.sign) {
        (Sign::Unsigned, Sign::Unsigned) => l.multiply_unsigned(x, y),
        // The lane has y + 2^32 for a negative y, so the product is too large by x * 2^32.
        (Sign::Unsigned, Sign::Signed) if a_is_u32 => {
            let product = l.multiply_unsigned(x, y);
            Wide { high: l.subtract_where(l.negative(y), product.high, x), ..product }
        }
        // An unsigned part is a positive signed number. B is a U32 only beside a U32 A.
        _ => l.multiply_signed(x, y),
    }
}

/// `add_with_psign`, modulo 2^64, in two 32-bit halves with a carry or a borrow between them.
#[inline(always)]
pub(crate) fn sum<L: Lanes>(l: L, class: KernelClass, product: Wide<L::V>, c: L::V) -> Wide<L::V> {
    match class.psign {
        Psign::Add => {
            let c = extended(l, class, c);
            let low = l.add(product.low, c.low);
            let carry = l.below(low, c.low);
            Wide { high: l.increment_where(carry, l.add(product.high, c.high)), low }
        }
        Psign::SubtractC => minus(l, product, extended(l, class, c)),
        Psign::NegateProduct => minus(l, extended(l, class, c), product),
        // p + c + 1 = p - ~c, where ~c is all ones above an unsigned c.
        Psign::PlusOne => {
            let Wide { high, low } = extended(l, class, not(l, c));
            let high = if class.c_sign() == Sign::Unsigned { l.splat(u32::MAX) } else { high };
            minus(l, product, Wide { high, low })
        }
    }
}

/// C, extended to 64 bits by its sign.
#[inline(always)]
fn extended<L: Lanes>(l: L, class: KernelClass, low: L::V) -> Wide<L::V> {
    let high = match class.c_sign() {
        Sign::Unsigned => l.splat(0),
        Sign::Signed => l.shift_right_sign(low, 31),
    };
    Wide { high, low }
}

/// `x - y`
#[inline(always)]
fn minus<L: Lanes>(l: L, x: Wide<L::V>, y: Wide<L::V>) -> Wide<L::V> {
    let borrow = l.below(x.low, y.low);
    let high = l.decrement_where(borrow, l.subtract(x.high, y.high));
    Wide { high, low: l.subtract(x.low, y.low) }
}

/// `normalise` and `saturate` of a tmp modulo 2^64.
///
/// Without saturation, the result is bits 31 + scale to scale of tmp. With saturation, the high half shows whether the
/// result is in range: see [`clamp`].
#[inline(always)]
pub(crate) fn wide<L: Lanes>(l: L, class: KernelClass, counts: Counts, tmp: Wide<L::V>) -> L::V {
    let shr = if class.shifts { l.funnel(tmp, counts.scale) } else { tmp.low };
    if class.saturates { clamp(l, class, counts, tmp, shr) } else { shr }
}

/// The clamp: if tmp >> scale is out of the 32-bit range, the nearer end of the range.
#[inline(always)]
fn clamp<L: Lanes>(l: L, class: KernelClass, counts: Counts, tmp: Wide<L::V>, shr: L::V) -> L::V {
    let Wide { high, low } = tmp;
    if class.final_sign() == Sign::Unsigned {
        // tmp is from 0 to 2^64 - 1, so it can only be above the range. In range, high is at most 2^scale - 1.
        let above = l.below(l.splat((1 << counts.scale) - 1), high);
        return l.choose(above, l.splat(u32::MAX), shr);
    }
    let (least, greatest) = (l.splat(1 << 31), l.splat(i32::MAX as u32));
    if class.needs_65_bits() && class.shifts {
        // Half the range of `high`, as a positive number.
        let half = 1 << (counts.scale - 1);
        return if class.psign == Psign::SubtractC {
            // tmp is U32*U32 - U32: high is -1, for which shr is in range, or 0 to 2^32 - 2. So high + 1 is unsigned.
            let above = l.below(l.splat(half), l.add(high, l.splat(1)));
            l.choose(above, greatest, shr)
        } else {
            // tmp is S32 - U32*U32: high is from -(2^32 - 1) to 0, so its negation is unsigned.
            let below = l.below(l.splat(half), l.subtract(l.splat(0), high));
            l.choose(below, least, shr)
        };
    }
    let out = if class.shifts {
        // In range, high is -2^(scale-1) to 2^(scale-1) - 1.
        let half = l.splat(1 << (counts.scale - 1));
        l.below(l.splat((1 << counts.scale) - 1), l.add(high, half))
    } else {
        // In range, high is the sign of low.
        l.differs(high, l.shift_right_sign(low, 31))
    };
    if !class.needs_65_bits() {
        return l.end_where(out, high, shr);
    }
    let end = if class.psign == Psign::SubtractC {
        // tmp is negative only if high is -1: see above.
        l.choose(l.differs(high, l.splat(u32::MAX)), greatest, least)
    } else {
        // S32 - U32*U32 is at most 2^31 - 1.
        least
    };
    l.choose(out, end, shr)
}

#[inline(always)]
pub(crate) fn not<L: Lanes>(l: L, x: L::V) -> L::V {
    l.xor(x, l.splat(u32::MAX))
}
