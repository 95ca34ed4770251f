//! Hostile operands for a multiply-add, after the manner of Berkeley `TestFloat`'s generators: exponents at
//! both ends and around one, significands of few ones or few zeros, and triples in which the sum cancels,
//! carries, lies halfway, overflows or turns subnormal.

use fastrand::Rng;

/// A binary interchange format, as far as a generator needs it.
#[derive(Clone, Copy)]
pub(crate) struct Format {
    /// Stored bits of the significand.
    pub(crate) mantissa_bits: u32,
    /// Bits of the exponent field.
    pub(crate) exponent_bits: u32,
}

/// IEEE binary32.
pub(crate) const F32: Format = Format { mantissa_bits: 23, exponent_bits: 8 };
/// IEEE binary64.
pub(crate) const F64: Format = Format { mantissa_bits: 52, exponent_bits: 11 };

impl Format {
    /// The exponent field of infinities and NaNs.
    fn top(self) -> i64 {
        (1 << self.exponent_bits) - 1
    }

    /// The exponent field of one.
    fn bias(self) -> i64 {
        self.top() >> 1
    }

    /// The pattern of these fields; an exponent outside the finite numbers' range is moved to its nearer end.
    fn pack(self, negative: bool, exponent: i64, mantissa: u64) -> u64 {
        let exponent = exponent.clamp(0, self.top() - 1) as u64;
        let sign = u64::from(negative) << (self.mantissa_bits + self.exponent_bits);
        sign | exponent << self.mantissa_bits | mantissa & self.mantissa_mask()
    }

    fn mantissa_mask(self) -> u64 {
        (1 << self.mantissa_bits) - 1
    }

    fn exponent(self, x: u64) -> i64 {
        (x >> self.mantissa_bits) as i64 & self.top()
    }

    /// The significand with its hidden bit.
    fn significand(self, x: u64) -> u64 {
        let hidden = u64::from(self.exponent(x) != 0) << self.mantissa_bits;
        hidden | x & self.mantissa_mask()
    }

    fn is_negative(self, x: u64) -> bool {
        x >> (self.mantissa_bits + self.exponent_bits) & 1 == 1
    }
}

/// A stream of operand triples; the same seed gives the same stream.
pub(crate) struct Triples {
    format: Format,
    random: Rng,
}

impl Iterator for Triples {
    type Item = [u64; 3];

    fn next(&mut self) -> Option<[u64; 3]> {
        let (a, b) = (self.operand(), self.operand());
        let triple = match self.random.u64(..9) {
            0 => [a, b, self.operand()],
            1 => [a, b, self.cancelling(a, b)],
            2 | 3 => [a, b, self.aligned(a, b)],
            4 => self.near_exponent(a, 0),
            5 => self.near_exponent(a, self.format.top()),
            6 => self.short_product(),
            7 => self.at_the_edge(),
            _ => [self.special(), b, self.special()],
        };
        Some(triple)
    }
}

impl Triples {
    /// Triples of `format`, from `seed`.
    pub(crate) fn new(format: Format, seed: u64) -> Self {
        Self { format, random: Rng::with_seed(seed) }
    }

    /// A number from `-reach` to `reach`.
    fn around(&mut self, reach: i64) -> i64 {
        self.random.i64(-reach..=reach)
    }

    fn negative(&mut self) -> bool {
        self.random.bool()
    }

    fn operand(&mut self) -> u64 {
        if self.random.u64(..64) == 0 {
            return self.special();
        }
        let (negative, exponent, mantissa) = (self.negative(), self.exponent(), self.mantissa());
        self.format.pack(negative, exponent, mantissa)
    }

    /// Zeros, infinities, NaNs of both kinds, and the extremes of the finite numbers.
    fn special(&mut self) -> u64 {
        let f = self.format;
        let quiet = 1 << (f.mantissa_bits - 1);
        let infinity = (f.top() as u64) << f.mantissa_bits;
        let payload = self.random.u64(..) & (quiet - 1);
        let magnitude = match self.random.u64(..10) {
            0 | 1 => 0,
            2 => 1,
            3 => f.mantissa_mask(),
            4 => 1 << f.mantissa_bits,
            5 => infinity - 1,
            6 | 7 => infinity,
            8 => infinity | quiet | payload,
            _ => infinity | payload.max(1),
        };
        magnitude | u64::from(self.negative()) << (f.mantissa_bits + f.exponent_bits)
    }

    fn exponent(&mut self) -> i64 {
        let f = self.format;
        let precision = i64::from(f.mantissa_bits) + 1;
        match self.random.u64(..8) {
            0 => self.random.u64(..4) as i64,
            1 => f.top() - 1 - self.random.u64(..3) as i64,
            2 => f.bias() + self.around(2),
            3 => f.bias() + self.around(precision + 2),
            // Half of the range: the product of two such comes out near one of its ends.
            4 => f.bias() / 2 + self.around(precision),
            5 => f.bias() + f.bias() / 2 + self.around(precision),
            _ => self.random.u64(..f.top() as u64) as i64,
        }
    }

