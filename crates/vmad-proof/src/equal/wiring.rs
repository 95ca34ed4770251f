//! Terms of any width, simplified while they are built.
//!
//! Selecting, moving and extending bits compute nothing: two sequences that select the same bits in different ways get
//! the same term. The rules here are checked by evaluation on every proof. In a test, the solver proves the terms of
//! every instruction without a product equal to those that the [domain of terms](vmad_term::domain) builds with no rule.

use std::{cell::RefCell, collections::HashMap};

use vmad_term::{
    operation::{Operation, Sort, Term, low_bits},
    term::Terms,
};

/// Builds terms in a store.
#[derive(Debug)]
pub(super) struct Wiring<'t> {
    pub(super) terms: &'t Terms,
    extracted: RefCell<HashMap<(Term, u32, u32), Term>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bitwise {
    And,
    Or,
    Xor,
}

impl<'t> Wiring<'t> {
    pub(super) fn new(terms: &'t Terms) -> Self {
        Self { terms, extracted: RefCell::default() }
    }

    pub(super) fn term(&self, bits: u32, operation: Operation) -> Term {
        self.terms.term(Sort::Bits(bits), operation)
    }

    pub(super) fn constant(&self, bits: u32, value: i128) -> Term {
        self.term(bits, Operation::Constant(low_bits(value as u128, bits)))
    }

    pub(super) fn width(&self, term: Term) -> u32 {
        self.terms.sort(term).bits()
    }

    pub(super) fn known(&self, term: Term) -> Option<u128> {
        self.terms.known(term)
    }

    /// Bits `low + bits - 1` to `low`, all of them bits of `x`.
    pub(super) fn extract(&self, x: Term, low: u32, bits: u32) -> Term {
        if low == 0 && bits == self.width(x) {
            return x;
        }
        if let Some(known) = self.extracted.borrow().get(&(x, low, bits)) {
            return *known;
        }
        let result = self.extract_new(x, low, bits);
        self.extracted.borrow_mut().insert((x, low, bits), result);
        result
    }

    fn extract_new(&self, x: Term, low: u32, bits: u32) -> Term {
        let end = low + bits;
        let same = |x| self.extract(x, low, bits);
        match self.terms.operation(x) {
            Operation::Constant(value) => self.constant(bits, (value >> low) as i128),
            Operation::Field(inner, from) => self.extract(inner, from + low, bits),
            Operation::ZeroExtend(inner) => self.extract_extended(inner, low, bits, false),
            Operation::SignExtend(inner) => self.extract_extended(inner, low, bits, true),
            Operation::Concat(lower, upper) => {
                let border = self.width(lower);
                if end <= border {
                    return same(lower);
                }
                if low >= border {
                    return self.extract(upper, low - border, bits);
                }
                let lower = self.extract(lower, low, border - low);
                self.concat(lower, self.extract(upper, 0, end - border))
            }
            Operation::Invert(inner) => self.invert(same(inner)),
            Operation::And(left, right) => self.bitwise(Bitwise::And, same(left), same(right)),
            Operation::Xor(left, right) => self.bitwise(Bitwise::Xor, same(left), same(right)),
            Operation::Choose(flag, left, right) => self.choose(flag, same(left), same(right)),
            // Low bits of a sum or product depend on low bits only.
            Operation::Add(left, right) if low == 0 => self.add(same(left), same(right)),
            Operation::Multiply(left, right) if low == 0 => self.multiply(same(left), same(right)),
            Operation::Negate(inner) if low == 0 => self.negate(same(inner)),
            Operation::Add(..) | Operation::Negate(_) if end < self.width(x) => {
                self.extract(self.extract(x, 0, end), low, bits)
            }
            _ => self.term(bits, Operation::Field(x, low)),
        }
    }

    fn extract_extended(&self, inner: Term, low: u32, bits: u32, signed: bool) -> Term {
        let width = self.width(inner);
        if low + bits <= width {
            return self.extract(inner, low, bits);
        }
        // At least the sign bit of a signed term.
        let low = if signed { low.min(width - 1) } else { low };
        if low >= width {
            return self.constant(bits, 0);
        }
        self.extend(self.extract(inner, low, width - low), bits, signed)
    }

    /// Zeros or copies of the sign above.
    pub(super) fn extend(&self, x: Term, bits: u32, signed: bool) -> Term {
        let width = self.width(x);
        if width == bits {
            return x;
        }
        match self.terms.operation(x) {
            Operation::Constant(value) if signed => {
                self.constant(bits, vmad_term::operation::signed(value, width))
            }
            Operation::Constant(value) => self.constant(bits, value as i128),
            Operation::ZeroExtend(inner) => self.extend(inner, bits, false),
            Operation::SignExtend(inner) if signed => self.extend(inner, bits, true),
            Operation::Concat(lower, upper) => {
                self.concat(lower, self.extend(upper, bits - self.width(lower), signed))
            }
            _ if signed => self.term(bits, Operation::SignExtend(x)),
            _ => self.term(bits, Operation::ZeroExtend(x)),
        }
    }

