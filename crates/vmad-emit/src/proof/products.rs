//! The multiplications of a graph as sums with the datapath's product.

use vmad_proof::product::Product;
use vmad_term::{
    operation::{Node, Operation as Op, Term},
    term::{Extension, Terms, Truth, Vector},
};
use vmad_unit::vmad::Mode;

/// The datapath's product as a variable, of which only the range is known.
///
/// With X and Y the factors' low 32 bits as unsigned numbers, and s and t 1 for a negative factor and 0 otherwise,
/// ta = X - 2^32 s and tb = Y - 2^32 t. So ta tb = XY - 2^32 (sY + tX) + 2^64 st.
pub(super) struct Products<'t> {
    terms: &'t Terms,
    /// The multiplication of the datapath.
    wire: Vector<66>,
    /// `ta` and `tb`, as numbers.
    factors: [Vector<128>; 2],
    /// `ta tb`, as a number.
    product: Vector<128>,
    /// The smallest and the largest product.
    range: [i128; 2],
}

impl<'t> Products<'t> {
    /// The product of a mode: its wire, and its factors.
    pub(super) fn new(terms: &'t Terms, mode: Mode, (wire, factors): (Vector<66>, [Vector<33>; 2])) -> Self {
        let Product { bits, extension, low, high } = Product::of(mode.a.format(), mode.b.format());
        let factors = factors.map(|factor| terms.sign_extend(factor));
        Self { terms, wire, factors, product: terms.number("p", bits, extension), range: [low, high] }
    }

    /// The assumption on the variable.
    pub(super) fn assumption(&self) -> Truth {
        self.terms.within(self.product, self.range)
    }

    /// A claim with the variable in place of the datapath's multiplication.
    pub(super) fn replaced_in(&self, claim: Truth) -> Truth {
        let product: Vector<66> = self.terms.field(self.product, 0);
        self.terms.replace(claim, [(Term::from(self.wire), product.into())])
    }

    /// The value of a multiplication of the graph, and the claim that its operands are the factors, in any order.
    pub(super) fn of(&self, node: Node, operands: [Vector<128>; 2]) -> (Vector<128>, Truth) {
        let (terms, bits) = (self.terms, node.sort.bits());
        let [a, b] = self.factors.map(|factor| terms.cut(factor, bits, Extension::Zeros));
        let are = |[x, y]: [Vector<128>; 2]| terms.and(terms.equal(x, a), terms.equal(y, b));
        let [x, y] = operands;
        let are_factors = terms.or(are([x, y]), are([y, x]));
        let upper = |product| terms.part(product, 32, 32, Extension::Zeros);
        match node.operation {
            Op::MultiplyHigh(..) => (upper(self.of_words()), are_factors),
            // Signed words that are the factors have their product.
            Op::MultiplyHighSigned(..) => {
                let fits = |factor| terms.equal(terms.cut(factor, 32, Extension::Sign), factor);
                let fit = terms.all(self.factors.map(fits));
                (upper(self.product), terms.and(are_factors, fit))
            }
            _ => (terms.cut(self.product, bits, Extension::Zeros), are_factors),
        }
    }

    /// XY: ta tb + 2^32 (sY + tX) - 2^64 st
    fn of_words(&self) -> Vector<128> {
        let terms = self.terms;
        let [x, y] = self.factors.map(|factor| terms.cut(factor, 32, Extension::Zeros));
        let [s, t] = self.factors.map(|factor| terms.less(factor, terms.constant(0)));
        let if_set = |flag, number| terms.choose(flag, number, terms.constant(0));
        let single = terms.shift_left(terms.add(if_set(s, y), if_set(t, x)), 32);
        let both = terms.shift_left(if_set(terms.and(s, t), terms.constant(1)), 64);
        terms.add(terms.add(self.product, single), terms.negate(both))
    }
}