    fn mantissa(&mut self) -> u64 {
        let bits = self.format.mantissa_bits;
        let all = self.format.mantissa_mask();
        let one = 1 << self.random.u32(..bits);
        let other = 1 << self.random.u32(..bits);
        let value = match self.random.u64(..10) {
            0 => 0,
            1 => all,
            2 => one,
            3 => all ^ one,
            4 => one - 1,
            5 => all ^ (one - 1),
            6 => one | other,
            7 => all ^ (one - 1) ^ other,
            // Random above, nothing or everything below: sums that end exactly at, or just beside, a
            // midpoint.
            8 => self.random.u64(..) & !(one - 1),
            _ => self.random.u64(..),
        };
        (if self.random.u64(..8) == 0 { value ^ 1 } else { value }) & all
    }

    /// `-(a * b)` to within a few units in its last place, so that almost nothing is left of the sum.
    fn cancelling(&mut self, a: u64, b: u64) -> u64 {
        let f = self.format;
        let product = u128::from(f.significand(a)) * u128::from(f.significand(b));
        let length = 128 - product.leading_zeros();
        let excess = length.saturating_sub(f.mantissa_bits + 1);
        let kept = (product >> excess) as u64;
        let exponent = f.exponent(a).max(1) + f.exponent(b).max(1) - f.bias() + i64::from(excess)
            - i64::from(f.mantissa_bits);
        let nudge = [0, 0, 0, 1, 2, 3, u64::MAX, u64::MAX - 1][self.random.u64(..8) as usize];
        let negative = f.is_negative(a) == f.is_negative(b);
        if exponent >= 1 {
            f.pack(negative, exponent, kept.wrapping_add(nudge))
        } else {
            let subnormal = kept.checked_shr((1 - exponent) as u32).unwrap_or(0);
            f.pack(negative, 0, subnormal.wrapping_add(nudge))
        }
    }

    /// A `c` whose last bits overlap the product's anywhere, or just miss it on either side.
    fn aligned(&mut self, a: u64, b: u64) -> u64 {
        let f = self.format;
        let precision = i64::from(f.mantissa_bits) + 1;
        let product = f.exponent(a) + f.exponent(b) - f.bias();
        let distance = self.random.u64(..4 * precision as u64 + 8) as i64 - 2 * precision - 4;
        let (negative, mantissa) = (self.negative(), self.mantissa());
        f.pack(negative, product + distance, mantissa)
    }

    /// `a`, with a `b` and a `c` that bring product and sum to one end of the exponents.
    fn near_exponent(&mut self, a: u64, end: i64) -> [u64; 3] {
        let f = self.format;
        let reach = i64::from(f.mantissa_bits) + 3;
        let wanted = end + if self.negative() { self.around(2) } else { self.around(reach) };
        let (negative, mantissa) = (self.negative(), self.mantissa());
        let b = f.pack(negative, wanted + f.bias() - f.exponent(a), mantissa);
        let (negative, mantissa, nearness) = (self.negative(), self.mantissa(), self.around(2));
        let c = if self.random.u64(..3) == 0 {
            self.special()
        } else {
            f.pack(negative, end + nearness, mantissa)
        };
        [a, b, c]
    }

    /// Factors of few bits, whose product is about one bit too long for the format: exact ties, with a `c`
    /// that is nothing, or far below, or aligned.
    fn short_product(&mut self) -> [u64; 3] {
        let f = self.format;
        let length = 1 + self.random.u32(..f.mantissa_bits);
        let rest = (f.mantissa_bits + 1 - length).min(f.mantissa_bits);
        let [a, b] = [length, rest].map(|bits| {
            let (negative, exponent) = (self.negative(), self.exponent());
            let last = 1 << (f.mantissa_bits - bits);
            let mantissa = (self.random.u64(..) | last) & !(last - 1);
            f.pack(negative, exponent, mantissa)
        });
        let c = match self.random.u64(..4) {
            0 => f.pack(self.negative(), 0, 0),
            1 => f.pack(self.negative(), f.exponent(a) + f.exponent(b) - f.bias() - 200, 0),
            _ => self.aligned(a, b),
        };
        [a, b, c]
    }

    /// A `c` at the edge of the normal or of the finite numbers, and a product of about half its last place,
    /// which pulls the sum over the edge or just not.
    fn at_the_edge(&mut self) -> [u64; 3] {
        let f = self.format;
        let last_place = i64::from(f.mantissa_bits);
        let (edge, exponent) = match self.random.u64(..3) {
            0 => (1 << f.mantissa_bits, 1),
            1 => (f.mantissa_mask(), 1),
            _ => ((f.top() as u64) << f.mantissa_bits, f.top() - 1),
        };
        let nudge = self.random.u64(..3);
        let sign = u64::from(self.negative()) << (f.mantissa_bits + f.exponent_bits);
        let c = sign | (edge + nudge - 1).min((f.top() as u64) << f.mantissa_bits);
        let (negative, mantissa, wanted) =
            (self.negative(), self.mantissa(), exponent - last_place + self.around(3));
        let ea = wanted.max(0) / 2 + f.bias() / 2 + self.around(last_place);
        let a = f.pack(negative, ea, mantissa);
        let (negative, mantissa) = (self.negative(), self.mantissa());
        [a, f.pack(negative, wanted + f.bias() - f.exponent(a), mantissa), c]
    }
}
