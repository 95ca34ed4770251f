//! The bits that a term can have set, and the rules about masks that follow.

use super::{Simplified, range::ones};
use crate::operation::{Operation as Op, Term};

impl Simplified {
    /// The bits that the value of an operation can have set, from those of its operands.
    pub(super) fn possible_of(&self, bits: u32, operation: Op) -> u128 {
        let of = |term| self.possible(term);
        let possible = match operation {
            Op::Constant(value) => value,
            Op::And(x, y) => of(x) & of(y),
            Op::Or(x, y) | Op::Xor(x, y) | Op::Choose(_, x, y) => of(x) | of(y),
            Op::ShiftLeft(x, count) => of(x).checked_shl(count).unwrap_or(0),
            Op::ShiftRight(x, count) => of(x).checked_shr(count).unwrap_or(0),
            Op::ZeroExtend(x) | Op::Field(x, 0) => of(x),
            _ => u128::MAX,
        };
        possible & ones(bits)
    }

    /// Whether no bit can be set in both.
    pub(super) fn are_apart(&self, x: Term, y: Term) -> bool {
        self.possible(x) & self.possible(y) == 0
    }

    /// A term and the mask that it has.
    fn masked(&self, term: Term) -> Option<(Term, u128)> {
        match self.operation(term) {
            Op::And(x, mask) => Some((x, self.known(mask)?)),
            _ => None,
        }
    }

    fn mask(&self, bits: u32, x: Term, mask: u128) -> Term {
        self.build(bits, Op::And(x, self.constant(bits, mask as i128)))
    }

    /// `x & mask` without a mask inside, without an operand that the mask clears, or without the mask.
    pub(super) fn shorter_mask(&self, bits: u32, x: Term, mask: u128) -> Option<Term> {
        if self.possible(x) & !mask == 0 {
            return Some(x);
        }
        if let Some((inner, first)) = self.masked(x) {
            return Some(self.mask(bits, inner, first & mask));
        }
        let Op::Or(one, other) = self.operation(x) else { return None };
        if self.possible(one) & mask == 0 {
            return Some(self.mask(bits, other, mask));
        }
        (self.possible(other) & mask == 0).then(|| self.mask(bits, one, mask))
    }

    /// `(x & one) | y | (x & other)` with one mask.
    pub(super) fn shorter_or(&self, bits: u32, x: Term, y: Term) -> Option<Term> {
        let joined = |x: Term, y: Term| {
            let ((masked, one), (same, other)) = (self.masked(x)?, self.masked(y)?);
            (masked == same).then(|| self.mask(bits, masked, one | other))
        };
        if let Some(both) = joined(x, y) {
            return Some(both);
        }
        let inside = |x: Term, y: Term| {
            let Op::Or(first, second) = self.operation(x) else { return None };
            let (both, rest) = match (joined(first, y), joined(second, y)) {
                (Some(both), _) => (both, second),
                (None, both) => (both?, first),
            };
            Some(self.build(bits, Op::Or(both, rest)))
        };
        inside(x, y).or_else(|| inside(y, x))
    }

    /// `x << count >> count` and `x >> count << count` as a mask; a shift without the mask of bits that it drops.
    pub(super) fn shorter_shift(&self, bits: u32, operation: Op) -> Option<Term> {
        let (high, low) = (|count| ones(bits) << count & ones(bits), |count| ones(bits) >> count);
        let (x, stay) = match operation {
            Op::ShiftLeft(x, count) => (x, low(count)),
            Op::ShiftRight(x, count) | Op::ShiftRightSigned(x, count) => (x, high(count)),
            _ => return None,
        };
        match (operation, self.operation(x)) {
            (Op::ShiftLeft(_, count), Op::ShiftRight(inner, same)) if same == count => {
                Some(self.mask(bits, inner, high(count)))
            }
            (Op::ShiftRight(_, count), Op::ShiftLeft(inner, same)) if same == count => {
                Some(self.mask(bits, inner, low(count)))
            }
            _ => {
                let (inner, _) = self.masked(x).filter(|(_, mask)| mask & stay == stay)?;
                Some(self.build(bits, operation.with_arguments(|_| inner)))
            }
        }
    }

    /// Two comparisons of the same operands as one.
    pub(super) fn shorter_flags(&self, operation: Op) -> Option<Term> {
        let (Op::And(x, y) | Op::Or(x, y)) = operation else { return None };
        let is_and = matches!(operation, Op::And(..));
        let of = |flag: Term| match self.operation(self.inverted(flag).unwrap_or(flag)) {
            Op::Less(p, q) => Some((false, p, q, self.inverted(flag).is_some())),
            Op::LessSigned(p, q) => Some((true, p, q, self.inverted(flag).is_some())),
            _ => None,
        };
        let ((signed, p, q, x_inverted), (same, q_too, p_too, y_inverted)) = (of(x)?, of(y)?);
        if (signed, p, q) != (same, p_too, q_too) {
            return None;
        }
        match (is_and, x_inverted, y_inverted) {
            // At most one of p < q and q < p is true.
            (true, false, true) | (false, true, false) => Some(x),
            (true, true, false) | (false, false, true) => Some(y),
            (true, true, true) => Some(self.build(1, Op::Equal(p, q))),
            (false, false, false) => Some(self.not(self.build(1, Op::Equal(p, q)))),
            _ => None,
        }
    }
}
