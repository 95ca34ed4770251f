//! Terms with only as many bits as the ranges of their numbers need.

use std::{cell::RefCell, sync::LazyLock};

use vmad_ptx::domain::Domain;
use vmad_term::{
    operation::{Operation, Term},
    term::{Extension, Terms, Truth, Vector},
};

use super::{
    number::{Number, Range},
    wiring::{Bitwise, Wiring},
};

/// The form of the products of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Products {
    /// A multiplication.
    Exact,
    /// A variable for each pair of factors: what is proved for all its values holds for the product.
    AllNamed,
    /// The same for factors that are not known; a product with a constant is a multiplication.
    Named,
    /// The same for factors of 16 bits; a product of larger ones is a sum of such products.
    Split,
}

/// The largest factor of [`Products::Split`], in bits: an unsigned piece; the top piece may be signed and as large.
pub(super) const PIECE: u32 = 16;

/// A product that has a name, or another function of two numbers.
#[derive(Clone, Debug)]
pub(super) struct Product {
    /// The name and the bits of [`Domain::opaque`], whose argument is each factor.
    pub(super) opaque: Option<(String, u32)>,
    pub(super) factors: [Number; 2],
    pub(super) name: &'static str,
    pub(super) number: Number,
}

/// A [`Domain`] whose numbers are terms as wide as their range needs.
#[derive(Debug)]
pub struct Narrow<'t> {
    pub(super) wiring: Wiring<'t>,
    pub(super) form: Products,
    pub(super) products: RefCell<Vec<Product>>,
}

/// The names of products and loads.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| (0..4096).map(|index| format!("p{index}")).collect());

/// The largest number of loads. This many names are not used for products.
pub const MOST_LOADS: usize = 1024;

impl<'t> Narrow<'t> {
    /// An empty domain over a store.
    pub fn new(terms: &'t Terms, form: Products) -> Self {
        Self { wiring: Wiring::new(terms), form, products: RefCell::default() }
    }

    /// The variable of that name: a number of `bits` bits, unsigned.
    pub fn variable(&self, name: &'static str, bits: u32) -> Number {
        let term = self.wiring.term(bits, Operation::Variable(name));
        Number { term, range: Range::of_type(bits, false) }
    }

    /// The number as a term of 128 bits.
    pub fn wide(&self, x: Number) -> Vector<128> {
        self.wiring.terms.value(x.term, Extension::of_signed(x.range.signed()))
    }

    /// A condition that is known.
    pub(super) fn truth(&self, value: bool) -> Truth {
        self.wiring.terms.truth(Operation::Constant(value.into()))
    }

    /// The facts about the products that have names: their ranges, and that equal factors have equal products.
    pub(super) fn facts(&self) -> Vec<Truth> {
        /// More products have too many pairs.
        const MOST: usize = 24;
        let products = self.products();
        let mut facts: Vec<_> = products.iter().map(|product| self.bounds(product.number)).collect();
        let pairs = products.iter().enumerate().take(MOST);
        let pairs = pairs.flat_map(|(index, one)| products[..index].iter().map(move |other| (one, other)));
        for (one, other) in pairs.filter(|(one, other)| one.opaque == other.opaque) {
            let same = self.equal(one.number, other.number);
            let [x, y] = one.factors;
            let [z, w] = other.factors;
            for [z, w] in [[z, w], [w, z]] {
                let factors = self.both(self.equal(x, z), self.equal(y, w));
                facts.push(self.either(self.not(factors), same));
            }
        }
        facts
    }

    /// The name of a function of two numbers, the same each time.
    pub(super) fn named(
        &self,
        opaque: Option<(String, u32)>,
        factors: [Number; 2],
        range: Range,
    ) -> Option<Number> {
        let mut products = self.products.borrow_mut();
        let is_same = |product: &&Product| product.factors == factors && product.opaque == opaque;
        if let Some(known) = products.iter().find(is_same) {
            return Some(known.number);
        }
        let spare = if opaque.is_some() { 0 } else { MOST_LOADS };
        let name = NAMES.get(products.len()).filter(|_| products.len() + spare < NAMES.len())?;
        let term = self.wiring.term(range.bits(), Operation::Variable(name));
        let number = Number { term, range };
        products.push(Product { opaque, factors, name, number });
        Some(number)
    }

    /// The condition that a number is in its range.
    fn bounds(&self, x: Number) -> Truth {
        let bits = x.range.signed_bits().min(127);
        let unbounded = Number { range: Range::of_type(bits, true), term: self.at(x, bits) };
        let [low, high] = [x.range.low, x.range.high].map(|end| self.constant(end));
        self.both(self.not(self.less(unbounded, low)), self.not(self.less(high, unbounded)))
    }

