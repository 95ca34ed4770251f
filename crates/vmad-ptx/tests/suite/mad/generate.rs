//! Hostile operands for a multiply-add, after the manner of Berkeley `TestFloat`'s generators: exponents at
//! both ends and around one, significands of few ones or few zeros, and triples in which the sum cancels,
//! carries, lies halfway, overflows or turns subnormal.

use fastrand::Rng;

use super::foreign::{softfloat_mul32, softfloat_mul64};

/// A binary interchange format, as far as a generator needs it.
#[derive(Clone, Copy)]
pub(crate) struct Format {
    /// Stored bits of the significand.
    mantissa_bits: u32,
    /// Bits of the exponent field.
    exponent_bits: u32,
    product: fn(u64, u64) -> u64,
}

/// IEEE binary32.
pub(crate) const F32: Format = Format {
    mantissa_bits: 23,
    exponent_bits: 8,
    product: |a, b| softfloat_mul32(a as u32, b as u32).into(),
};

/// IEEE binary64.
pub(crate) const F64: Format = Format { mantissa_bits: 52, exponent_bits: 11, product: softfloat_mul64 };

impl Format {
    /// The exponent field of infinities and NaNs.
    fn top(self) -> i64 {
        (1 << self.exponent_bits) - 1
    }

    /// The exponent field of one.
    fn bias(self) -> i64 {
        self.top() >> 1
    }

    fn exponent(self, x: u64) -> i64 {
        (x >> self.mantissa_bits) as i64 & self.top()
    }

    fn mantissa_mask(self) -> u64 {
        (1 << self.mantissa_bits) - 1
    }

    fn sign(self) -> u64 {
        1 << (self.mantissa_bits + self.exponent_bits)
    }

    /// The pattern with another exponent; one outside the finite numbers' range is moved to its nearer end.
    fn with_exponent(self, x: u64, exponent: i64) -> u64 {
        let field = (exponent.clamp(0, self.top() - 1) as u64) << self.mantissa_bits;
        x & (self.sign() | self.mantissa_mask()) | field
    }
}

/// A stream of operand triples; the same seed gives the same stream.
pub(crate) fn triples(f: Format, seed: u64) -> impl Iterator<Item = [u64; 3]> {
    let mut random = Rng::with_seed(seed);
    std::iter::repeat_with(move || {
        let random = &mut random;
        let [a, b, c] =
            [(); 3].map(|()| if random.u8(..9) == 0 { special(f, random) } else { number(f, random) });
        let product = (f.product)(a, b);
        // From far below the other's last place to far above its first.
        let reach = 2 * i64::from(f.mantissa_bits) + 6;
        let distance = if random.bool() { random.i64(-2..=2) } else { random.i64(-reach..=reach) };
        match random.u8(..8) {
            // Almost nothing is left of the sum.
            0 | 1 => [a, b, (product ^ f.sign()).wrapping_add_signed(random.i64(-2..=3))],
            // The last bits of c overlap the product's anywhere.
            2 | 3 => [a, b, f.with_exponent(c, f.exponent(product) + distance)],
            // The product is about as large as c, which is often at the edge of the normal or of the finite numbers.
            4 | 5 => [a, f.with_exponent(b, f.exponent(c) + distance + f.bias() - f.exponent(a)), c],
            _ => [a, b, c],
        }
    })
}

/// Zeros, infinities, NaNs of both kinds, and the ends of the normal and of the finite numbers.
fn special(f: Format, random: &mut Rng) -> u64 {
    let quiet = 1 << (f.mantissa_bits - 1);
    let infinity = (f.top() as u64) << f.mantissa_bits;
    let payload = random.u64(..) & (quiet - 1);
    let magnitude = match random.u8(..10) {
        0 | 1 => 0,
        2 => 1,
        3 => f.mantissa_mask() + random.u64(..2),
        4 => (1 << f.mantissa_bits) + random.u64(..2),
        5 => infinity - 1,
        6 | 7 => infinity,
        8 => infinity | quiet | payload,
        _ => infinity | payload.max(1),
    };
    if random.bool() { magnitude | f.sign() } else { magnitude }
}

/// A finite number.
fn number(f: Format, random: &mut Rng) -> u64 {
    let precision = i64::from(f.mantissa_bits) + 1;
    let exponent = match random.u8(..8) {
        0 => random.i64(..4),
        1 => f.top() - 1 - random.i64(..3),
        2 => f.bias() + random.i64(-2..=2),
        3 => f.bias() + random.i64(-precision - 2..=precision + 2),
        // Half of the range: the product of two such comes out near one of its ends.
        4 => f.bias() / 2 + random.i64(-precision..=precision),
        5 => f.bias() + f.bias() / 2 + random.i64(-precision..=precision),
        _ => random.i64(..f.top()),
    };
    let all = f.mantissa_mask();
    let [one, other] = [(); 2].map(|()| 1_u64 << random.u32(..f.mantissa_bits));
    let mantissa = match random.u8(..10) {
        0 => 0,
        1 => all,
        2 => one,
        3 => all ^ one,
        4 => one - 1,
        5 => all ^ (one - 1),
        // The product of two such often ends in a tie.
        6 => one | other,
        7 => all ^ (one - 1) ^ other,
        // Random above, nothing or everything below: sums that end exactly at, or just beside, a midpoint.
        8 => random.u64(..) & !(one - 1),
        _ => random.u64(..),
    };
    let sign = if random.bool() { f.sign() } else { 0 };
    f.with_exponent(sign | (mantissa ^ u64::from(random.u8(..8) == 0)) & all, exponent)
}