    /// `upper` above `lower`. A chain has its parts in order, with the lowest first; zeros at its top are an extension.
    pub(super) fn concat(&self, lower: Term, upper: Term) -> Term {
        let bits = self.width(lower) + self.width(upper);
        match self.terms.operation(lower) {
            Operation::Concat(first, second) => return self.concat(first, self.concat(second, upper)),
            Operation::ZeroExtend(inner) => {
                let zeros = self.constant(self.width(lower) - self.width(inner), 0);
                return self.concat(inner, self.concat(zeros, upper));
            }
            _ => {}
        }
        if let Some(both) = self.joined(lower, upper) {
            return both;
        }
        match self.terms.operation(upper) {
            Operation::Constant(0) => self.extend(lower, bits, false),
            Operation::Concat(middle, above) => match self.joined(lower, middle) {
                Some(below) => self.concat(below, above),
                None => self.term(bits, Operation::Concat(lower, upper)),
            },
            Operation::ZeroExtend(middle) => match self.joined(lower, middle) {
                Some(below) => self.extend(below, bits, false),
                None => self.term(bits, Operation::Concat(lower, upper)),
            },
            _ => self.term(bits, Operation::Concat(lower, upper)),
        }
    }

    /// Two neighbours as one term, if they are constants or neighbouring fields of one term.
    fn joined(&self, lower: Term, upper_term: Term) -> Option<Term> {
        let bits = self.width(lower) + self.width(upper_term);
        match (self.terms.operation(lower), self.terms.operation(upper_term)) {
            (Operation::Constant(low), Operation::Constant(high)) => {
                Some(self.constant(bits, (low | high << self.width(lower)) as i128))
            }
            (Operation::Field(one, low), Operation::Field(other, high))
                if one == other && high == low + self.width(lower) =>
            {
                Some(self.extract(one, low, bits))
            }
            // A field below copies of its sign.
            (Operation::Field(one, low), upper) => {
                let sign = match upper {
                    Operation::SignExtend(sign) => sign,
                    _ => upper_term,
                };
                let is_sign = self.terms.operation(sign)
                    == Operation::Field(one, low + self.width(lower) - 1)
                    && self.width(sign) == 1;
                is_sign.then(|| self.extend(lower, bits, true))
            }
            _ => None,
        }
    }

    pub(super) fn invert(&self, x: Term) -> Term {
        let bits = self.width(x);
        match self.terms.operation(x) {
            Operation::Constant(value) => self.constant(bits, !value as i128),
            Operation::Invert(inner) => inner,
            Operation::Concat(lower, upper) => self.concat(self.invert(lower), self.invert(upper)),
            _ => self.term(bits, Operation::Invert(x)),
        }
    }

    /// The place where a term is a concatenation.
    fn border(&self, x: Term) -> Option<u32> {
        match self.terms.operation(x) {
            Operation::Concat(lower, _) => Some(self.width(lower)),
            Operation::ZeroExtend(inner) => Some(self.width(inner)),
            // Runs of equal bits of a constant.
            Operation::Constant(value) => {
                let run = if value & 1 == 0 { value.trailing_zeros() } else { value.trailing_ones() };
                (run < self.width(x)).then_some(run)
            }
            _ => None,
        }
    }

    pub(super) fn bitwise(&self, kind: Bitwise, x: Term, y: Term) -> Term {
        let bits = self.width(x);
        if let (Some(left), Some(right)) = (self.known(x), self.known(y)) {
            let value = match kind {
                Bitwise::And => left & right,
                Bitwise::Or => left | right,
                Bitwise::Xor => left ^ right,
            };
            return self.constant(bits, value as i128);
        }
        for (one, other) in [(x, y), (y, x)] {
            let Some(value) = self.known(one) else { continue };
            let ones = low_bits(u128::MAX, bits);
            match (kind, value) {
                (Bitwise::And, 0) => return one,
                (Bitwise::Or | Bitwise::Xor, 0) => return other,
                (Bitwise::And, value) if value == ones => return other,
                (Bitwise::Or, value) if value == ones => return one,
                (Bitwise::Xor, value) if value == ones => return self.invert(other),
                _ => {}
            }
        }
        if x == y && kind != Bitwise::Xor {
            return x;
        }
        if let Some(border) = self.border(x).or_else(|| self.border(y)) {
            let part = |low, bits| self.bitwise(kind, self.extract(x, low, bits), self.extract(y, low, bits));
            return self.concat(part(0, border), part(border, bits - border));
        }
        let (x, y) = (x.min(y), x.max(y));
        match kind {
            Bitwise::And => self.term(bits, Operation::And(x, y)),
            Bitwise::Or => self.invert(self.term(bits, Operation::And(self.invert(x), self.invert(y)))),
            Bitwise::Xor => self.term(bits, Operation::Xor(x, y)),
        }
    }

    pub(super) fn choose(&self, flag: Term, x: Term, y: Term) -> Term {
        if x == y { x } else { self.term(self.width(x), Operation::Choose(flag, x, y)) }
    }

    pub(super) fn add(&self, x: Term, y: Term) -> Term {
        let bits = self.width(x);
        match (self.known(x), self.known(y)) {
            (Some(left), Some(right)) => self.constant(bits, left.wrapping_add(right) as i128),
            (Some(0), _) => y,
            (_, Some(0)) => x,
            _ => self.term(bits, Operation::Add(x, y)),
        }
    }

    pub(super) fn negate(&self, x: Term) -> Term {
        let bits = self.width(x);
        match self.known(x) {
            Some(value) => self.constant(bits, value.wrapping_neg() as i128),
            None => self.term(bits, Operation::Negate(x)),
        }
    }

    pub(super) fn multiply(&self, x: Term, y: Term) -> Term {
        let bits = self.width(x);
        match (self.known(x), self.known(y)) {
            (Some(left), Some(right)) => self.constant(bits, left.wrapping_mul(right) as i128),
            _ => self.term(bits, Operation::Multiply(x.min(y), x.max(y))),
        }
    }
}
