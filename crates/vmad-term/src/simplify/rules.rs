//! The rules: constants are folded, and each expression takes its shortest form.

use super::{
    Simplified,
    range::{Range, ones},
    sort,
};
use crate::operation::{Node, Operation as Op, Term};

impl Simplified {
    /// An operation with a result of `bits` bits, simplified. One bit is a truth.
    pub fn build(&self, bits: u32, op: Op) -> Term {
        if let Some(term) = self.in_normal_form(bits, op).or_else(|| self.shorter(bits, op)) {
            return term;
        }
        let op = self.ordered(op);
        let range = self.range_of(bits, op);
        // An unsigned range of one value is a constant.
        if range.unsigned[0] == range.unsigned[1] {
            return self.constant(bits, range.unsigned[0] as i128);
        }
        self.intern(bits, op, range)
    }

    /// Replaces an operation that simplified terms do not have.
    fn in_normal_form(&self, bits: u32, op: Op) -> Option<Term> {
        match op {
            Op::Field(x, low) if low > 0 => {
                let moved = self.build(self.bits(x), Op::ShiftRight(x, low));
                Some(self.build(bits, Op::Field(moved, 0)))
            }
            Op::Invert(x) => Some(self.not(x)),
            Op::Negate(x) => Some(self.build(bits, Op::Subtract(self.constant(bits, 0), x))),
            _ => None,
        }
    }

    /// Makes a constant the second operand.
    fn ordered(&self, op: Op) -> Op {
        let is_constant = |value| self.known(value).is_some();
        match op {
            Op::Add(x, y) if is_constant(x) => Op::Add(y, x),
            Op::Multiply(x, y) if is_constant(x) => Op::Multiply(y, x),
            Op::And(x, y) if is_constant(x) => Op::And(y, x),
            Op::Or(x, y) if is_constant(x) => Op::Or(y, x),
            Op::Xor(x, y) if is_constant(x) => Op::Xor(y, x),
            Op::Equal(x, y) if is_constant(x) => Op::Equal(y, x),
            op => op,
        }
    }

    /// An expression of the same value that needs fewer operations.
    fn shorter(&self, bits: u32, op: Op) -> Option<Term> {
        if let Some(value) = self.folded(bits, op) {
            return Some(value);
        }
        match op {
            Op::Add(x, y) | Op::Or(x, y) | Op::Xor(x, y) if self.is(x, 0) => Some(y),
            Op::Add(x, y) | Op::Or(x, y) | Op::Xor(x, y) | Op::Subtract(x, y) if self.is(y, 0) => Some(x),
            Op::Add(x, y) if bits > 1 && self.are_apart(x, y) => Some(self.build(bits, Op::Or(x, y))),
            Op::Add(x, y) => self.shorter_sum(bits, x, y),
            Op::Subtract(x, y) | Op::Xor(x, y) if x == y => Some(self.constant(bits, 0)),
            Op::Xor(x, y) if self.is(y, ones(bits)) => self.inverted(x),
            Op::Or(x, y) if x == y => Some(x),
            Op::Or(x, y) if bits == 1 && (self.is(x, 1) || self.is(y, 1)) => Some(self.constant(1, 1)),
            Op::And(x, y) => self.shorter_and(bits, x, y),
            Op::Or(x, y) => self.shorter_or(bits, x, y).or_else(|| self.shorter_flags(op)),
            Op::Multiply(x, y) | Op::MultiplyHigh(x, y) | Op::MultiplyHighSigned(x, y)
                if self.is(x, 0) || self.is(y, 0) =>
            {
                Some(self.constant(bits, 0))
            }
            Op::Multiply(x, y) if self.is(x, 1) => Some(y),
            Op::Multiply(x, y) if self.is(y, 1) => Some(x),
            Op::ShiftLeft(x, 0) | Op::ShiftRight(x, 0) | Op::ShiftRightSigned(x, 0) => Some(x),
            Op::ShiftLeft(_, count) | Op::ShiftRight(_, count) if count >= bits => {
                Some(self.constant(bits, 0))
            }
            Op::ShiftLeft(..) => self.shorter_shift(bits, op),
            Op::ShiftRight(x, count) => match self.operation(x) {
                Op::ShiftRight(inner, first) => Some(self.build(bits, Op::ShiftRight(inner, first + count))),
                _ => self.shorter_shift(bits, op),
            },
            Op::ShiftRightSigned(x, count) => self.shorter_signed_shift(bits, x, count),
            Op::ShiftLeftBy(x, by) | Op::ShiftRightBy(x, by) | Op::ShiftRightSignedBy(x, by)
                if self.known(by).is_some() =>
            {
                let count = self.known(by).map_or(bits, |count| count.min(bits.into()) as u32);
                Some(match op {
                    Op::ShiftLeftBy(..) => self.build(bits, Op::ShiftLeft(x, count)),
                    Op::ShiftRightBy(..) => self.build(bits, Op::ShiftRight(x, count)),
                    _ => self.build(bits, Op::ShiftRightSigned(x, count)),
                })
            }
            Op::ShiftRightSignedBy(x, by) if self.range(x).signed[0] >= 0 => {
                Some(self.build(bits, Op::ShiftRightBy(x, by)))
            }
            Op::ZeroExtend(x) | Op::SignExtend(x) | Op::Field(x, 0) if self.bits(x) == bits => Some(x),
            Op::ZeroExtend(x) => match self.operation(x) {
                Op::ZeroExtend(inner) => Some(self.build(bits, Op::ZeroExtend(inner))),
                _ if self.bits(x) == 1 => {
                    let [one, zero] = [1, 0].map(|number| self.constant(bits, number));
                    Some(self.build(bits, Op::Choose(x, one, zero)))
                }
                _ => None,
            },
            Op::SignExtend(x) => match self.operation(x) {
                Op::SignExtend(inner) => Some(self.build(bits, Op::SignExtend(inner))),
                _ if self.bits(x) == 1 => {
                    let [ones, zero] = [-1, 0].map(|number| self.constant(bits, number));
                    Some(self.build(bits, Op::Choose(x, ones, zero)))
                }
                _ if self.range(x).signed[0] >= 0 => Some(self.build(bits, Op::ZeroExtend(x))),
                _ => None,
            },
            Op::Field(x, 0) => self.shorter_truncation(bits, x),
            Op::Less(x, y) => self.decided(x, y, |range| range.unsigned),
            Op::LessSigned(x, y) => self.shorter_comparison(x, y),
            Op::Equal(x, y) => {
                let [a, b] = [x, y].map(|value| self.range(value));
                let apart = a.unsigned[1] < b.unsigned[0] || b.unsigned[1] < a.unsigned[0];
                if x == y { Some(self.constant(1, 1)) } else { apart.then(|| self.constant(1, 0)) }
            }
            Op::Choose(flag, x, y) => self.shorter_choice(bits, flag, x, y),
            _ => None,
        }
    }