    /// The products that have names, in the order of their definition.
    pub(super) fn products(&self) -> Vec<Product> {
        self.products.borrow().clone()
    }

    /// The low `bits` bits of a number, extended by its sign.
    pub(super) fn at(&self, x: Number, bits: u32) -> Term {
        let width = self.wiring.width(x.term);
        if bits <= width {
            self.wiring.extract(x.term, 0, bits)
        } else {
            self.wiring.extend(x.term, bits, x.range.signed())
        }
    }

    /// The number of a range whose bits are the low bits of a term.
    pub(super) fn number(&self, range: Range, term: Term) -> Number {
        if range.low == range.high {
            return self.constant(range.low);
        }
        Number { term: self.wiring.extract(term, 0, range.bits()), range }
    }

    /// The value, if it is known.
    pub(super) fn known(x: Number) -> Option<i128> {
        (x.range.low == x.range.high).then_some(x.range.low)
    }

    /// `x` times 2^`count`.
    pub(super) fn moved(&self, x: Number, count: u32) -> Number {
        if count == 0 {
            return x;
        }
        let range = x.range.combine(Range::only(count.into()), shifted_left);
        let kept = self.at(x, self.wiring.width(x.term).min(128 - count));
        self.number(range, self.wiring.concat(self.wiring.constant(count, 0), kept))
    }

    /// `x + y` where no bit is set in both: `x` is below the bits of `y`.
    pub(super) fn side_by_side(&self, x: Number, y: Number) -> Option<Number> {
        let border = match self.wiring.terms.operation(y.term) {
            Operation::Concat(low, _) if self.wiring.known(low) == Some(0) => self.wiring.width(low),
            Operation::Constant(value) if value != 0 => value.trailing_zeros(),
            _ => return None,
        };
        let fits = !x.range.signed() && x.range.bits() <= border;
        fits.then(|| {
            let upper = self.wiring.extract(y.term, border, self.wiring.width(y.term) - border);
            let range = x.range.combine(y.range, i128::checked_add);
            let both = self.wiring.concat(self.at(x, border), upper);
            self.number(
                range,
                self.wiring.extend(both, range.bits().max(self.wiring.width(both)), y.range.signed()),
            )
        })
    }

    /// A number of a type; a term that is an extension needs fewer bits.
    pub(super) fn narrowed(&self, term: Term, range: Range) -> Number {
        let (inner, signed) = match self.wiring.terms.operation(term) {
            Operation::SignExtend(inner) if range.signed() => (inner, true),
            Operation::ZeroExtend(inner) => (inner, false),
            _ => return Number { term, range },
        };
        Number { term: inner, range: Range::of_type(self.wiring.width(inner), signed) }
    }

    /// A number that is known to be in a range.
    pub(super) fn within(&self, range: Range, x: Number) -> Number {
        let range = Range { low: range.low.max(x.range.low), high: range.high.min(x.range.high) };
        self.number(range, self.at(x, range.bits().max(self.wiring.width(x.term))))
    }

    pub(super) fn bitwise(&self, kind: Bitwise, x: Number, y: Number) -> Number {
        let signed = x.range.signed() || y.range.signed();
        let bits = if signed {
            x.range.signed_bits().max(y.range.signed_bits())
        } else {
            x.range.bits().max(y.range.bits())
        };
        let term = self.wiring.bitwise(kind, self.at(x, bits), self.at(y, bits));
        let range = match (kind, x.range.signed(), y.range.signed()) {
            (Bitwise::And, false, true) => Range { low: 0, high: x.range.high },
            (Bitwise::And, true, false) => Range { low: 0, high: y.range.high },
            (Bitwise::And, false, false) => Range { low: 0, high: x.range.high.min(y.range.high) },
            (_, true, _) | (_, _, true) => Range::of_type(bits, true),
            (_, false, false) => Range::of_type(bits, false),
        };
        match self.wiring.known(term) {
            Some(value) if signed => self.constant(vmad_term::operation::signed(value, bits)),
            Some(value) => self.constant(value as i128),
            None => self.number(range, term),
        }
    }
}

/// `x` times 2^`count`, if it fits.
pub(super) fn shifted_left(x: i128, count: i128) -> Option<i128> {
    1_i128.checked_shl(count as u32).filter(|factor| *factor > 0).and_then(|factor| x.checked_mul(factor))
}
