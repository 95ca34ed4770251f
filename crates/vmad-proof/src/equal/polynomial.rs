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

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::{cell::RefCell, cmp::Reverse};

use num_rational::BigRational as Rational;
use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};
use vmad_ptx::domain::{Domain as _, Integers};

/// The largest number of terms that are made: about a second without optimization.
const MOST_WORK: usize = 50_000;

/// The largest number of bits that are checked case by case.
const MOST_CASES: u32 = 4;

/// The sum of products of atoms, each with its coefficient, which is not 0. The newest atom of a product is first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Polynomial(BTreeMap<Vec<u32>, Rational>);

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
    fn lifted(&self, modulus: &Rational) -> Self {
        let raised = |of: &Rational| if of.is_negative() { of + modulus } else { of.clone() };
        Self(self.0.iter().map(|(atoms, coefficient)| (atoms.clone(), raised(coefficient))).collect())
    }
}

/// A number of [`Polynomials`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Integer(u32);

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

/// A domain of polynomials.
#[derive(Debug, Default)]
pub struct Polynomials {
    /// Inputs and bits below which they are cut.
    cuts: BTreeSet<(&'static str, u32)>,
    pub(super) store: RefCell<Store>,
}

#[derive(Debug, Default)]
pub(super) struct Store {
    atoms: Vec<(Atom, Range)>,
    atom_numbers: HashMap<Atom, u32>,
    integers: Vec<(Polynomial, Range)>,
    integer_numbers: HashMap<Polynomial, u32>,
    /// By what numbers were divided.
    pub(super) divisors: BTreeSet<Rational>,
    wanted: BTreeSet<(&'static str, u32)>,
    work: usize,
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
        [ends.iter().min(), ends.iter().max()].map(|it| it.cloned().unwrap_or_else(Rational::zero));
    [low, high]
}

impl Store {
    fn atom(&mut self, atom: Atom, range: Range) -> Polynomial {
        let next = self.atoms.len() as u32;
        let number = *self.atom_numbers.entry(atom.clone()).or_insert(next);
        if number == next {
            self.atoms.push((atom, range));
        }
        Polynomial(BTreeMap::from([(vec![number], Rational::one())]))
    }

    fn bounds(&self, polynomial: &Polynomial) -> Range {
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
    fn is_zero(&mut self, polynomial: &Polynomial, cases: u32) -> bool {
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
    fn fractions(&mut self, polynomial: &Polynomial) -> Vec<Polynomial> {
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
    fn reduced(&mut self, polynomial: &Polynomial, modulus: &Rational) -> Polynomial {
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

impl Polynomials {
    /// An empty domain, with inputs cut below these bits.
    pub(super) fn new(cuts: BTreeSet<(&'static str, u32)>) -> Self {
        Self { cuts, store: RefCell::default() }
    }

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

    /// The cuts of inputs that the numbers so far would use.
    pub(super) fn wanted(&self) -> BTreeSet<(&'static str, u32)> {
        self.store.borrow().wanted.clone()
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
        let [bounds, above] = [&reduced, &positive].map(|it| self.store.borrow().bounds(it));
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
