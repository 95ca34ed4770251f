//! A store that simplifies what it builds, and knows the range of each term.
//!
//! A simplified term has the form of code. One bit is a truth. There is no [`Operation::Negate`]; an inverted term is an [`Operation::Xor`] with ones; an [`Operation::Field`] starts at bit 0.
//!
//! A proof of emitted code copies simplified terms into [`Terms`] and is about the copy: a faulty rule must not prove its
//! own result.

mod bounds;
mod logic;
mod masks;
pub mod range;
mod rules;

use std::{cell::RefCell, ops::Deref};

use range::{Range, ones, unsigned_bits};

use crate::{
    operation::{Operation, Sort, Term, low_bits},
    term::Terms,
};

/// A store whose terms are built by [`Simplified::build`].
#[derive(Clone, Debug, Default)]
pub struct Simplified {
    terms: Terms,
    /// The range of each term that was built here, by its number, and the bits of it that can be set.
    known: RefCell<Vec<Option<(Range, u128)>>>,
}

impl Deref for Simplified {
    type Target = Terms;

    fn deref(&self) -> &Terms {
        &self.terms
    }
}

/// The sort of a number of bits.
const fn sort(bits: u32) -> Sort {
    if bits == 1 { Sort::Truth } else { Sort::Bits(bits) }
}

impl Simplified {
    /// A variable of 32 bits.
    pub fn input(&self, name: &'static str) -> Term {
        self.wide_input(name, 32)
    }

    /// A variable of some bits, 2 to 128.
    pub fn wide_input(&self, name: &'static str, bits: u32) -> Term {
        self.ranged_input(name, bits, Range::full(bits))
    }

    /// A variable of some bits, 2 to 128, whose range is known.
    pub fn ranged_input(&self, name: &'static str, bits: u32, range: Range) -> Term {
        self.intern(bits, Operation::Variable(name), range)
    }

    /// A number; only its low bits are used.
    pub fn constant(&self, bits: u32, number: i128) -> Term {
        let value = low_bits(number as u128, bits);
        self.intern(bits, Operation::Constant(value), Range::one(value, bits))
    }

    /// The number of bits, 1 to 128.
    pub fn bits(&self, term: Term) -> u32 {
        self.sort(term).bits()
    }

    /// The values that a term can have.
    pub fn range(&self, term: Term) -> Range {
        self.known_of(term).map_or_else(|| Range::full(self.bits(term)), |(range, _)| range)
    }

    /// The bits that a term can have set.
    pub fn possible(&self, term: Term) -> u128 {
        self.known_of(term).map_or_else(|| ones(self.bits(term)), |(_, possible)| possible)
    }

    fn known_of(&self, term: Term) -> Option<(Range, u128)> {
        self.known.borrow().get(term.0 as usize).copied().flatten()
    }

    /// Adds a term without simplification.
    pub(crate) fn intern(&self, bits: u32, operation: Operation, range: Range) -> Term {
        let term = self.terms.term(sort(bits), operation);
        let at = term.0 as usize;
        if at >= self.known.borrow().len() {
            let possible = self.possible_of(bits, operation) & ones(unsigned_bits(range.unsigned[1]));
            let mut known = self.known.borrow_mut();
            known.resize(at + 1, None);
            known[at] = Some((range, possible));
        }
        term
    }
}
