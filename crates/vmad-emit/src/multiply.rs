//! Products of several limbs.

use vmad_term::operation::{Operation as Op, Term};

use crate::limbs::Limbs;

impl Limbs<'_> {
    /// The product, modulo 2^(bits of the factors); `factors` are the expressions before the lowering.
    pub(crate) fn multiply(&self, x: &[Term], y: &[Term], factors: [Term; 2]) -> Vec<Term> {
        let width = self.width;
        let low = self.build(Op::Multiply(x[0], y[0]));
        if width == 64 {
            // 33 bits by 33 bits: the product is above -2^64 and below 2^64, so its low limb and its sign determine it.
            return self.with_sign_limbs(vec![low], x, y);
        }
        let [a, b] = factors.map(|factor| self.source.range(factor).signed);
        let fits = |[low, high]: [i128; 2]| low >= -(1 << (width - 1)) && high < 1 << (width - 1);
        let high = if fits(a) && fits(b) && a[0].min(b[0]) < 0 {
            self.build(Op::MultiplyHighSigned(x[0], y[0]))
        } else {
            let high = self.build(Op::MultiplyHigh(x[0], y[0]));
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
}
