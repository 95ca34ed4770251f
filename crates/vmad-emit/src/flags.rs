//! The first lowering, of flags. A comparison uses the narrowest legal width that holds both numbers.

use vmad_term::{
    operation::{Operation as Op, Term},
    simplify::range::{signed_bits, unsigned_bits},
};

use crate::narrow::Narrow;

impl Narrow<'_> {
    /// An expression of one bit.
    pub(crate) fn flag(&self, x: Term) -> Term {
        if let Some(&done) = self.flags.borrow().get(&x) {
            return done;
        }
        let made = self.make_flag(x);
        self.flags.borrow_mut().insert(x, made);
        made
    }

    fn make_flag(&self, x: Term) -> Term {
        match self.source.operation(x) {
            Op::Constant(number) => self.target.constant(1, number as i128),
            op @ (Op::Less(a, b) | Op::Equal(a, b)) => {
                let needed = |value| unsigned_bits(self.source.range(value).unsigned[1]);
                let width = self.width(needed(a).max(needed(b)));
                let [a, b] = [a, b].map(|value| self.unsigned(value, width));
                self.build(1, op.on(&[a, b]))
            }
            op @ Op::LessSigned(a, b) => {
                let needed = |value| signed_bits(self.source.range(value).signed);
                let width = self.width(needed(a).max(needed(b)));
                let [a, b] = [a, b].map(|value| self.signed(value, width));
                self.build(1, op.on(&[a, b]))
            }
            Op::Field(inner, 0) => {
                let width = self.widths[0];
                let [zero, one] = [0, 1].map(|number| self.target.constant(width, number));
                let bit = self.build(width, Op::And(self.low(inner, width), one));
                self.target.not(self.build(1, Op::Equal(bit, zero)))
            }
            op => self.build(1, op.with_arguments(|operand| self.flag(operand))),
        }
    }
}
