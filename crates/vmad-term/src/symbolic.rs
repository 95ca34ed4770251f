//! The datapath's operations on terms.

use vmad_unit::Logic;

use crate::{
    operation::{Node, Operation, Sort, Term},
    term::{Terms, Truth, Vector},
};

/// The vectors are terms: the unit's stage functions build the expressions that they compute.
impl Logic for Terms {
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
        self.constant(value)
    }

    fn field<const W: u32, const N: u32>(&self, x: &Vector<W>, low: u32) -> Vector<N> {
        self.field(*x, low)
    }

    fn zero_extend<const N: u32, const W: u32>(&self, x: &Vector<N>) -> Vector<W> {
        self.zero_extend(*x)
    }

    fn sign_extend<const N: u32, const W: u32>(&self, x: &Vector<N>) -> Vector<W> {
        self.sign_extend(*x)
    }

    fn invert<const W: u32>(&self, x: &Vector<W>) -> Vector<W> {
        self.invert(*x)
    }

    fn add<const W: u32>(&self, x: &Vector<W>, y: &Vector<W>) -> Vector<W> {
        self.add(*x, *y)
    }

    fn multiply(&self, x: &Vector<33>, y: &Vector<33>) -> Vector<66> {
        multiply_exactly(self, *x, *y)
    }

    fn shift_left<const W: u32>(&self, x: &Vector<W>, count: u32) -> Vector<W> {
        self.shift_left(*x, count)
    }

    fn shift_right_zero<const W: u32>(&self, x: &Vector<W>, count: u32) -> Vector<W> {
        self.shift_right_zero(*x, count)
    }

    fn shift_right_sign<const W: u32>(&self, x: &Vector<W>, count: u32) -> Vector<W> {
        self.shift_right_sign(*x, count)
    }

    fn less<const W: u32>(&self, x: &Vector<W>, y: &Vector<W>) -> Truth {
        self.less(*x, *y)
    }

    fn choose<const W: u32>(&self, flag: &Truth, x: &Vector<W>, y: &Vector<W>) -> Vector<W> {
        self.choose(*flag, *x, *y)
    }
}

impl Terms {
    /// The products of [`Logic::multiply`] below some terms, each with its factors.
    pub fn products(&self, roots: &[Term]) -> Vec<(Vector<66>, [Vector<33>; 2])> {
        let product = |(term, node): (Term, Node)| match (node.sort, node.operation) {
            (Sort::Bits(66), Operation::Multiply(x, y)) => {
                match [x, y].map(|factor| self.operation(factor)) {
                    [Operation::SignExtend(x), Operation::SignExtend(y)] => {
                        Some((Vector(term), [Vector(x), Vector(y)]))
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        self.below(roots).into_iter().filter_map(product).collect()
    }
}

/// The specification of [`Logic::multiply`].
pub fn multiply_exactly(terms: &Terms, x: Vector<33>, y: Vector<33>) -> Vector<66> {
    terms.multiply(terms.sign_extend(x), terms.sign_extend(y))
}
