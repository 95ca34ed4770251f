//! The domain of simplified terms, with only as many bits as their ranges need.
//!
//! A number is a term in two's complement. The rules of the store are checked by evaluation on every proof. In a test,
//! the solver proves the terms of every instruction without a product equal to those that the
//! [domain of terms](vmad_term::domain) builds with no rule.

use std::{cell::RefCell, sync::LazyLock};

use vmad_ptx::domain::Domain;
use vmad_term::{
    operation::{Operation as Op, Term},
    simplify::{
        Simplified,
        range::{Range, difference, product, signed_bits, sum, unsigned_bits},
    },
    term::{Truth, Vector},
};

/// The form of the products of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Products {
    /// A multiplication.
    Exact,
    /// A variable for each pair of factors that are not known: what is proved for all its values holds for the product.
    Named,
    /// The same for factors of 16 bits; a product of larger ones is a sum of such products.
    Split,
}

/// The largest factor of [`Products::Split`], in bits: an unsigned piece; the top piece may be signed and as large.
const PIECE: u32 = 16;

/// A product that has a name, or another function of two numbers.
#[derive(Clone, Debug)]
pub(super) struct Product {
    /// The name and the bits of [`Domain::opaque`], whose argument is each factor.
    pub(super) opaque: Option<(String, u32)>,
    pub(super) factors: [Term; 2],
    pub(super) name: &'static str,
    number: Term,
}

/// A [`Domain`] whose numbers are terms as wide as their range needs, but at least 2 bits: one bit is a truth.
#[derive(Debug)]
pub struct Narrow {
    /// The store.
    pub terms: Simplified,
    form: Products,
    /// The products that have names, in the order of their definition.
    pub(super) products: RefCell<Vec<Product>>,
}

/// The names of products and loads.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| (0..4096).map(|index| format!("p{index}")).collect());

/// The largest number of loads. This many names are not used for products.
pub const MOST_LOADS: usize = 1024;

/// The bits of the numbers between two ends.
fn width(ends: Option<[i128; 2]>) -> u32 {
    ends.map_or(128, signed_bits).max(2)
}

impl Narrow {
    /// An empty domain.
    pub fn new(form: Products) -> Self {
        Self { terms: Simplified::default(), form, products: RefCell::default() }
    }

    /// The variable of that name: a number of `bits` bits, unsigned.
    pub fn variable(&self, name: &'static str, bits: u32) -> Term {
        let variable = self.terms.wide_input(name, bits.max(2));
        self.terms.build(bits + 1, Op::ZeroExtend(self.terms.build(bits, Op::Field(variable, 0))))
    }

    /// The number as a term of 128 bits.
    pub fn wide(&self, x: Term) -> Vector<128> {
        self.terms.number_of(self.at(x, 128))
    }

    /// The facts about the products that have names: their ranges, and that equal factors have equal products.
    pub(super) fn facts(&self) -> Vec<Truth> {
        /// More products have too many pairs.
        const MOST: usize = 24;
        let products = self.products.borrow();
        let mut facts = Vec::new();
        for Product { number, .. } in products.iter() {
            let [low, high] =
                self.ends(*number).map(|end| self.terms.constant(self.terms.bits(*number), end));
            // Not simplified: the store takes these for granted.
            for outside in [Op::LessSigned(*number, low), Op::LessSigned(high, *number)] {
                facts.push(self.terms.not(self.terms.truth(outside).into()));
            }
        }
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
        facts.into_iter().map(|fact| self.terms.as_truth(fact)).collect()
    }

    /// The name of a function of two numbers, the same each time; [`None`] if there are too many.
    fn named(&self, opaque: Option<(String, u32)>, factors: [Term; 2], ends: [i128; 2]) -> Option<Term> {
        let mut products = self.products.borrow_mut();
        let is_same = |product: &&Product| product.factors == factors && product.opaque == opaque;
        if let Some(known) = products.iter().find(is_same) {
            return Some(known.number);
        }
        let spare = if opaque.is_some() { 0 } else { MOST_LOADS };
        let name = NAMES.get(products.len()).filter(|_| products.len() + spare < NAMES.len())?;
        let bits = width(Some(ends));
        let number = self.terms.ranged_input(name, bits, Range::of_signed(bits, Some(ends)));
        products.push(Product { opaque, factors, name, number });
        Some(number)
    }

    /// The smallest and the largest value.
    fn ends(&self, x: Term) -> [i128; 2] {
        self.terms.range(x).signed
    }

    /// The low `bits` bits of a number, extended by its sign.
    fn at(&self, x: Term, bits: u32) -> Term {
        let op = if bits < self.terms.bits(x) { Op::Field(x, 0) } else { Op::SignExtend(x) };
        self.terms.build(bits, op)
    }

    /// The number of an operation on two numbers of `bits` bits.
    fn computed(&self, bits: u32, x: Term, y: Term, op: fn(Term, Term) -> Op) -> Term {
        self.fitted(self.terms.build(bits, op(self.at(x, bits), self.at(y, bits))))
    }

