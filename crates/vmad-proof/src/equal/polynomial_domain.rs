//! The domain of [`Polynomials`].

use num_rational::BigRational as Rational;
use num_traits::{One as _, Signed as _, Zero as _};
use vmad_ptx::domain::Domain;

use super::{
    polynomial::Polynomials,
    polynomial_store::{Atom, Integer, Polynomial, Range, around, power, power_above, whole},
};

/// A truth is 0 or 1.
impl Domain for Polynomials {
    type Number = Integer;
    type Truth = Integer;

    fn constant(&self, value: i128) -> Integer {
        self.integer(Polynomial::of(whole(value)), None)
    }

    fn field(&self, x: Integer, low: u32, bits: u32, signed: bool) -> Integer {
        let half = if signed { power(bits - 1) } else { Rational::zero() };
        let range = [-half.clone(), power(bits) - half - Rational::one()];
        let of = self.range(x);
        if low == 0 && range[0] <= of[0] && of[1] <= range[1] {
            return x;
        }
        if low == 0
            && let Some(same) = self.congruent(x, &power(bits), &range)
        {
            return same;
        }
        let above = self.sum(self.residue(x, &power(low + bits)), &whole(-1), self.residue(x, &power(low)));
        let unsigned = Polynomial::default().plus(&power(low).recip(), &self.polynomial(above));
        let unsigned = self.integer(unsigned, Some([Rational::zero(), power(bits) - Rational::one()]));
        if self.range(unsigned)[1] <= range[1] {
            return unsigned;
        }
        let sign = self.field(x, low + bits - 1, 1, false);
        self.within(self.sum(unsigned, &-power(bits), sign), range)
    }

    fn add(&self, x: Integer, y: Integer) -> Integer {
        self.sum(x, &Rational::one(), y)
    }

    fn subtract(&self, x: Integer, y: Integer) -> Integer {
        self.sum(x, &whole(-1), y)
    }

    fn multiply(&self, x: Integer, y: Integer) -> Integer {
        let range = around(&self.range(x), &self.range(y), |x, y| x * y);
        let [one, other] = [x, y].map(|integer| self.polynomial(integer));
        let product = self.store.borrow_mut().product(&one, &other);
        self.integer(product, Some(range))
    }

    fn divide(&self, x: Integer, y: Integer) -> Integer {
        if let Some(divisor) = self.known(y) {
            return self.quotient(x, &whole(divisor.max(1)));
        }
        let range = around(&self.range(x), &self.range(y), |x, y| (x / y.max(&whole(1))).floor());
        self.atom(Atom::Quotient(x, y), range)
    }

    fn invert(&self, x: Integer) -> Integer {
        self.subtract(self.constant(-1), x)
    }

    fn and(&self, x: Integer, y: Integer) -> Integer {
        for (x, y) in [(x, y), (y, x)] {
            match self.known(x) {
                Some(mask) if mask < 0 => return self.subtract(y, self.and(self.constant(!mask), y)),
                Some(mask) => return self.masked(y, mask),
                None => {}
            }
            let ([low, high], of) = (self.range(x), self.range(y));
            // 0 or all ones.
            let ones = if high.is_zero() && low == whole(-1) { low } else { high };
            let has_all = ones == whole(-1) || (!of[0].is_negative() && of[1] <= ones && is_mask(&ones));
            if has_all && let Some(bit) = self.divided(x, &ones).filter(|bit| self.is_bit(*bit)) {
                return self.multiply(bit, y);
            }
            if !of[0].is_negative() && self.divided(x, &power_above(&of)).is_some() {
                return self.constant(0);
            }
        }
        let (x, y) = (x.min(y), x.max(y));
        let [one, other] = [x, y].map(|integer| self.range(integer));
        let top = power_above(&ends(one.clone(), other.clone(), Ord::min, Ord::max));
        let range = match [&one, &other].map(|range| range[0].is_negative()) {
            [false, false] => [Rational::zero(), one[1].clone().min(other[1].clone())],
            [false, true] => [Rational::zero(), one[1].clone()],
            [true, false] => [Rational::zero(), other[1].clone()],
            [true, true] => [-top.clone(), top - Rational::one()],
        };
        self.atom(Atom::And(x, y), range)
    }

    fn or(&self, x: Integer, y: Integer) -> Integer {
        self.bits_of(x, y, self.subtract(self.add(x, y), self.and(x, y)))
    }

    fn xor(&self, x: Integer, y: Integer) -> Integer {
        self.bits_of(x, y, self.sum(self.add(x, y), &whole(-2), self.and(x, y)))
    }

    fn shift_left(&self, x: Integer, count: Integer) -> Integer {
        if let Some(count) = self.known(count) {
            return self.multiply(x, self.constant(1 << count.clamp(0, 64)));
        }
        let factors = self.range(count).map(|count| power(amount(&count)));
        self.atom(Atom::ShiftLeft(x, count), around(&self.range(x), &factors, |x, y| x * y))
    }

