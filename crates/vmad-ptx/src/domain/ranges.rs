//! Computation with numbers of which only the range is known.

use super::{Domain, Integers};

/// The numbers from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The smallest, from -2^127 to `high`.
    pub low: i128,
    /// The largest, to 2^127 - 1.
    pub high: i128,
}

impl Range {
    /// All numbers.
    pub const ALL: Self = Self { low: i128::MIN, high: i128::MAX };

    /// One number.
    pub const fn of(number: i128) -> Self {
        Self { low: number, high: number }
    }

    /// The only number.
    pub fn only(self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    /// From the smallest to the largest of some numbers; all numbers, if one of them is too large.
    fn around<const N: usize>(numbers: [Option<i128>; N]) -> Self {
        let mut range: Option<Self> = None;
        for number in numbers {
            let Some(number) = number else { return Self::ALL };
            let Self { low, high } = range.unwrap_or(Self::of(number));
            range = Some(Self { low: low.min(number), high: high.max(number) });
        }
        range.unwrap_or(Self::ALL)
    }
}

/// [`Domain`] of ranges: a result contains each number that the operation has for numbers in the ranges.
///
/// It can contain others too. A condition that is not known is [`None`].
pub struct Ranges;

impl Domain for Ranges {
    type Number = Range;
    type Truth = Option<bool>;

    fn constant(&self, value: i128) -> Range {
        Range::of(value)
    }

    fn field(&self, x: Range, low: u32, bits: u32, signed: bool) -> Range {
        if let Some(x) = x.only() {
            return Range::of(Integers.field(x, low, bits, signed));
        }
        let least = if signed { -(1 << (bits - 1)) } else { 0 };
        let all = Range { low: least, high: least + (1 << bits) - 1 };
        let shifted = Range { low: x.low >> low, high: x.high >> low };
        if shifted.low >= all.low && shifted.high <= all.high { shifted } else { all }
    }

    fn add(&self, x: Range, y: Range) -> Range {
        Range::around([x.low.checked_add(y.low), x.high.checked_add(y.high)])
    }

    fn subtract(&self, x: Range, y: Range) -> Range {
        Range::around([x.low.checked_sub(y.high), x.high.checked_sub(y.low)])
    }

    fn multiply(&self, x: Range, y: Range) -> Range {
        if let (Some(x), Some(y)) = (x.only(), y.only()) {
            return Range::of(Integers.multiply(x, y));
        }
        let product = |x: i128, y: i128| x.checked_mul(y);
        Range::around([
            product(x.low, y.low),
            product(x.low, y.high),
            product(x.high, y.low),
            product(x.high, y.high),
        ])
    }

    fn divide(&self, x: Range, y: Range) -> Range {
        Range::around([x.low.checked_div(y.high), x.high.checked_div(y.low)])
    }

    fn invert(&self, x: Range) -> Range {
        Range { low: !x.high, high: !x.low }
    }

    fn and(&self, x: Range, y: Range) -> Range {
        if let (Some(x), Some(y)) = (x.only(), y.only()) {
            return Range::of(x & y);
        }
        match (x.low >= 0, y.low >= 0) {
            (true, true) => Range { low: 0, high: x.high.min(y.high) },
            (true, false) => Range { low: 0, high: x.high },
            (false, true) => Range { low: 0, high: y.high },
            // As many ones as the smaller has at the top, and at most the smaller if both are negative.
            (false, false) => {
                let zeros = i128::BITS - (!x.low.min(y.low)).leading_zeros();
                let low = if zeros < i128::BITS - 1 { -(1 << zeros) } else { i128::MIN };
                let are_negative = x.high < 0 && y.high < 0;
                Range { low, high: if are_negative { x.high.min(y.high) } else { x.high.max(y.high) } }
            }
        }
    }

    fn xor(&self, x: Range, y: Range) -> Range {
        match (x.only(), y.only()) {
            (Some(x), Some(y)) => Range::of(x ^ y),
            _ if x.low >= 0 && y.low >= 0 => {
                Range { low: 0, high: i128::MAX >> (x.high | y.high).leading_zeros().saturating_sub(1) }
            }
            _ => Range::ALL,
        }
    }

    fn shift_left(&self, x: Range, count: Range) -> Range {
        let power = |count: i128| 1 << count.clamp(0, 64);
        self.multiply(x, Range { low: power(count.low), high: power(count.high) })
    }

    fn shift_right(&self, x: Range, count: Range) -> Range {
        let shifted = |x: i128, count: i128| Some(x >> count.clamp(0, 127));
        Range::around([
            shifted(x.low, count.low),
            shifted(x.low, count.high),
            shifted(x.high, count.low),
            shifted(x.high, count.high),
        ])
    }

    fn opaque(&self, _name: &str, _x: Range, bits: u32) -> Range {
        Range { low: 0, high: (1 << bits) - 1 }
    }

    fn less(&self, x: Range, y: Range) -> Option<bool> {
        match () {
            () if x.high < y.low => Some(true),
            () if x.low >= y.high => Some(false),
            () => None,
        }
    }

    fn equal(&self, x: Range, y: Range) -> Option<bool> {
        match (x.only(), y.only()) {
            (Some(x), Some(y)) => Some(x == y),
            _ => (x.high < y.low || y.high < x.low).then_some(false),
        }
    }

    fn not(&self, x: Option<bool>) -> Option<bool> {
        x.map(|x| !x)
    }

    fn both(&self, x: Option<bool>, y: Option<bool>) -> Option<bool> {
        match (x, y) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), other) | (other, Some(true)) => other,
            (None, None) => None,
        }
    }

    fn choose(&self, condition: Option<bool>, x: Range, y: Range) -> Range {
        match condition {
            Some(true) => x,
            Some(false) => y,
            None => Range { low: x.low.min(y.low), high: x.high.max(y.high) },
        }
    }

    fn min(&self, x: Range, y: Range) -> Range {
        Range { low: x.low.min(y.low), high: x.high.min(y.high) }
    }

    fn max(&self, x: Range, y: Range) -> Range {
        Range { low: x.low.max(y.low), high: x.high.max(y.high) }
    }
}
