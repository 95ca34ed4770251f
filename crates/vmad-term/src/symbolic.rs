//! The datapath's operations on terms.

use std::cell::RefCell;

use vmad_unit::Logic;

use crate::{
    operation::Term,
    term::{Terms, Truth, Vector},
};

/// A [`Logic`] whose vectors are terms: the unit's stage functions build the expressions that they compute.
#[derive(Debug)]
pub struct Symbolic<'t> {
    terms: &'t Terms,
    product: Option<Vector<66>>,
    multiplied: RefCell<Vec<[Vector<33>; 2]>>,
}

impl<'t> Symbolic<'t> {
    /// The logic with multiplication.
    pub fn exact(terms: &'t Terms) -> Self {
        Self { terms, product: None, multiplied: RefCell::default() }
    }

    /// The logic with `product` in place of every product; [`Symbolic::multiplied`] returns the factors.
    pub fn abstracted(terms: &'t Terms, product: Vector<66>) -> Self {
        Self { terms, product: Some(product), multiplied: RefCell::default() }
    }

    /// The operands of every multiplication so far.
    pub fn multiplied(&self) -> Vec<[Vector<33>; 2]> {
        self.multiplied.borrow().clone()
    }
}

impl Logic for Symbolic<'_> {
    type Bits<const W: u32> = Vector<W>;
    type Flag = Truth;
    type Any = Term;

    fn any<const W: u32>(&self, x: &Vector<W>) -> Term {
        (*x).into()
    }

    fn any_flag(&self, flag: &Truth) -> Term {
        (*flag).into()
    }

    fn known(&self, _: &Truth) -> Option<bool> {
        None
    }

    fn constant<const W: u32>(&self, value: i128) -> Vector<W> {
        self.terms.constant(value)
    }

    fn field<const W: u32, const N: u32>(&self, x: &Vector<W>, low: u32) -> Vector<N> {
        self.terms.field(*x, low)
    }

    fn zero_extend<const N: u32, const W: u32>(&self, x: &Vector<N>) -> Vector<W> {
        self.terms.zero_extend(*x)
    }

    fn sign_extend<const N: u32, const W: u32>(&self, x: &Vector<N>) -> Vector<W> {
        self.terms.sign_extend(*x)
    }

    fn invert<const W: u32>(&self, x: &Vector<W>) -> Vector<W> {
        self.terms.invert(*x)
    }

    fn add<const W: u32>(&self, x: &Vector<W>, y: &Vector<W>) -> Vector<W> {
        self.terms.add(*x, *y)
    }

    fn multiply(&self, x: &Vector<33>, y: &Vector<33>) -> Vector<66> {
        self.multiplied.borrow_mut().push([*x, *y]);
        self.product.unwrap_or_else(|| multiply_exactly(self.terms, *x, *y))
    }

    fn shift_left<const W: u32>(&self, x: &Vector<W>, count: u32) -> Vector<W> {
        self.terms.shift_left(*x, count)
    }

    fn shift_right_zero<const W: u32>(&self, x: &Vector<W>, count: u32) -> Vector<W> {
        self.terms.shift_right_zero(*x, count)
    }

    fn shift_right_sign<const W: u32>(&self, x: &Vector<W>, count: u32) -> Vector<W> {
        self.terms.shift_right_sign(*x, count)
    }

    fn less<const W: u32>(&self, x: &Vector<W>, y: &Vector<W>) -> Truth {
        self.terms.less(*x, *y)
    }

    fn choose<const W: u32>(&self, flag: &Truth, x: &Vector<W>, y: &Vector<W>) -> Vector<W> {
        self.terms.choose(*flag, *x, *y)
    }
}

/// The specification of [`Logic::multiply`].
pub fn multiply_exactly(terms: &Terms, x: Vector<33>, y: Vector<33>) -> Vector<66> {
    terms.multiply(terms.sign_extend(x), terms.sign_extend(y))
}