    /// The same number with the bits that its range needs.
    fn fitted(&self, x: Term) -> Term {
        self.at(x, width(Some(self.ends(x))))
    }

    fn wider(&self, x: Term, y: Term) -> u32 {
        self.terms.bits(x).max(self.terms.bits(y))
    }

    /// The bits of a factor, which have no sign if it is never negative.
    fn size(&self, x: Term) -> u32 {
        let [low, high] = self.ends(x);
        if low < 0 { signed_bits([low, high]) } else { unsigned_bits(high as u128) }
    }
}

impl Domain for Narrow {
    type Number = Term;
    type Truth = Term;

    fn constant(&self, value: i128) -> Term {
        self.terms.constant(width(Some([value; 2])), value)
    }

    fn field(&self, x: Term, low: u32, bits: u32, signed: bool) -> Term {
        let [least, most] = Range::full(if signed { bits } else { (bits + 1).min(128) }).signed;
        let [smallest, largest] = self.ends(x);
        if low == 0 && (if signed { least } else { 0 }) <= smallest && largest <= most {
            return x;
        }
        let all = self.at(x, self.terms.bits(x).max(low + bits));
        let field = self.terms.build(bits, Op::Field(all, low));
        self.fitted(if signed {
            self.terms.build(bits.max(2), Op::SignExtend(field))
        } else {
            self.terms.build((bits + 1).min(128), Op::ZeroExtend(field))
        })
    }

    fn add(&self, x: Term, y: Term) -> Term {
        self.computed(width(sum(self.ends(x), self.ends(y))), x, y, Op::Add)
    }

    fn subtract(&self, x: Term, y: Term) -> Term {
        self.computed(width(difference(self.ends(x), self.ends(y))), x, y, Op::Subtract)
    }

    fn multiply(&self, x: Term, y: Term) -> Term {
        let (x, y) = (x.min(y), x.max(y));
        let ends = product(self.ends(x), self.ends(y));
        let exact = || self.computed(width(ends), x, y, Op::Multiply);
        let is_known = self.terms.known(x).or(self.terms.known(y)).is_some();
        let Some(ends) = ends.filter(|_| !is_known && self.form != Products::Exact) else { return exact() };
        if self.form == Products::Split && self.size(x).max(self.size(y)) > PIECE {
            let (wide, other) = if self.size(x) > self.size(y) { (x, y) } else { (y, x) };
            let upper = self.multiply(self.shift_right(wide, self.constant(PIECE.into())), other);
            let lower = self.multiply(self.field(wide, 0, PIECE, false), other);
            return self.add(lower, self.shift_left(upper, self.constant(PIECE.into())));
        }
        self.named(None, [x, y], ends).unwrap_or_else(exact)
    }

    fn opaque(&self, name: &str, x: Term, bits: u32) -> Term {
        let [_, high] = Range::full(bits + 1).signed;
        // There are no more loads than names.
        self.named(Some((name.to_owned(), bits)), [x, x], [0, high]).unwrap_or_else(|| self.constant(0))
    }

    fn divide(&self, x: Term, y: Term) -> Term {
        self.computed(self.wider(x, y), x, y, Op::Divide)
    }

    fn invert(&self, x: Term) -> Term {
        self.terms.not(x)
    }

    fn and(&self, x: Term, y: Term) -> Term {
        self.computed(self.wider(x, y), x, y, Op::And)
    }

    fn or(&self, x: Term, y: Term) -> Term {
        self.computed(self.wider(x, y), x, y, Op::Or)
    }

    fn xor(&self, x: Term, y: Term) -> Term {
        self.computed(self.wider(x, y), x, y, Op::Xor)
    }

    fn shift_left(&self, x: Term, count: Term) -> Term {
        let most = self.ends(count)[1].clamp(0, 128) as u32;
        let bits = (self.terms.bits(x) + most).max(self.terms.bits(count)).min(128);
        self.computed(bits, x, count, Op::ShiftLeftBy)
    }

    fn shift_right(&self, x: Term, count: Term) -> Term {
        self.computed(self.wider(x, count), x, count, Op::ShiftRightSignedBy)
    }

    fn less(&self, x: Term, y: Term) -> Term {
        let bits = self.wider(x, y);
        self.terms.build(1, Op::LessSigned(self.at(x, bits), self.at(y, bits)))
    }

    fn equal(&self, x: Term, y: Term) -> Term {
        let bits = self.wider(x, y);
        self.terms.build(1, Op::Equal(self.at(x, bits), self.at(y, bits)))
    }

    fn not(&self, x: Term) -> Term {
        self.terms.not(x)
    }

    fn both(&self, x: Term, y: Term) -> Term {
        self.terms.build(1, Op::And(x, y))
    }

    fn choose(&self, condition: Term, x: Term, y: Term) -> Term {
        let bits = self.wider(x, y);
        self.fitted(self.terms.build(bits, Op::Choose(condition, self.at(x, bits), self.at(y, bits))))
    }
}
