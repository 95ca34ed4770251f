//! Products of several limbs.

use vmad_term::operation::{Operation as Op, Term};

use crate::limbs::Limbs;

impl Limbs<'_> {
    /// The product, modulo 2^(bits of the factors); `factors` are the expressions before the lowering.
    pub(crate) fn multiply(&self, x: &[Term], y: &[Term], factors: [Term; 2]) -> Vec<Term> {
        let width = self.width;
        if width == 64 {
            // 33 bits by 33 bits: the product is above -2^64 and below 2^64, so its low limb and its sign determine it.
            let low = self.build(Op::Multiply(x[0], y[0]));
            return self.with_sign_limbs(vec![low], x, y);
        }
        let low = self.build(Op::Multiply(x[0], y[0]));
        let [a, b] = factors.map(|factor| self.source.range(factor).signed);
        let fits = |[low, high]: [i128; 2]| low >= -(1 << (width - 1)) && high < 1 << (width - 1);
        let high = if fits(a) && fits(b) && a[0].min(b[0]) < 0 {
            self.upper_half_signed(x[0], y[0])
        } else {
            let high = self.upper_half(x[0], y[0]);
            let cross = [self.cross(x[0], y[1]), self.cross(y[0], x[1])];
            cross.into_iter().fold(high, |sum, part| self.build(Op::Add(sum, part)))
        };
        self.with_sign_limbs(vec![low, high], x, y)
    }

    /// The low limb of a limb times an upper limb, which is 0 or all ones: a factor has 33 bits at most.
    fn cross(&self, x: Term, upper: Term) -> Term {
        self.build(Op::Subtract(self.zero(), self.build(Op::And(x, upper))))
    }

    /// The limbs of a product above those that hold its magnitude: all ones if it is negative.
    fn with_sign_limbs(&self, mut limbs: Vec<Term>, x: &[Term], y: &[Term]) -> Vec<Term> {
        if limbs.len() >= x.len() {
            limbs.truncate(x.len());
            return limbs;
        }
        let [x_sign, y_sign] = [x, y].map(|limbs| self.sign(limbs));
        let differ = self.build(Op::Xor(x_sign, y_sign));
        let zero = self.zero();
        let is_zero = limbs.iter().map(|&limb| self.target.build(1, Op::Equal(limb, zero)));
        let is_zero = is_zero.reduce(|x, y| self.target.build(1, Op::And(x, y)));
        let sign = is_zero.map_or(differ, |is_zero| self.build(Op::Choose(is_zero, zero, differ)));
        limbs.resize(x.len(), sign);
        limbs
    }

    /// The upper 32 bits of the product of two signed numbers.
    fn upper_half_signed(&self, x: Term, y: Term) -> Term {
        if self.has_upper_halves {
            return self.build(Op::MultiplyHighSigned(x, y));
        }
        // Read without its sign, a negative factor is 2^32 too large.
        let unsigned = self.upper_half(x, y);
        let [x, y] = [(x, y), (y, x)].map(|(negative, other)| {
            let sign = self.build(Op::ShiftRightSigned(negative, 31));
            self.build(Op::And(sign, other))
        });
        let less = self.build(Op::Subtract(unsigned, x));
        self.build(Op::Subtract(less, y))
    }

    /// The upper 32 bits of the product of two unsigned numbers: if the language has no operation for it, of products of
    /// 16 bits.
    fn upper_half(&self, x: Term, y: Term) -> Term {
        if self.has_upper_halves {
            return self.build(Op::MultiplyHigh(x, y));
        }
        let mask = self.target.constant(32, 0xffff);
        let [x, y] =
            [x, y].map(|value| [self.build(Op::And(value, mask)), self.build(Op::ShiftRight(value, 16))]);
        let [low, middle, other, high] =
            [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(i, j)| self.build(Op::Multiply(x[i], y[j])));
        // No sum wraps: 0xffff * 0xffff + 2 * 0xffff is 2^32 - 1.
        let carried = self.build(Op::ShiftRight(low, 16));
        let middle = self.build(Op::Add(middle, carried));
        let middle_low = self.build(Op::And(middle, mask));
        let other = self.build(Op::Add(other, middle_low));
        let [middle, other] = [middle, other].map(|value| self.build(Op::ShiftRight(value, 16)));
        let sum = self.build(Op::Add(high, middle));
        self.build(Op::Add(sum, other))
    }
}
