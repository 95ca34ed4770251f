//! The domain of solver terms: `vmad-ptx`'s semantics as expressions.

use vmad_ptx::domain::Domain;

use crate::{
    operation::Operation,
    term::{Extension, Terms, Truth, Vector},
};

/// The numbers are terms of 128 bits: the functions of `vmad-ptx` build the expressions that they compute.
impl Domain for Terms {
    type Number = Vector<128>;
    type Truth = Truth;

    fn constant(&self, value: i128) -> Vector<128> {
        self.constant(value)
    }

    fn field(&self, x: Vector<128>, low: u32, bits: u32, signed: bool) -> Vector<128> {
        self.part(x, low, bits, Extension::of_signed(signed))
    }

    fn add(&self, x: Vector<128>, y: Vector<128>) -> Vector<128> {
        self.add(x, y)
    }

    fn subtract(&self, x: Vector<128>, y: Vector<128>) -> Vector<128> {
        self.add(x, self.negate(y))
    }

    fn multiply(&self, x: Vector<128>, y: Vector<128>) -> Vector<128> {
        self.multiply(x, y)
    }

    fn divide(&self, x: Vector<128>, y: Vector<128>) -> Vector<128> {
        self.vector(Operation::Divide(x.0, y.0))
    }

    fn invert(&self, x: Vector<128>) -> Vector<128> {
        self.invert(x)
    }

    fn and(&self, x: Vector<128>, y: Vector<128>) -> Vector<128> {
        self.bit_and(x, y)
    }

    fn xor(&self, x: Vector<128>, y: Vector<128>) -> Vector<128> {
        self.bit_xor(x, y)
    }

    fn shift_left(&self, x: Vector<128>, count: Vector<128>) -> Vector<128> {
        self.shift_left_by(x, count)
    }

    fn shift_right(&self, x: Vector<128>, count: Vector<128>) -> Vector<128> {
        self.shift_right_sign_by(x, count)
    }

    fn less(&self, x: Vector<128>, y: Vector<128>) -> Truth {
        self.less(x, y)
    }

    fn equal(&self, x: Vector<128>, y: Vector<128>) -> Truth {
        self.equal(x, y)
    }

    fn not(&self, x: Truth) -> Truth {
        self.not(x)
    }

    fn both(&self, x: Truth, y: Truth) -> Truth {
        self.and(x, y)
    }

    fn choose(&self, condition: Truth, x: Vector<128>, y: Vector<128>) -> Vector<128> {
        self.choose(condition, x, y)
    }
}