    /// Whether a term is this constant.
    pub fn is(&self, value: Term, number: u128) -> bool {
        self.known(value) == Some(number)
    }

    /// `!x`
    pub fn not(&self, x: Term) -> Term {
        let bits = self.bits(x);
        self.build(bits, Op::Xor(x, self.constant(bits, -1)))
    }

    /// `x` of a `!x`.
    pub fn inverted(&self, value: Term) -> Option<Term> {
        match self.operation(value) {
            Op::Xor(x, y) if self.is(y, ones(self.bits(value))) => Some(x),
            _ => None,
        }
    }

    fn folded(&self, bits: u32, op: Op) -> Option<Term> {
        let arguments = op.arguments();
        let is_known =
            !matches!(op, Op::Variable(_)) && arguments.iter().all(|&term| self.known(term).is_some());
        is_known.then(|| {
            let argument_bits = arguments.first().map_or(1, |&first| self.bits(first));
            let node = Node { sort: sort(bits), operation: op };
            let value = node.value(argument_bits, |term| self.known(term).unwrap_or(0), |_| 0);
            self.constant(bits, value as i128)
        })
    }

    /// `x + ~y + 1` is `x - y`.
    fn shorter_sum(&self, bits: u32, x: Term, y: Term) -> Option<Term> {
        if bits == 1 {
            return Some(self.build(bits, Op::Xor(x, y)));
        }
        let Op::Add(first, second) = self.operation(x) else { return None };
        if !self.is(y, 1) {
            return None;
        }
        if let Some(negated) = self.inverted(second) {
            return Some(self.build(bits, Op::Subtract(first, negated)));
        }
        let negated = self.inverted(first)?;
        Some(self.build(bits, Op::Subtract(second, negated)))
    }

    fn shorter_and(&self, bits: u32, x: Term, y: Term) -> Option<Term> {
        if x == y {
            return Some(x);
        }
        match (self.known(x), self.known(y)) {
            (_, Some(mask)) => self.shorter_mask(bits, x, mask),
            (Some(mask), _) => self.shorter_mask(bits, y, mask),
            _ => self.shorter_flags(Op::And(x, y)),
        }
    }

