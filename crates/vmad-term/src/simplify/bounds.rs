//! The range of each operation's value.

use super::{
    Simplified,
    range::{Range, as_signed, as_unsigned, difference, ones, product, signed_bits, sum, unsigned_bits},
};
use crate::operation::{Operation as Op, Term};

impl Simplified {
    /// The range of a node, from the ranges of its operands.
    pub fn range_of(&self, bits: u32, op: Op) -> Range {
        let of = |value| self.range(value);
        let signed = |interval| Range::of_signed(bits, interval);
        let unsigned = |interval| Range::of_unsigned(bits, interval);
        let positive = |value| as_signed(of(value).unsigned);
        let amounts = |amount| of(amount).unsigned.map(|end| end.min(127) as u32);
        // An amount of 128 or more clears any term.
        let can_clear = |amount| of(amount).unsigned[1] > 127;
        let below_ones = |high: u128| unsigned(Some([0, ones(unsigned_bits(high))]));
        match op {
            Op::Add(x, y) => {
                signed(sum(of(x).signed, of(y).signed)).and(unsigned(self.sum_of_unsigned(x, y)))
            }
            Op::Subtract(x, y) => signed(difference(of(x).signed, of(y).signed)).and(unsigned(
                positive(x).zip(positive(y)).and_then(|(x, y)| difference(x, y)).and_then(as_unsigned),
            )),
            Op::Multiply(x, y) => signed(product(of(x).signed, of(y).signed)).and(unsigned(
                positive(x).zip(positive(y)).and_then(|(x, y)| product(x, y)).and_then(as_unsigned),
            )),
            Op::Divide(x, y) if of(y).unsigned[0] > 0 => unsigned(Some([0, of(x).unsigned[1]])),
            Op::And(x, y) => unsigned(Some([0, of(x).unsigned[1].min(of(y).unsigned[1])])),
            Op::Xor(x, y) if self.is(y, ones(bits)) => {
                let [low, high] = of(x).signed;
                let [least, greatest] = of(x).unsigned;
                signed(Some([-1 - high, -1 - low]))
                    .and(unsigned(Some([ones(bits) - greatest, ones(bits) - least])))
            }
            // The sum: no carry occurs.
            Op::Or(x, y) if bits > 1 && self.are_apart(x, y) => unsigned(self.sum_of_unsigned(x, y)),
            Op::Or(x, y) | Op::Xor(x, y) => below_ones(of(x).unsigned[1] | of(y).unsigned[1]),
            Op::ShiftLeft(x, count) => unsigned(
                of(x).unsigned[1].leading_zeros().ge(&count).then(|| of(x).unsigned.map(|end| end << count)),
            )
            .and(signed((count < 127).then(|| product(of(x).signed, [1 << count; 2])).flatten())),
            Op::ShiftRight(x, count) => unsigned(Some(of(x).unsigned.map(|end| end >> count))),
            Op::ShiftRightSigned(x, count) => signed(Some(of(x).signed.map(|end| end >> count))),
            Op::ShiftLeftBy(x, amount) => {
                let [least, most] = amounts(amount);
                let [low, high] = of(x).unsigned;
                let fits = high.leading_zeros() >= most;
                unsigned(fits.then(|| [if can_clear(amount) { 0 } else { low << least }, high << most]))
            }
            Op::ShiftRightBy(x, amount) => {
                let [least, most] = amounts(amount);
                let [low, high] = of(x).unsigned;
                unsigned(Some([if can_clear(amount) { 0 } else { low >> most }, high >> least]))
            }
            Op::ShiftRightSignedBy(x, amount) => {
                let [least, most] = amounts(amount);
                let end = |end: i128, towards| end >> if towards { most } else { least };
                let [low, high] = of(x).signed;
                signed(Some([end(low, low >= 0), end(high, high < 0)]))
            }
            Op::ZeroExtend(x) => unsigned(Some(of(x).unsigned)),
            Op::SignExtend(x) => signed(Some(of(x).signed)),
            Op::Field(x, 0) => signed(Some(of(x).signed)).and(unsigned(Some(of(x).unsigned))),
            Op::Choose(flag, x, y) => {
                let either = self.under(x, &[(flag, true)]).or(self.under(y, &[(flag, false)]));
                self.absolute_difference([flag, x, y]).map_or(either, |range| either.and(signed(Some(range))))
            }
            _ => Range::full(bits),
        }
    }

    fn sum_of_unsigned(&self, x: Term, y: Term) -> Option<[u128; 2]> {
        let [x, y] = [x, y].map(|value| self.range(value).unsigned);
        Some([x[0].checked_add(y[0])?, x[1].checked_add(y[1])?])
    }

    /// The range of `if p < q { q - p } else { p - q }`, which is never negative.
    fn absolute_difference(&self, [flag, x, y]: [Term; 3]) -> Option<[i128; 2]> {
        let (Op::Less(p, q) | Op::LessSigned(p, q)) = self.operation(flag) else { return None };
        if self.operation(x) != Op::Subtract(q, p) || self.operation(y) != Op::Subtract(p, q) {
            return None;
        }
        let [low, high] = [p, q].map(|value| self.range(value).signed);
        let is_unsigned = matches!(self.operation(flag), Op::Less(..));
        if is_unsigned && low[0].min(high[0]) < 0 {
            return None;
        }
        let all = [difference(low, high)?, difference(high, low)?];
        let fits = all.iter().all(|difference| signed_bits(*difference) <= self.bits(x));
        fits.then(|| [0, all[0][1].max(all[1][1])])
    }

    /// The range of a term where some flags are known: a value that is compared is on one side of the other.
    fn under(&self, term: Term, flags: &[(Term, bool)]) -> Range {
        let range = match self.operation(term) {
            // The inner choices of a clamp.
            Op::Choose(flag, x, y) if flags.len() < 3 => {
                let [x, y] = [(x, true), (y, false)]
                    .map(|(choice, is_set)| self.under(choice, &[flags, &[(flag, is_set)]].concat()));
                x.or(y).and(self.range(term))
            }
            _ => self.range(term),
        };
        let bits = self.bits(term);
        flags.iter().fold(range, |range, &(flag, is_set)| {
            let (Op::Less(p, q) | Op::LessSigned(p, q)) = self.operation(flag) else { return range };
            let [p_range, q_range] = [p, q].map(|side| self.range(side));
            let least = i128::from(is_set);
            let limited = if matches!(self.operation(flag), Op::LessSigned(..)) {
                let [low, high] = range.signed;
                let limits = match is_set {
                    true if term == p => [low, high.min(q_range.signed[1] - least)],
                    true if term == q => [low.max(p_range.signed[0] + least), high],
                    false if term == p => [low.max(q_range.signed[0]), high],
                    false if term == q => [low, high.min(p_range.signed[1])],
                    _ => return range,
                };
                (limits[0] <= limits[1]).then(|| Range::of_signed(bits, Some(limits)))
            } else {
                let [low, high] = range.unsigned;
                let limits = match is_set {
                    true if term == p => [low, high.min(q_range.unsigned[1].saturating_sub(1))],
                    true if term == q => [low.max(p_range.unsigned[0].saturating_add(1)), high],
                    false if term == p => [low.max(q_range.unsigned[0]), high],
                    false if term == q => [low, high.min(p_range.unsigned[1])],
                    _ => return range,
                };
                (limits[0] <= limits[1]).then(|| Range::of_unsigned(bits, Some(limits)))
            };
            limited.map_or(range, |limited| range.and(limited))
        })
    }
}
