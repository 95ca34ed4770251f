//! The second lowering: expressions wider than a language's integers become several limbs, the lowest first.

use std::{cell::RefCell, collections::HashMap};

use vmad_term::{
    operation::{Operation as Op, Term},
    simplify::Simplified,
};

/// The names of the limbs of the only variable that is wider than a limb, the lowest first.
pub(crate) const WIDE: [&str; 3] = ["tmp", "tmp_high", "tmp_top"];

/// The lowering of one graph.
pub(crate) struct Limbs<'g> {
    pub(crate) source: &'g Simplified,
    pub(crate) target: Simplified,
    /// The bits of a limb: those of the widest integers.
    pub(crate) width: u32,
    /// Whether the language has an operation for the upper half of a product.
    pub(crate) has_upper_halves: bool,
    done: RefCell<HashMap<Term, Vec<Term>>>,
}

impl<'g> Limbs<'g> {
    pub(crate) fn new(source: &'g Simplified, width: u32, has_upper_halves: bool) -> Self {
        Self { source, target: Simplified::default(), width, has_upper_halves, done: RefCell::default() }
    }

    /// An expression that fits one integer.
    pub(crate) fn one(&self, x: Term) -> Term {
        self.limbs(x)[0]
    }

    /// An expression as integers, the lowest first.
    pub(crate) fn limbs(&self, x: Term) -> Vec<Term> {
        if let Some(done) = self.done.borrow().get(&x) {
            return done.clone();
        }
        let made = self.make_limbs(x);
        self.done.borrow_mut().insert(x, made.clone());
        made
    }

    pub(crate) fn build(&self, op: Op) -> Term {
        self.target.build(self.width, op)
    }

    /// An expression of one bit.
    fn flag(&self, op: Op) -> Term {
        self.target.build(1, op)
    }

    pub(crate) fn zero(&self) -> Term {
        self.target.constant(self.width, 0)
    }

    fn make_limbs(&self, x: Term) -> Vec<Term> {
        let (bits, op) = (self.source.bits(x), self.source.operation(x));
        let operands: Vec<Vec<Term>> =
            op.arguments().into_iter().map(|operand| self.limbs(operand)).collect();
        let all_fit = op.arguments().iter().all(|&operand| self.source.bits(operand) <= self.width);
        if bits <= self.width && all_fit {
            let operands: Vec<_> = operands.iter().map(|limbs| limbs[0]).collect();
            return vec![self.target.build(bits, op.on(&operands))];
        }
        let count = (bits / self.width) as usize;
        let x = operands.first().map_or(&[][..], Vec::as_slice);
        let y = operands.get(1).map_or(&[][..], Vec::as_slice);
        match op {
            Op::Variable(_) => WIDE.into_iter().take(count).map(|limb| self.target.input(limb)).collect(),
            Op::Constant(number) => (0..count)
                .map(|limb| {
                    let number = number.checked_shr(limb as u32 * self.width).unwrap_or(0);
                    self.target.constant(self.width, number as i128)
                })
                .collect(),
            Op::Add(..) => self.add(x, y),
            Op::Subtract(..) => self.subtract(x, y),
            Op::Multiply(a, b) => self.multiply(x, y, [a, b]),
            Op::And(..) | Op::Or(..) | Op::Xor(..) => {
                x.iter().zip(y).map(|(&x, &y)| self.build(op.on(&[x, y]))).collect()
            }
            Op::ShiftLeft(_, shift) => self.shift_limbs_up(x, shift, self.zero()),
            Op::ShiftRight(_, shift) => self.shift_limbs_down(x, shift, self.zero(), false),
            Op::ShiftRightSigned(_, shift) => self.shift_limbs_down(x, shift, self.sign(x), true),
            Op::ShiftLeftBy(_, by) | Op::ShiftRightBy(_, by) | Op::ShiftRightSignedBy(_, by) => {
                let most = self.source.range(by).unsigned[1];
                self.shifted_by(op, x, y[0], most)
            }
            Op::ZeroExtend(_) | Op::SignExtend(_) => {
                // A value of one limb or less is extended to a limb first.
                let mut limbs = if x.len() > 1 { x.to_vec() } else { vec![self.build(op.on(x))] };
                let is_signed = matches!(op, Op::SignExtend(_));
                limbs.resize(count, if is_signed { self.sign(&limbs) } else { self.zero() });
                limbs
            }
            Op::Field(..) if bits < self.width => {
                vec![self.target.build(bits, Op::Field(x[0], 0))]
            }
            Op::Field(..) => x[..count].to_vec(),
            Op::Less(..) | Op::LessSigned(..) => vec![self.less(x, y, matches!(op, Op::LessSigned(..)))],
            Op::Equal(..) => vec![self.equal(x, y)],
            Op::Choose(..) => {
                let (flag, z) = (x[0], &operands[2]);
                y.iter().zip(z).map(|(&y, &z)| self.build(Op::Choose(flag, y, z))).collect()
            }
            // The upper half of a product arises only in this lowering.
            _ => vec![self.zero(); count],
        }
    }