    fn shift_right(&self, x: Integer, count: Integer) -> Integer {
        if let Some(count) = self.known(count) {
            let divisor = power(amount(&whole(count)));
            return self.quotient(x, &divisor);
        }
        let factors = self.range(count).map(|count| power(amount(&count)));
        self.atom(Atom::ShiftRight(x, count), around(&self.range(x), &factors, |x, y| (x / y).floor()))
    }

    fn opaque(&self, name: &str, x: Integer, bits: u32) -> Integer {
        let range = [Rational::zero(), power(bits) - Rational::one()];
        self.atom(Atom::Opaque(name.to_owned(), x, bits), range)
    }

    fn less(&self, x: Integer, y: Integer) -> Integer {
        let difference = self.subtract(x, y);
        // The difference is below 0 if its quotient by a power above its range is -1.
        let quotient = self.quotient(difference, &power_above(&self.range(difference)));
        self.subtract(self.constant(0), quotient)
    }

    fn equal(&self, x: Integer, y: Integer) -> Integer {
        let (one, other) = (self.subtract(x, y), self.subtract(y, x));
        let [low, high] = self.range(one);
        if low.is_positive() || high.is_negative() || self.known(one) == Some(0) {
            return self.constant((self.known(one) == Some(0)).into());
        }
        for (bit, value) in [(x, y), (y, x)] {
            match self.known(value) {
                Some(1) if self.is_bit(bit) => return bit,
                Some(0) if self.is_bit(bit) => return self.not(bit),
                _ => {}
            }
        }
        self.atom(Atom::IsZero(one.min(other)), [Rational::zero(), Rational::one()])
    }

    fn not(&self, x: Integer) -> Integer {
        self.subtract(self.constant(1), x)
    }

    fn both(&self, x: Integer, y: Integer) -> Integer {
        self.multiply(x, y)
    }

    fn choose(&self, condition: Integer, x: Integer, y: Integer) -> Integer {
        match self.known(condition) {
            Some(0) => return y,
            Some(_) => return x,
            None => {}
        }
        let (one, other) = (self.range(x), self.range(y));
        self.within(
            self.add(y, self.multiply(condition, self.subtract(x, y))),
            ends(one, other, Ord::min, Ord::max),
        )
    }

    fn one_if(&self, condition: Integer) -> Integer {
        condition
    }

    fn min(&self, x: Integer, y: Integer) -> Integer {
        let (one, other) = (self.range(x), self.range(y));
        self.within(self.choose(self.less(y, x), y, x), ends(one, other, Ord::min, Ord::min))
    }

    fn max(&self, x: Integer, y: Integer) -> Integer {
        let (one, other) = (self.range(x), self.range(y));
        self.within(self.choose(self.less(x, y), y, x), ends(one, other, Ord::max, Ord::max))
    }
}

/// A count of a shift.
fn amount(count: &Rational) -> u32 {
    num_traits::ToPrimitive::to_u32(count).unwrap_or(0).min(127)
}

/// Whether it is a power of 2, minus 1.
fn is_mask(ones: &Rational) -> bool {
    ones.is_positive() && power_above(&[ones.clone(), ones.clone()]) == ones + Rational::one()
}

/// The lows of two ranges combined, and the highs.
fn ends(
    [a, b]: Range,
    [c, d]: Range,
    low: impl Fn(Rational, Rational) -> Rational,
    high: impl Fn(Rational, Rational) -> Rational,
) -> Range {
    [low(a, c), high(b, d)]
}

impl Polynomials {
    fn within(&self, x: Integer, range: Range) -> Integer {
        self.integer(self.polynomial(x), Some(range))
    }

    fn is_bit(&self, x: Integer) -> bool {
        let [low, high] = self.range(x);
        !low.is_negative() && high <= Rational::one()
    }

    /// `x` divided by a positive integer and rounded down.
    fn quotient(&self, x: Integer, divisor: &Rational) -> Integer {
        self.store.borrow_mut().divisors.insert(divisor.clone());
        let range = self.range(x).map(|end| (end / divisor).floor());
        let multiple = self.polynomial(self.subtract(x, self.residue(x, divisor)));
        self.integer(Polynomial::default().plus(&divisor.recip(), &multiple), Some(range))
    }

    /// The fields of a number that a mask of at least 0 selects.
    fn masked(&self, x: Integer, mask: i128) -> Integer {
        let mut left = mask;
        let mut sum = self.constant(0);
        while left != 0 {
            let low = left.trailing_zeros();
            let bits = (left >> low).trailing_ones();
            // At most 64 bits are a field.
            let bits = bits.min(64);
            let field = self.field(x, low, bits, false);
            sum = self.sum(sum, &power(low), field);
            left &= !(((1 << bits) - 1) << low);
        }
        sum
    }

    /// The result of `or` or `xor`: no wider than its operands, if these are not negative.
    fn bits_of(&self, x: Integer, y: Integer, result: Integer) -> Integer {
        let (one, other) = (self.range(x), self.range(y));
        if one[0].is_negative() || other[0].is_negative() {
            return result;
        }
        let top = power_above(&[Rational::zero(), one[1].clone().max(other[1].clone())]);
        self.within(result, [Rational::zero(), top - Rational::one()])
    }
}
