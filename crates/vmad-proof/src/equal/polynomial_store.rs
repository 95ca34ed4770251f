//! Polynomials, their atoms, and the store that numbers both: sums, products, remainders, and whether one is 0.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use num_rational::BigRational as Rational;
use num_traits::{One as _, Signed as _, Zero as _};

/// The largest number of terms that are made: about a second without optimization.
pub(super) const MOST_WORK: usize = 50_000;

/// The largest number of bits that are checked case by case.
pub(super) const MOST_CASES: u32 = 4;

/// The sum of products of atoms, each with its coefficient, which is not 0. The newest atom of a product is first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Polynomial(pub(super) BTreeMap<Vec<u32>, Rational>);

impl Polynomial {
    fn add_term(&mut self, atoms: Vec<u32>, coefficient: Rational) {
        let sum = self.0.remove(&atoms).unwrap_or_else(Rational::zero) + coefficient;
        if !sum.is_zero() {
            self.0.insert(atoms, sum);
        }
    }

    pub(super) fn of(number: Rational) -> Self {
        let mut result = Self::default();
        result.add_term(Vec::new(), number);
        result
    }

    /// `self + factor * other`
    pub(super) fn plus(&self, factor: &Rational, other: &Self) -> Self {
        let mut result = self.clone();
        for (atoms, coefficient) in &other.0 {
            result.add_term(atoms.clone(), coefficient * factor);
        }
        result
    }

    /// `modulus` added to each coefficient below 0.
    pub(super) fn lifted(&self, modulus: &Rational) -> Self {
        let raised = |of: &Rational| if of.is_negative() { of + modulus } else { of.clone() };
        Self(self.0.iter().map(|(atoms, coefficient)| (atoms.clone(), raised(coefficient))).collect())
    }
}

/// A number of [`Polynomials`](super::polynomial::Polynomials).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Integer(pub(super) u32);

