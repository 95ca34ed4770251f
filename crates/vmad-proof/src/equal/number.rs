//! A number with its range; it has the fewest bits that hold the range.

use vmad_term::{
    operation::{Term, signed},
    simplify::range,
};

/// A number: the value of a term, and the range that it is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Number {
    /// The bits, as many as [`Range::bits`].
    pub(super) term: Term,
    pub(super) range: Range,
}

/// The smallest and the largest value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Range {
    pub(super) low: i128,
    pub(super) high: i128,
}

impl Range {
    pub(super) const ALL: Self = Self { low: i128::MIN, high: i128::MAX };

    pub(super) const fn only(value: i128) -> Self {
        Self { low: value, high: value }
    }

    /// The smallest and largest number of a type, at most 2^127 - 1.
    pub(super) const fn of_type(bits: u32, signed: bool) -> Self {
        if signed {
            let high = i128::MAX >> (128 - bits);
            Self { low: !high, high }
        } else {
            Self { low: 0, high: if bits < 127 { (1 << bits) - 1 } else { i128::MAX } }
        }
    }

    pub(super) const fn signed(self) -> bool {
        self.low < 0
    }

    /// The bits of its numbers: unsigned if none is negative, else in two's complement.
    pub(super) fn bits(self) -> u32 {
        if self.signed() { self.signed_bits() } else { range::unsigned_bits(self.high as u128) }
    }

    /// The bits in two's complement.
    pub(super) fn signed_bits(self) -> u32 {
        range::signed_bits([self.low, self.high])
    }

    pub(super) const fn within(self, other: Self) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    pub(super) fn union(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// The range of an operation that is monotonic in each argument, from its values at the ends; all numbers if one of
    /// these does not fit.
    pub(super) fn combine(self, other: Self, of: impl Fn(i128, i128) -> Option<i128>) -> Self {
        let ends = [self.low, self.high].into_iter().flat_map(|x| [other.low, other.high].map(|y| (x, y)));
        let values: Option<Vec<i128>> = ends.map(|(x, y)| of(x, y)).collect();
        let bounds = values.and_then(|values| Some((*values.iter().min()?, *values.iter().max()?)));
        bounds.map_or(Self::ALL, |(low, high)| Self { low, high })
    }
}

impl Number {
    /// The number of these bits.
    pub(super) fn value(self, bits: u128) -> i128 {
        if self.range.signed() { signed(bits, self.range.bits()) } else { bits as i128 }
    }
}
