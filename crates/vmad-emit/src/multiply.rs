//! Products of several limbs.

use vmad_term::{
    operation::{Operation as Op, Term},
    simplify::Simplified,
};

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

/// A graph in which products of 16 bits replace the upper halves of products, for languages without that operation.
pub(crate) fn without_upper_halves(source: &Simplified, result: Term) -> (Simplified, Term) {
    let target = Simplified::default();
    let mut moved = std::collections::HashMap::new();
    for (value, node) in source.below(&[result]) {
        let of = |operand: Term| moved[&operand];
        let made = match node.operation {
            Op::MultiplyHigh(x, y) => upper_half(&target, of(x), of(y)),
            Op::MultiplyHighSigned(x, y) => {
                let unsigned = upper_half(&target, of(x), of(y));
                // Read without its sign, a negative factor is 2^32 too large.
                let [x, y] = [(x, y), (y, x)].map(|(negative, other)| {
                    let sign = target.build(32, Op::ShiftRightSigned(of(negative), 31));
                    target.build(32, Op::And(sign, of(other)))
                });
                let less = target.build(32, Op::Subtract(unsigned, x));
                target.build(32, Op::Subtract(less, y))
            }
            op => target.build(node.sort.bits(), op.with_arguments(of)),
        };
        moved.insert(value, made);
    }
    (target, moved[&result])
}

/// The upper 32 bits of the product of two unsigned numbers.
fn upper_half(graph: &Simplified, x: Term, y: Term) -> Term {
    let mask = graph.constant(32, 0xffff);
    let [x, y] = [x, y]
        .map(|value| [graph.build(32, Op::And(value, mask)), graph.build(32, Op::ShiftRight(value, 16))]);
    let [low, middle, other, high] =
        [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(i, j)| graph.build(32, Op::Multiply(x[i], y[j])));
    // No sum wraps: 0xffff * 0xffff + 2 * 0xffff is 2^32 - 1.
    let carried = graph.build(32, Op::ShiftRight(low, 16));
    let middle = graph.build(32, Op::Add(middle, carried));
    let middle_low = graph.build(32, Op::And(middle, mask));
    let other = graph.build(32, Op::Add(other, middle_low));
    let [middle, other] = [middle, other].map(|value| graph.build(32, Op::ShiftRight(value, 16)));
    let sum = graph.build(32, Op::Add(high, middle));
    graph.build(32, Op::Add(sum, other))
}
