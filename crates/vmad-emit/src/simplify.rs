//! Building a graph: constants are folded, and each expression takes its shortest form.

use crate::{
    eval::apply,
    graph::{Graph, Node, Op, Value},
    range::{Range, ones},
};

impl Graph {
    /// A parameter of 32 bits.
    pub fn input(&mut self, place: usize) -> Value {
        self.intern(Node { bits: 32, op: Op::Input(place) }, Range::full(32))
    }

    /// A number; only its low bits are used.
    pub fn constant(&mut self, bits: u32, number: i128) -> Value {
        let value = number as u128 & ones(bits);
        self.intern(Node { bits, op: Op::Constant(value) }, Range::one(value, bits))
    }

    /// An operation with a result of `bits` bits, simplified.
    pub fn build(&mut self, bits: u32, op: Op) -> Value {
        if let Op::Input(place) = op {
            return self.input(place);
        }
        if let Some(value) = self.shorter(bits, op) {
            return value;
        }
        let node = Node { bits, op: self.ordered(op) };
        let range = self.range_of(node);
        // An unsigned range of one value is a constant.
        if range.unsigned[0] == range.unsigned[1] {
            return self.constant(bits, range.unsigned[0] as i128);
        }
        self.intern(node, range)
    }

    /// Makes a constant the second operand.
    fn ordered(&self, op: Op) -> Op {
        let is_constant = |value| self.constant_of(value).is_some();
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
    fn shorter(&mut self, bits: u32, op: Op) -> Option<Value> {
        if let Some(value) = self.folded(bits, op) {
            return Some(value);
        }
        match op {
            Op::Add(x, y) | Op::Or(x, y) | Op::Xor(x, y) if self.is(x, 0) => Some(y),
            Op::Add(x, y) | Op::Or(x, y) | Op::Xor(x, y) | Op::Subtract(x, y) if self.is(y, 0) => Some(x),
            Op::Add(x, y) => self.shorter_sum(bits, x, y),
            Op::Subtract(x, y) | Op::Xor(x, y) if x == y => Some(self.constant(bits, 0)),
            Op::Xor(x, y) if self.is(y, ones(bits)) => self.inverted(x),
            Op::Or(x, y) if x == y => Some(x),
            Op::Or(x, y) if bits == 1 && (self.is(x, 1) || self.is(y, 1)) => Some(self.constant(1, 1)),
            Op::And(x, y) => self.shorter_and(x, y),
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
            Op::ShiftRight(x, count) => match self.op(x) {
                Op::ShiftRight(inner, first) => Some(self.build(bits, Op::ShiftRight(inner, first + count))),
                _ => None,
            },
            Op::ShiftRightSigned(x, count) => self.shorter_signed_shift(bits, x, count),
            Op::ShiftLeftBy(x, by) | Op::ShiftRightBy(x, by) | Op::ShiftRightSignedBy(x, by)
                if self.constant_of(by).is_some() =>
            {
                let count = self.constant_of(by).map_or(bits, |count| count.min(bits.into()) as u32);
                Some(match op {
                    Op::ShiftLeftBy(..) => self.build(bits, Op::ShiftLeft(x, count)),
                    Op::ShiftRightBy(..) => self.build(bits, Op::ShiftRight(x, count)),
                    _ => self.build(bits, Op::ShiftRightSigned(x, count)),
                })
            }
            Op::ShiftRightSignedBy(x, by) if self.range(x).signed[0] >= 0 => {
                Some(self.build(bits, Op::ShiftRightBy(x, by)))
            }
            Op::ZeroExtend(x) | Op::SignExtend(x) | Op::Truncate(x) if self.bits(x) == bits => Some(x),
            Op::ZeroExtend(x) => match self.op(x) {
                Op::ZeroExtend(inner) => Some(self.build(bits, Op::ZeroExtend(inner))),
                _ if self.bits(x) == 1 => {
                    let [one, zero] = [1, 0].map(|number| self.constant(bits, number));
                    Some(self.build(bits, Op::Select(x, one, zero)))
                }
                _ => None,
            },
            Op::SignExtend(x) => match self.op(x) {
                Op::SignExtend(inner) => Some(self.build(bits, Op::SignExtend(inner))),
                _ if self.bits(x) == 1 => {
                    let [ones, zero] = [-1, 0].map(|number| self.constant(bits, number));
                    Some(self.build(bits, Op::Select(x, ones, zero)))
                }
                _ if self.range(x).signed[0] >= 0 => Some(self.build(bits, Op::ZeroExtend(x))),
                _ => None,
            },
            Op::Truncate(x) => self.shorter_truncation(bits, x),
            Op::Less(x, y) => self.decided(x, y, |range| range.unsigned),
            Op::LessSigned(x, y) => self.shorter_comparison(x, y),
            Op::Equal(x, y) => {
                let [a, b] = [x, y].map(|value| self.range(value));
                let apart = a.unsigned[1] < b.unsigned[0] || b.unsigned[1] < a.unsigned[0];
                if x == y { Some(self.constant(1, 1)) } else { apart.then(|| self.constant(1, 0)) }
            }
            Op::Select(flag, x, y) => self.shorter_choice(bits, flag, x, y),
            _ => None,
        }
    }

    pub(crate) fn is(&self, value: Value, number: u128) -> bool {
        self.constant_of(value) == Some(number)
    }

    /// `!x`
    pub(crate) fn not(&mut self, x: Value) -> Value {
        let bits = self.bits(x);
        let ones = self.constant(bits, -1);
        self.build(bits, Op::Xor(x, ones))
    }

    /// `x` of a `!x`.
    pub(crate) fn inverted(&self, value: Value) -> Option<Value> {
        match self.op(value) {
            Op::Xor(x, y) if self.is(y, ones(self.bits(value))) => Some(x),
            _ => None,
        }
    }

    fn folded(&mut self, bits: u32, op: Op) -> Option<Value> {
        let operands = op.operands();
        let numbers: Option<Vec<_>> =
            operands.iter().map(|&it| Some((self.constant_of(it)?, self.bits(it)))).collect();
        let value = apply(Node { bits, op }, &numbers?);
        Some(self.constant(bits, value as i128))
    }

    /// `x + ~y + 1` is `x - y`.
    fn shorter_sum(&mut self, bits: u32, x: Value, y: Value) -> Option<Value> {
        if bits == 1 {
            return Some(self.build(bits, Op::Xor(x, y)));
        }
        let Op::Add(first, second) = self.op(x) else { return None };
        if !self.is(y, 1) {
            return None;
        }
        if let Some(negated) = self.inverted(second) {
            return Some(self.build(bits, Op::Subtract(first, negated)));
        }
        let negated = self.inverted(first)?;
        Some(self.build(bits, Op::Subtract(second, negated)))
    }

    fn shorter_and(&self, x: Value, y: Value) -> Option<Value> {
        if x == y {
            return Some(x);
        }
        let (x, mask) = match (self.constant_of(x), self.constant_of(y)) {
            (_, Some(mask)) => (x, mask),
            (Some(mask), _) => (y, mask),
            _ => return None,
        };
        // The mask keeps every bit that can be set.
        let keeps_low = mask & mask.wrapping_add(1) == 0;
        (keeps_low && self.range(x).unsigned[1] <= mask).then_some(x)
    }

    /// Replaces the three shifts down, up and down of a signed field by two.
    fn shorter_signed_shift(&mut self, bits: u32, x: Value, count: u32) -> Option<Value> {
        if count >= bits {
            return Some(self.build(bits, Op::ShiftRightSigned(x, bits - 1)));
        }
        if let Op::ShiftRightSigned(inner, first) = self.op(x) {
            return Some(self.build(bits, Op::ShiftRightSigned(inner, (first + count).min(bits - 1))));
        }
        if let Op::ShiftLeft(inner, up) = self.op(x)
            && up == count
            && let Op::ShiftRight(field, down) = self.op(inner)
            && down <= up
        {
            let moved = self.build(bits, Op::ShiftLeft(field, up - down));
            return Some(self.build(bits, Op::ShiftRightSigned(moved, count)));
        }
        (self.range(x).signed[0] >= 0).then(|| self.build(bits, Op::ShiftRight(x, count)))
    }

    fn shorter_truncation(&mut self, bits: u32, x: Value) -> Option<Value> {
        match self.op(x) {
            Op::Truncate(inner) => Some(self.build(bits, Op::Truncate(inner))),
            Op::ZeroExtend(inner) | Op::SignExtend(inner) if self.bits(inner) >= bits => {
                Some(self.build(bits, Op::Truncate(inner)))
            }
            Op::ZeroExtend(inner) => Some(self.build(bits, Op::ZeroExtend(inner))),
            Op::SignExtend(inner) => Some(self.build(bits, Op::SignExtend(inner))),
            Op::Select(flag, one, other)
                if self.constant_of(one).is_some() || self.constant_of(other).is_some() =>
            {
                let [one, other] = [one, other].map(|value| self.build(bits, Op::Truncate(value)));
                Some(self.build(bits, Op::Select(flag, one, other)))
            }
            _ => None,
        }
    }

    /// The result of a comparison that the ranges decide.
    fn decided<N: PartialOrd>(&mut self, x: Value, y: Value, of: impl Fn(Range) -> [N; 2]) -> Option<Value> {
        let [[x_low, x_high], [y_low, y_high]] = [x, y].map(|value| of(self.range(value)));
        if x_high < y_low {
            Some(self.constant(1, 1))
        } else if x_low >= y_high {
            Some(self.constant(1, 0))
        } else {
            None
        }
    }

    fn shorter_comparison(&mut self, x: Value, y: Value) -> Option<Value> {
        if let Some(value) = self.decided(x, y, |range| range.signed) {
            return Some(value);
        }
        if self.bits(x) == 1 {
            // -1 < 0: the first is set and the second is not.
            let not_y = self.not(y);
            return Some(self.build(1, Op::And(x, not_y)));
        }
        let both_positive = [x, y].iter().all(|&value| self.range(value).signed[0] >= 0);
        both_positive.then(|| self.build(1, Op::Less(x, y)))
    }

    fn shorter_choice(&mut self, bits: u32, flag: Value, x: Value, y: Value) -> Option<Value> {
        match self.constant_of(flag) {
            Some(0) => return Some(y),
            Some(_) => return Some(x),
            None if x == y => return Some(x),
            None => {}
        }
        if let Some(other) = self.inverted(flag) {
            return Some(self.build(bits, Op::Select(other, y, x)));
        }
        // A choice inside a choice by the same flag is decided.
        if let Op::Select(same, inner, _) = self.op(x)
            && same == flag
        {
            return Some(self.build(bits, Op::Select(flag, inner, y)));
        }
        if let Op::Select(same, _, inner) = self.op(y)
            && same == flag
        {
            return Some(self.build(bits, Op::Select(flag, x, inner)));
        }
        if bits > 1 {
            return None;
        }
        match (self.constant_of(x), self.constant_of(y)) {
            (Some(1), _) => Some(self.build(1, Op::Or(flag, y))),
            (_, Some(1)) => {
                let not_flag = self.not(flag);
                Some(self.build(1, Op::Or(not_flag, x)))
            }
            _ => {
                // Not every language can choose between flags.
                let not_flag = self.not(flag);
                let [x, y] = [self.build(1, Op::And(flag, x)), self.build(1, Op::And(not_flag, y))];
                Some(self.build(1, Op::Or(x, y)))
            }
        }
    }
}
