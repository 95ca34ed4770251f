//! The first lowering, of numbers in more bits than the expression has.

use vmad_term::{
    operation::{Operation as Op, Term},
    simplify::range::{self, ones, signed_bits, unsigned_bits},
};

use crate::narrow::Narrow;

/// The range of an exact sum, difference or product of numbers with these ranges.
fn exact_range(op: Op, of: impl Fn(Term) -> Option<[i128; 2]>) -> Option<[i128; 2]> {
    match op {
        Op::Add(a, b) => range::sum(of(a)?, of(b)?),
        Op::Subtract(a, b) => range::difference(of(a)?, of(b)?),
        Op::Multiply(a, b) => range::product(of(a)?, of(b)?),
        _ => None,
    }
}

impl Narrow<'_> {
    /// The unsigned number, in a width above the expression's own.
    pub(crate) fn make_unsigned(&self, x: Term, width: u32) -> Term {
        let bits = self.source.bits(x);
        let range = self.source.range(x).unsigned;
        let exact = self.width(unsigned_bits(range[1]));
        if exact < width {
            return self.build(width, Op::ZeroExtend(self.unsigned(x, exact)));
        }
        let of = |value| range::as_signed(self.source.range(value).unsigned);
        let fits = |[low, high]: [i128; 2]| low >= 0 && high as u128 <= ones(bits);
        match self.source.operation(x) {
            op if exact_range(op, of).is_some_and(fits) => self.pair(width, op, Self::unsigned),
            op @ (Op::And(..) | Op::Or(..)) => self.pair(width, op, Self::unsigned),
            Op::Field(inner, 0) if self.source.range(inner).unsigned[1] <= ones(bits) => {
                self.unsigned(inner, width)
            }
            // For example an absolute difference: the choice never takes the negative one of two signed numbers.
            Op::Choose(flag, one, other) if self.source.range(x).signed[0] >= 0 => {
                self.choice([flag, one, other], width, Self::signed)
            }
            Op::Choose(flag, one, other) => self.choice([flag, one, other], width, Self::unsigned),
            _ => {
                let mask = self.target.constant(width, ones(bits) as i128);
                self.build(width, Op::And(self.low(x, width), mask))
            }
        }
    }

    /// The two's-complement number, in a width above the expression's own.
    pub(crate) fn make_signed(&self, x: Term, width: u32) -> Term {
        let bits = self.source.bits(x);
        let range = self.source.range(x).signed;
        if range[0] >= 0 {
            return self.unsigned(x, width);
        }
        let exact = self.width(signed_bits(range));
        if exact < width {
            return self.build(width, Op::SignExtend(self.signed(x, exact)));
        }
        let of = |value: Term| self.source.range(value).signed;
        let fits = |interval| signed_bits(interval) <= bits;
        match self.source.operation(x) {
            op if exact_range(op, |value| Some(of(value))).is_some_and(fits) => {
                self.pair(width, op, Self::signed)
            }
            op @ (Op::And(..) | Op::Or(..) | Op::Xor(..)) => self.pair(width, op, Self::signed),
            Op::ShiftRightSigned(inner, count) => {
                self.build(width, Op::ShiftRightSigned(self.signed(inner, width), count))
            }
            Op::ShiftRightSignedBy(inner, by) => {
                self.resized(self.shifted_right_signed(inner, by), width, Op::SignExtend)
            }
            Op::Variable(_) if bits > 32 => self.low(x, width),
            Op::SignExtend(inner) => self.signed(inner, width),
            Op::Field(inner, 0) if fits(of(inner)) => self.signed(inner, width),
            Op::Choose(flag, one, other) => self.choice([flag, one, other], width, Self::signed),
            _ => {
                let count = width - bits;
                let up = self.build(width, Op::ShiftLeft(self.low(x, width), count));
                self.build(width, Op::ShiftRightSigned(up, count))
            }
        }
    }
}
