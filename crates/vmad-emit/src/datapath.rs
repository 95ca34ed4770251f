//! The datapath as a graph: the unit's own functions run on expressions.

use std::cell::RefCell;

use vmad_unit::{
    Logic, Operand, Operation,
    operand::WireNames,
    record::{Nothing, Record},
};

use crate::graph::{Graph, Op, Value};

/// A [`Logic`] whose vectors are expressions.
struct Expressions<'g>(RefCell<&'g mut Graph>);

impl Expressions<'_> {
    fn build(&self, bits: u32, op: Op) -> Value {
        self.0.borrow_mut().build(bits, op)
    }
}

/// The result of an operation on three expressions of 32 bits. The expressions have the widths of the datapath's wires.
pub(crate) fn compute(
    graph: &mut Graph,
    record: &mut impl Record<Value>,
    operation: Operation,
    inputs: [Value; 3],
) -> Value {
    operation.compute(&Expressions(RefCell::new(graph)), record, inputs)
}

/// An operand, selected and extended: 33 bits.
pub(crate) fn operand(graph: &mut Graph, operand: Operand, port: Value) -> Value {
    let logic = &Expressions(RefCell::new(graph));
    vmad_unit::operand::operand(logic, &mut Nothing, WireNames::A, operand, &port)
}

impl Logic for Expressions<'_> {
    type Bits<const W: u32> = Value;
    type Flag = Value;
    type Any = Value;

    fn any<const W: u32>(&self, x: &Value) -> Value {
        *x
    }

    fn any_flag(&self, flag: &Value) -> Value {
        *flag
    }

    fn known(&self, _: &Value) -> Option<bool> {
        None
    }

    fn constant<const W: u32>(&self, value: i128) -> Value {
        self.0.borrow_mut().constant(W, value)
    }

    fn field<const W: u32, const N: u32>(&self, x: &Value, low: u32) -> Value {
        let moved = self.build(W, Op::ShiftRight(*x, low));
        self.build(N, Op::Truncate(moved))
    }

    fn zero_extend<const N: u32, const W: u32>(&self, x: &Value) -> Value {
        self.build(W, Op::ZeroExtend(*x))
    }

    fn sign_extend<const N: u32, const W: u32>(&self, x: &Value) -> Value {
        self.build(W, Op::SignExtend(*x))
    }

    fn invert<const W: u32>(&self, x: &Value) -> Value {
        self.0.borrow_mut().not(*x)
    }

    fn add<const W: u32>(&self, x: &Value, y: &Value) -> Value {
        self.build(W, Op::Add(*x, *y))
    }

    fn multiply(&self, x: &Value, y: &Value) -> Value {
        let [x, y] = [x, y].map(|factor| self.build(66, Op::SignExtend(*factor)));
        self.build(66, Op::Multiply(x, y))
    }

    fn shift_left<const W: u32>(&self, x: &Value, count: u32) -> Value {
        self.build(W, Op::ShiftLeft(*x, count))
    }

    fn shift_right_zero<const W: u32>(&self, x: &Value, count: u32) -> Value {
        self.build(W, Op::ShiftRight(*x, count))
    }

    fn shift_right_sign<const W: u32>(&self, x: &Value, count: u32) -> Value {
        self.build(W, Op::ShiftRightSigned(*x, count))
    }

    fn shift_left_by<const W: u32, const N: u32>(&self, x: &Value, amount: &Value) -> Value {
        let amount = self.build(32, Op::ZeroExtend(*amount));
        self.build(W, Op::ShiftLeftBy(*x, amount))
    }

    fn shift_right_sign_by<const W: u32, const N: u32>(&self, x: &Value, amount: &Value) -> Value {
        let amount = self.build(32, Op::ZeroExtend(*amount));
        self.build(W, Op::ShiftRightSignedBy(*x, amount))
    }

    fn less<const W: u32>(&self, x: &Value, y: &Value) -> Value {
        self.build(1, Op::LessSigned(*x, *y))
    }

    fn choose<const W: u32>(&self, flag: &Value, x: &Value, y: &Value) -> Value {
        self.build(W, Op::Select(*flag, *x, *y))
    }
}