/// The smallest and the largest value.
pub(super) type Range = [Rational; 2];

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Atom {
    /// Bits of an input: the lowest, and how many.
    Piece(&'static str, u32, u32),
    /// The polynomial modulo a positive integer.
    Residue(Polynomial, Rational),
    And(Integer, Integer),
    Quotient(Integer, Integer),
    /// The function of a name, with that many bits.
    Opaque(String, Integer, u32),
    ShiftLeft(Integer, Integer),
    ShiftRight(Integer, Integer),
    /// 1 if the number is 0, else 0.
    IsZero(Integer),
}

#[derive(Debug, Default)]
pub(super) struct Store {
    pub(super) atoms: Vec<(Atom, Range)>,
    pub(super) atom_numbers: HashMap<Atom, u32>,
    pub(super) integers: Vec<(Polynomial, Range)>,
    pub(super) integer_numbers: HashMap<Polynomial, u32>,
    /// By what numbers were divided.
    pub(super) divisors: BTreeSet<Rational>,
    pub(super) wanted: BTreeSet<(&'static str, u32)>,
    pub(super) work: usize,
}

pub(super) fn whole(value: i128) -> Rational {
    Rational::from_integer(value.into())
}

pub(super) fn power(bits: u32) -> Rational {
    num_traits::pow(whole(2), bits as usize)
}

/// The least power of 2 that is larger than each number of a range, and than each that is inverted.
pub(super) fn power_above([low, high]: &Range) -> Rational {
    let mut power = Rational::one();
    while *high >= power || *low < -power.clone() {
        power *= whole(2);
    }
    power
}

/// The values of an operation that is monotonic in each argument.
pub(super) fn around(x: &Range, y: &Range, of: impl Fn(&Rational, &Rational) -> Rational) -> Range {
    let ends = [of(&x[0], &y[0]), of(&x[0], &y[1]), of(&x[1], &y[0]), of(&x[1], &y[1])];
    let [low, high] =
        [ends.iter().min(), ends.iter().max()].map(|end| end.cloned().unwrap_or_else(Rational::zero));
    [low, high]
}

impl Store {
    pub(super) fn atom(&mut self, atom: Atom, range: Range) -> Polynomial {
        let next = self.atoms.len() as u32;
        let number = *self.atom_numbers.entry(atom.clone()).or_insert(next);
        if number == next {
            self.atoms.push((atom, range));
        }
        Polynomial(BTreeMap::from([(vec![number], Rational::one())]))
    }

    pub(super) fn bounds(&self, polynomial: &Polynomial) -> Range {
        let mut sum = [Rational::zero(), Rational::zero()];
        for (atoms, coefficient) in &polynomial.0 {
            let ends = [coefficient.clone(), coefficient.clone()];
            let ends = atoms
                .iter()
                .fold(ends, |ends, atom| around(&ends, &self.atoms[*atom as usize].1, |x, y| x * y));
            sum = [&sum[0] + &ends[0], &sum[1] + &ends[1]];
        }
        // The value is an integer.
        [sum[0].ceil(), sum[1].floor()]
    }

    /// Whether an integer is 0 for all values of the atoms, in each case of a few bits.
    pub(super) fn is_zero(&mut self, polynomial: &Polynomial, cases: u32) -> bool {
        self.work += polynomial.0.len();
        if self.bounds(polynomial).iter().all(Rational::is_zero) {
            return true;
        }
        let bit = [Rational::zero(), Rational::one()];
        let mut atoms = polynomial.0.keys().flatten();
        let Some(bit) = atoms.find(|atom| self.atoms[**atom as usize].1 == bit).filter(|_| cases > 0) else {
            return false;
        };
        [false, true].into_iter().all(|is_set| {
            let mut case = Polynomial::default();
            for (atoms, coefficient) in &polynomial.0 {
                if is_set || !atoms.contains(bit) {
                    let others = atoms.iter().copied().filter(|atom| atom != bit).collect();
                    case.add_term(others, coefficient.clone());
                }
            }
            self.is_zero(&case, cases - 1)
        })
    }

    /// The polynomial divided by each divisor of a quotient, if that is the difference of two known integers: remainders
    /// are equal if their quotients are.
    pub(super) fn fractions(&mut self, polynomial: &Polynomial) -> Vec<Polynomial> {
        let mut found = Vec::new();
        for divisor in &self.divisors {
            let fraction = Polynomial::default().plus(&divisor.recip(), polynomial);
            let is_known = |(integer, _): &(Polynomial, Range)| {
                self.integer_numbers.contains_key(&integer.plus(&Rational::one(), &fraction))
            };
            self.work += self.integers.len();
            if self.integers.iter().any(is_known) {
                found.push(fraction);
            }
        }
        found
    }

    pub(super) fn product(&mut self, x: &Polynomial, y: &Polynomial) -> Polynomial {
        let mut result = Polynomial::default();
        for (atoms, coefficient) in &x.0 {
            for (others, factor) in &y.0 {
                self.work += 1;
                let mut all = [atoms.as_slice(), others].concat();
                all.sort_unstable_by_key(|atom| Reverse(*atom));
                let bit = [Rational::zero(), Rational::one()];
                all.dedup_by(|one, other| one == other && self.atoms[*one as usize].1 == bit);
                result.add_term(all, coefficient * factor);
            }
            if self.work > MOST_WORK {
                break;
            }
        }
        result
    }

    /// A polynomial that is equal modulo `modulus`. Polynomials with the same reduced one are equal modulo it.
    pub(super) fn reduced(&mut self, polynomial: &Polynomial, modulus: &Rational) -> Polynomial {
        let half = Rational::one() / whole(2);
        let mut result = Polynomial::default();
        let mut left = polynomial.clone();
        // A residue is replaced by older atoms, so no product comes twice.
        while let Some((mut atoms, coefficient)) = left.0.pop_last() {
            let coefficient = &coefficient - modulus * (&coefficient / modulus + &half).floor();
            self.work += 1;
            if coefficient.is_zero() || self.work > MOST_WORK {
                continue;
            }
            let found =
                atoms.iter().enumerate().find_map(|(place, atom)| match &self.atoms[*atom as usize].0 {
                    Atom::Residue(of, other) if (&coefficient * other / modulus).is_integer() => {
                        Some((place, of.clone()))
                    }
                    _ => None,
                });
            if let Some((place, of)) = found {
                atoms.remove(place);
                let rest = Polynomial(BTreeMap::from([(atoms, coefficient)]));
                left = left.plus(&Rational::one(), &self.product(&rest, &of));
            } else {
                result.add_term(atoms, coefficient);
            }
        }
        result
    }
}
