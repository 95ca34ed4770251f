//! The datapath on simplified terms, which have the widths of its wires.

use vmad_unit::Logic;

use super::Simplified;
use crate::operation::{Operation as Op, Term};

/// The vectors are terms of any width.
impl Logic for Simplified {
    type Bits<const W: u32> = Term;
    type Flag = Term;
    type Any = Term;

    fn any<const W: u32>(&self, x: &Term) -> Term {
        *x
    }

    fn any_flag(&self, flag: &Term) -> Term {
        *flag
    }

    fn known(&self, _: &Term) -> Option<bool> {
        None
    }

    fn constant<const W: u32>(&self, value: i128) -> Term {
        self.constant(W, value)
    }

    fn field<const W: u32, const N: u32>(&self, x: &Term, low: u32) -> Term {
        self.build(N, Op::Field(*x, low))
    }

    fn zero_extend<const N: u32, const W: u32>(&self, x: &Term) -> Term {
        self.build(W, Op::ZeroExtend(*x))
    }

    fn sign_extend<const N: u32, const W: u32>(&self, x: &Term) -> Term {
        self.build(W, Op::SignExtend(*x))
    }

    fn invert<const W: u32>(&self, x: &Term) -> Term {
        self.build(W, Op::Invert(*x))
    }

    fn add<const W: u32>(&self, x: &Term, y: &Term) -> Term {
        self.build(W, Op::Add(*x, *y))
    }

    fn multiply(&self, x: &Term, y: &Term) -> Term {
        let [x, y] = [x, y].map(|factor| self.build(66, Op::SignExtend(*factor)));
        self.build(66, Op::Multiply(x, y))
    }

    fn shift_left<const W: u32>(&self, x: &Term, count: u32) -> Term {
        self.build(W, Op::ShiftLeft(*x, count))
    }

    fn shift_right_zero<const W: u32>(&self, x: &Term, count: u32) -> Term {
        self.build(W, Op::ShiftRight(*x, count))
    }

    fn shift_right_sign<const W: u32>(&self, x: &Term, count: u32) -> Term {
        self.build(W, Op::ShiftRightSigned(*x, count))
    }

    fn shift_left_by<const W: u32, const N: u32>(&self, x: &Term, amount: &Term) -> Term {
        let amount = self.build(32, Op::ZeroExtend(*amount));
        self.build(W, Op::ShiftLeftBy(*x, amount))
    }

    fn shift_right_sign_by<const W: u32, const N: u32>(&self, x: &Term, amount: &Term) -> Term {
        let amount = self.build(32, Op::ZeroExtend(*amount));
        self.build(W, Op::ShiftRightSignedBy(*x, amount))
    }

    fn less<const W: u32>(&self, x: &Term, y: &Term) -> Term {
        self.build(1, Op::LessSigned(*x, *y))
    }

    fn choose<const W: u32>(&self, flag: &Term, x: &Term, y: &Term) -> Term {
        self.build(W, Op::Choose(*flag, *x, *y))
    }
}
