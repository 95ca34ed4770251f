//! Integers as polynomials with rational coefficients, in *atoms*: integers of a known range. They decide products,
//! which solvers do not decide.
//!
//! - A piece of an input is an atom. Inputs are cut where the code cuts them.
//! - `x` modulo `m` is an atom `r` from 0 to `m - 1`, so the quotient is `(x - r) / m`. Each polynomial is an integer
//!   for all inputs, also with such fractions.
//! - Modulo `m`, coefficients count modulo `m`, and `c·r` is `c·x` if `r` is `x` modulo `k` and `m` divides `c·k`.
//! - An atom from 0 to 1 is its own square.
//! - An integer between -1 and 1 is 0; if necessary, this is shown in each case of a few bits.
//! - The difference of two remainders is a multiple of the divisor: it is 0 if a fraction of it is.
//! - Any other operation is an atom: the same atom for the same operands.

use std::cell::RefCell;
use std::collections::BTreeSet;

use num_rational::BigRational as Rational;
use num_traits::{One as _, ToPrimitive as _, Zero as _};
use vmad_ptx::domain::{Domain as _, Integers};

pub use super::polynomial_store::Integer;
use super::polynomial_store::{
    Atom, MOST_CASES, MOST_WORK, Polynomial, Range, Store, around, power, power_above, whole,
};

/// A domain of polynomials.
#[derive(Debug, Default)]
pub struct Polynomials {
    /// Inputs and bits below which they are cut.
    pub(super) cuts: BTreeSet<(&'static str, u32)>,
    pub(super) store: RefCell<Store>,
}

impl Polynomials {
    /// An input of `bits` bits: its pieces side by side.
    pub fn variable(&self, name: &'static str, bits: u32) -> Integer {
        let cuts = self.cuts.iter().filter(|cut| cut.0 == name).map(|cut| cut.1);
        let ends: Vec<u32> = [0].into_iter().chain(cuts).chain([bits]).collect();
        let pieces = ends.windows(2).map(|ends| (ends[0], ends[1] - ends[0]));
        let mut sum = Polynomial::default();
        for (low, bits) in pieces {
            let range = [Rational::zero(), power(bits) - Rational::one()];
            let piece = self.store.borrow_mut().atom(Atom::Piece(name, low, bits), range);
            sum = sum.plus(&power(low), &piece);
        }
        self.integer(sum, None)
    }

    /// Whether there were too many terms: then the numbers have no meaning.
    pub fn is_given_up(&self) -> bool {
        self.store.borrow().work > MOST_WORK
    }

    /// Whether two numbers of at least 0 are shown to be equal for all inputs.
    pub(super) fn are_equal(&self, x: Integer, y: Integer) -> bool {
        let difference = self.polynomial(x).plus(&whole(-1), &self.polynomial(y));
        let above = power_above(&around(&self.range(x), &self.range(y), |x, y| x.max(y).clone()));
        let mut store = self.store.borrow_mut();
        // Numbers that are equal modulo one above both are equal.
        let reduced = store.reduced(&difference, &above);
        let are_equal = [difference, reduced].iter().any(|difference| {
            store.is_zero(difference, MOST_CASES)
                || store.fractions(difference).iter().any(|fraction| store.is_zero(fraction, MOST_CASES))
        });
        are_equal && store.work <= MOST_WORK
    }

    /// The values of numbers; [`None`] for one that is not an integer, or too large.
    pub fn values(&self, numbers: &[Integer], input: impl Fn(&str) -> u64) -> Vec<Option<i128>> {
        let store = self.store.borrow();
        let mut values: Vec<Rational> = Vec::with_capacity(store.atoms.len());
        let of = |polynomial: &Polynomial, values: &[Rational]| {
            let products = polynomial.0.iter().map(|(atoms, coefficient)| {
                atoms.iter().fold(coefficient.clone(), |product, atom| product * &values[*atom as usize])
            });
            products.fold(Rational::zero(), |sum, product| sum + product)
        };
        let small = |value: Rational| value.is_integer().then(|| value.to_i128()).flatten();
        for (atom, _) in &store.atoms {
            let at = |number: Integer| small(of(&store.integers[number.0 as usize].0, &values)).unwrap_or(0);
            let value = match *atom {
                Atom::Opaque(ref name, x, bits) => Integers.opaque(name, at(x), bits),
                Atom::Piece(name, low, bits) => Integers.field(input(name).into(), low, bits, false),
                Atom::And(x, y) => at(x) & at(y),
                Atom::Quotient(x, y) => Integers.divide(at(x), at(y)),
                Atom::ShiftLeft(x, count) => Integers.shift_left(at(x), at(count)),
                Atom::ShiftRight(x, count) => Integers.shift_right(at(x), at(count)),
                Atom::IsZero(x) => (at(x) == 0).into(),
                Atom::Residue(ref polynomial, ref modulus) => {
                    let value = of(polynomial, &values);
                    let residue = &value - modulus * (&value / modulus).floor();
                    values.push(residue);
                    continue;
                }
            };
            values.push(whole(value));
        }
        numbers.iter().map(|number| small(of(&store.integers[number.0 as usize].0, &values))).collect()
    }

