//! The domain of solver terms: `vmad-ptx`'s semantics as expressions.

use vmad_ptx::domain::Domain;

use crate::term::{Extension, Terms, Truth, Vector};

/// A [`Domain`] whose numbers are terms of 128 bits: the functions of `vmad-ptx` build the expressions that they compute.
#[derive(Clone, Copy, Debug)]
pub struct TermDomain<'t> {
    terms: &'t Terms,
    product: Option<Vector<128>>,
}

impl<'t> TermDomain<'t> {
    /// The domain with multiplication.
    pub const fn exact(terms: &'t Terms) -> Self {
        Self { terms, product: None }
    }

    /// The domain with `product` in place of every product.
    pub const fn abstracted(terms: &'t Terms, product: Vector<128>) -> Self {
        Self { terms, product: Some(product) }
    }
}

impl Domain for TermDomain<'_> {
    type Number = Vector<128>;
    type Truth = Truth;

    fn constant(&self, value: i128) -> Vector<128> {
        self.terms.constant(value)
    }

    fn field(&self, x: Vector<128>, low: u32, bits: u32, signed: bool) -> Vector<128> {
        self.terms.part(x, low, bits, Extension::of_signed(signed))
    }

    fn add(&self, x: Vector<128>, y: Vector<128>) -> Vector<128> {
        self.terms.add(x, y)
    }

    fn subtract(&self, x: Vector<128>, y: Vector<128>) -> Vector<128> {
        self.terms.add(x, self.terms.negate(y))
    }

    fn multiply(&self, x: Vector<128>, y: Vector<128>) -> Vector<128> {
        self.product.unwrap_or_else(|| self.terms.multiply(x, y))
    }

    fn divide(&self, x: Vector<128>, y: Vector<128>) -> Vector<128> {
        self.terms.divide(x, y)
    }

    fn invert(&self, x: Vector<128>) -> Vector<128> {
        self.terms.invert(x)
    }

    fn and(&self, x: Vector<128>, y: Vector<128>) -> Vector<128> {
        self.terms.bit_and(x, y)
    }

    fn xor(&self, x: Vector<128>, y: Vector<128>) -> Vector<128> {
        self.terms.bit_xor(x, y)
    }

    fn shift_left(&self, x: Vector<128>, count: Vector<128>) -> Vector<128> {
        self.terms.shift_left_by(x, count)
    }

    fn shift_right(&self, x: Vector<128>, count: Vector<128>) -> Vector<128> {
        self.terms.shift_right_sign_by(x, count)
    }

    fn less(&self, x: Vector<128>, y: Vector<128>) -> Truth {
        self.terms.less(x, y)
    }

    fn equal(&self, x: Vector<128>, y: Vector<128>) -> Truth {
        self.terms.equal(x, y)
    }

    fn not(&self, x: Truth) -> Truth {
        self.terms.not(x)
    }

    fn both(&self, x: Truth, y: Truth) -> Truth {
        self.terms.and(x, y)
    }

    fn choose(&self, condition: Truth, x: Vector<128>, y: Vector<128>) -> Vector<128> {
        self.terms.choose(condition, x, y)
    }
}
