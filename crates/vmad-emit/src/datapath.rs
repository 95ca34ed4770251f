//! The datapath as a graph: the unit's own functions run on expressions.

use std::cell::RefCell;

use vmad_term::{
    operation::{Operation as Op, Term},
    simplify::Simplified,
};
use vmad_unit::{
    Logic, Operand, Operation, Output,
    operand::WireNames,
    record::{Nothing, Record},
    second_op,
};

/// A [`Logic`] whose vectors are expressions.
struct Expressions<'g>(RefCell<&'g mut Simplified>);

impl Expressions<'_> {
    fn build(&self, bits: u32, op: Op) -> Term {
        self.0.borrow_mut().build(bits, op)
    }
}

/// The result of an operation on three expressions of 32 bits. The expressions have the widths of the datapath's wires.
pub(crate) fn compute(
    graph: &mut Simplified,
    record: &mut impl Record<Term>,
    operation: Operation,
    inputs: [Term; 3],
) -> Term {
    operation.compute(&Expressions(RefCell::new(graph)), record, inputs)
}

/// The clamp and the second operation of a number of 34 bits.
pub(crate) fn finish(graph: &mut Simplified, output: Output, tmp: Term, c: Term) -> Term {
    second_op::finish(&Expressions(RefCell::new(graph)), &mut Nothing, output, &tmp, &c)
}

/// An operand, selected and extended: 33 bits.
pub(crate) fn operand(graph: &mut Simplified, operand: Operand, port: Term) -> Term {
    let logic = &Expressions(RefCell::new(graph));
    vmad_unit::operand::operand(logic, &mut Nothing, WireNames::A, operand, &port)
}

impl Logic for Expressions<'_> {
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
        self.0.borrow_mut().constant(W, value)
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