    pub(super) fn polynomial(&self, x: Integer) -> Polynomial {
        self.store.borrow().integers[x.0 as usize].0.clone()
    }

    pub(super) fn range(&self, x: Integer) -> Range {
        self.store.borrow().integers[x.0 as usize].1.clone()
    }

    /// The value, if it is known.
    pub(super) fn known(&self, x: Integer) -> Option<i128> {
        let [low, high] = self.range(x);
        (low == high).then(|| low.to_i128()).flatten()
    }

    /// The integer of a polynomial, which is in a range.
    pub(super) fn integer(&self, polynomial: Polynomial, range: Option<Range>) -> Integer {
        let mut store = self.store.borrow_mut();
        store.work += polynomial.0.len();
        // The numbers no longer matter.
        let (polynomial, range) =
            if store.work > MOST_WORK { (Polynomial::default(), None) } else { (polynomial, range) };
        let [low, high] = store.bounds(&polynomial);
        let [low, high] = match range {
            Some([least, most]) => [low.max(least), high.min(most)],
            None => [low, high],
        };
        let polynomial = if low == high { Polynomial::of(low.clone()) } else { polynomial };
        let next = store.integers.len() as u32;
        let number = *store.integer_numbers.entry(polynomial.clone()).or_insert(next);
        if number == next {
            store.integers.push((polynomial, [low, high]));
        } else {
            let known = &mut store.integers[number as usize].1;
            *known = [known[0].clone().max(low), known[1].clone().min(high)];
        }
        Integer(number)
    }

    pub(super) fn atom(&self, atom: Atom, range: Range) -> Integer {
        let polynomial = self.store.borrow_mut().atom(atom, range.clone());
        self.integer(polynomial, Some(range))
    }

    /// `x + factor * y`
    pub(super) fn sum(&self, x: Integer, factor: &Rational, y: Integer) -> Integer {
        let range = around(&self.range(x), &self.range(y), |x, y| x + factor * y);
        self.integer(self.polynomial(x).plus(factor, &self.polynomial(y)), Some(range))
    }

    /// `x` modulo a positive integer.
    pub(super) fn residue(&self, x: Integer, modulus: &Rational) -> Integer {
        let whole_one = self.polynomial(x);
        let reduced = self.store.borrow_mut().reduced(&whole_one, modulus);
        // A sum of bits of at least 0 is in the range, whether its highest one counts half the modulus or more.
        let positive = reduced.lifted(modulus);
        let [bounds, above] = [&reduced, &positive].map(|polynomial| self.store.borrow().bounds(polynomial));
        let candidates = [(whole_one, self.range(x)), (reduced.clone(), bounds), (positive, above)];
        for (polynomial, [low, high]) in candidates {
            let quotient = (&low / modulus).floor();
            if quotient == (&high / modulus).floor() {
                let moved = |end: &Rational| end - &quotient * modulus;
                let range = [moved(&low), moved(&high)];
                return self.integer(
                    polynomial.plus(&-(&quotient * modulus), &Polynomial::of(Rational::one())),
                    Some(range),
                );
            }
            // 0 or -1: 0 or all ones.
            if low == whole(-1) && high.is_zero() {
                let bit = self.integer(Polynomial::default().plus(&whole(-1), &polynomial), None);
                return self.sum(
                    self.integer(Polynomial::default(), None),
                    &(modulus - Rational::one()),
                    bit,
                );
            }
        }
        self.want_cuts(&reduced, modulus);
        self.atom(Atom::Residue(reduced, modulus.clone()), [Rational::zero(), modulus - Rational::one()])
    }

    /// A number of a range that is `x` modulo a positive integer, if it needs no residue.
    pub(super) fn congruent(&self, x: Integer, modulus: &Rational, [least, most]: &Range) -> Option<Integer> {
        let polynomial = self.polynomial(x);
        let reduced = self.store.borrow_mut().reduced(&polynomial, modulus);
        let [low, high] = self.store.borrow().bounds(&reduced);
        (*least <= low && high <= *most).then(|| self.integer(reduced, None))
    }

    /// Requests the cuts of inputs of which a residue has a part.
    fn want_cuts(&self, polynomial: &Polynomial, modulus: &Rational) {
        let mut store = self.store.borrow_mut();
        let mut cuts = Vec::new();
        for (atoms, coefficient) in &polynomial.0 {
            let [atom] = atoms[..] else { return };
            let Atom::Piece(name, low, bits) = store.atoms[atom as usize].0 else { return };
            let above = (1..bits).find(|bit| (coefficient * power(*bit) / modulus).is_integer());
            cuts.extend(above.map(|bit| (name, low + bit)));
        }
        store.wanted.extend(cuts);
    }

    /// `x / factor`, if it is an integer; `factor` is not 0.
    pub(super) fn divided(&self, x: Integer, factor: &Rational) -> Option<Integer> {
        let quotient = Polynomial::default().plus(&(Rational::one() / factor), &self.polynomial(x));
        let known = self.store.borrow().integer_numbers.get(&quotient).copied();
        let is_integer = known.is_some() || quotient.0.values().all(Rational::is_integer);
        is_integer.then(|| self.integer(quotient, None))
    }
}