    /// All ones if the highest bit is set, else 0.
    pub(crate) fn sign(&self, x: &[Term]) -> Term {
        self.build(Op::ShiftRightSigned(x[x.len() - 1], self.width - 1))
    }

    fn add(&self, x: &[Term], y: &[Term]) -> Vec<Term> {
        let mut carry: Option<Term> = None;
        let add = |(&x, &y): (&Term, &Term)| {
            let sum = self.build(Op::Add(x, y));
            // The sum of two limbs is less than each of them if and only if it wrapped.
            let wraps = self.flag(Op::Less(sum, y));
            let Some(bit) = carry.replace(wraps) else { return sum };
            let limb = self.build(Op::Add(sum, self.build(Op::ZeroExtend(bit))));
            carry = Some(self.flag(Op::Or(wraps, self.flag(Op::Less(limb, sum)))));
            limb
        };
        x.iter().zip(y).map(add).collect()
    }

    fn subtract(&self, x: &[Term], y: &[Term]) -> Vec<Term> {
        let mut borrow = self.target.constant(1, 0);
        let subtract = |(&x, &y): (&Term, &Term)| {
            let difference = self.build(Op::Subtract(x, y));
            let bit = self.build(Op::ZeroExtend(borrow));
            let limb = self.build(Op::Subtract(difference, bit));
            borrow = self.flag(Op::Or(self.flag(Op::Less(x, y)), self.flag(Op::Less(difference, bit))));
            limb
        };
        x.iter().zip(y).map(subtract).collect()
    }

    fn less(&self, x: &[Term], y: &[Term], is_signed: bool) -> Term {
        let (Some((&x_high, x_low)), Some((&y_high, y_low))) = (x.split_last(), y.split_last()) else {
            return self.target.constant(1, 0);
        };
        let op = if is_signed { Op::LessSigned } else { Op::Less };
        let below = self.flag(op(x_high, y_high));
        if x_low.is_empty() {
            return below;
        }
        let same = self.flag(Op::Equal(x_high, y_high));
        self.flag(Op::Or(below, self.flag(Op::And(same, self.less(x_low, y_low, false)))))
    }

    fn equal(&self, x: &[Term], y: &[Term]) -> Term {
        let same: Vec<_> = x.iter().zip(y).map(|(&x, &y)| self.flag(Op::Equal(x, y))).collect();
        same.into_iter().fold(self.target.constant(1, 1), |all, same| self.flag(Op::And(all, same)))
    }

    fn shift_limbs_up(&self, x: &[Term], shift: u32, zero: Term) -> Vec<Term> {
        let (skip, shift) = ((shift / self.width) as usize, shift % self.width);
        let mut limbs = vec![zero; skip];
        let mut below = zero;
        for &limb in &x[..x.len() - skip] {
            limbs.push(self.funnel(limb, below, self.width - shift));
            below = limb;
        }
        limbs
    }

    fn shift_limbs_down(&self, x: &[Term], shift: u32, fill: Term, is_signed: bool) -> Vec<Term> {
        let (skip, shift) = ((shift / self.width) as usize, shift % self.width);
        let mut limbs = Vec::new();
        for index in skip..x.len() {
            limbs.push(match x.get(index + 1) {
                Some(&above) => self.funnel(above, x[index], shift),
                None if is_signed => self.build(Op::ShiftRightSigned(x[index], shift)),
                None => self.build(Op::ShiftRight(x[index], shift)),
            });
        }
        limbs.resize(x.len(), fill);
        limbs
    }

    /// The low limb of `high:low >> shift`, of 0 to all bits of a limb.
    fn funnel(&self, high: Term, low: Term, shift: u32) -> Term {
        if shift == 0 {
            return low;
        }
        if shift == self.width {
            return high;
        }
        let low = self.build(Op::ShiftRight(low, shift));
        let high = self.build(Op::ShiftLeft(high, self.width - shift));
        self.build(Op::Or(low, high))
    }
}