    /// Replaces the three shifts down, up and down of a signed field by two.
    fn shorter_signed_shift(&self, bits: u32, x: Term, count: u32) -> Option<Term> {
        if count >= bits {
            return Some(self.build(bits, Op::ShiftRightSigned(x, bits - 1)));
        }
        if let Op::ShiftRightSigned(inner, first) = self.operation(x) {
            return Some(self.build(bits, Op::ShiftRightSigned(inner, (first + count).min(bits - 1))));
        }
        if let Op::ShiftLeft(inner, up) = self.operation(x)
            && up == count
            && let Op::ShiftRight(field, down) = self.operation(inner)
            && down <= up
        {
            let moved = self.build(bits, Op::ShiftLeft(field, up - down));
            return Some(self.build(bits, Op::ShiftRightSigned(moved, count)));
        }
        if self.range(x).signed[0] >= 0 {
            return Some(self.build(bits, Op::ShiftRight(x, count)));
        }
        self.shorter_shift(bits, Op::ShiftRightSigned(x, count))
    }

    fn shorter_truncation(&self, bits: u32, x: Term) -> Option<Term> {
        match self.operation(x) {
            Op::Field(inner, 0) => Some(self.build(bits, Op::Field(inner, 0))),
            Op::ZeroExtend(inner) | Op::SignExtend(inner) if self.bits(inner) >= bits => {
                Some(self.build(bits, Op::Field(inner, 0)))
            }
            Op::ZeroExtend(inner) => Some(self.build(bits, Op::ZeroExtend(inner))),
            Op::SignExtend(inner) => Some(self.build(bits, Op::SignExtend(inner))),
            // Bits that hold every number need no mask where they are extended.
            Op::Choose(flag, one, other)
                if (self.known(one).is_some() || self.known(other).is_some())
                    && (bits == 1 || self.range(x).unsigned[1] > ones(bits)) =>
            {
                let [one, other] = [one, other].map(|value| self.build(bits, Op::Field(value, 0)));
                Some(self.build(bits, Op::Choose(flag, one, other)))
            }
            _ => None,
        }
    }

    /// The result of a comparison that the ranges decide.
    fn decided<N: PartialOrd>(&self, x: Term, y: Term, of: impl Fn(Range) -> [N; 2]) -> Option<Term> {
        let [[x_low, x_high], [y_low, y_high]] = [x, y].map(|value| of(self.range(value)));
        if x_high < y_low {
            Some(self.constant(1, 1))
        } else if x_low >= y_high {
            Some(self.constant(1, 0))
        } else {
            None
        }
    }

    fn shorter_comparison(&self, x: Term, y: Term) -> Option<Term> {
        if let Some(value) = self.decided(x, y, |range| range.signed) {
            return Some(value);
        }
        if self.bits(x) == 1 {
            // -1 < 0: the first is set and the second is not.
            return Some(self.build(1, Op::And(x, self.not(y))));
        }
        let both_positive = [x, y].iter().all(|&value| self.range(value).signed[0] >= 0);
        both_positive.then(|| self.build(1, Op::Less(x, y)))
    }

    fn shorter_choice(&self, bits: u32, flag: Term, x: Term, y: Term) -> Option<Term> {
        match self.known(flag) {
            Some(0) => return Some(y),
            Some(_) => return Some(x),
            None if x == y => return Some(x),
            None => {}
        }
        if let Some(other) = self.inverted(flag) {
            return Some(self.build(bits, Op::Choose(other, y, x)));
        }
        // A choice inside a choice by the same flag is decided.
        if let Op::Choose(same, inner, _) = self.operation(x)
            && same == flag
        {
            return Some(self.build(bits, Op::Choose(flag, inner, y)));
        }
        if let Op::Choose(same, _, inner) = self.operation(y)
            && same == flag
        {
            return Some(self.build(bits, Op::Choose(flag, x, inner)));
        }
        if bits > 1 {
            return None;
        }
        match (self.known(x), self.known(y)) {
            (Some(1), _) => Some(self.build(1, Op::Or(flag, y))),
            (_, Some(1)) => Some(self.build(1, Op::Or(self.not(flag), x))),
            _ => {
                // Not every language can choose between flags.
                let not_flag = self.not(flag);
                let [x, y] = [Op::And(flag, x), Op::And(not_flag, y)].map(|op| self.build(1, op));
                Some(self.build(1, Op::Or(x, y)))
            }
        }
    }
}
