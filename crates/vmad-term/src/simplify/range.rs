//! Ranges of values. They determine the bits that an expression needs.

use crate::operation::signed;

/// Limits of a value, as a signed and as an unsigned number. Numbers between them need not occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The smallest and the largest number, as two's complement.
    pub signed: [i128; 2],
    /// The smallest and the largest number, unsigned.
    pub unsigned: [u128; 2],
}

/// The largest unsigned number of `bits` bits, 1 to 128.
pub const fn ones(bits: u32) -> u128 {
    u128::MAX >> (128 - bits)
}

/// The bits that an unsigned number needs; at least 1.
pub const fn unsigned_bits(value: u128) -> u32 {
    if value == 0 { 1 } else { 128 - value.leading_zeros() }
}

/// The bits that the numbers of an interval need in two's complement; at least 1.
pub const fn signed_bits([low, high]: [i128; 2]) -> u32 {
    const fn bits(value: i128) -> u32 {
        let magnitude = if value < 0 { !value } else { value };
        128 - (magnitude as u128).leading_zeros() + 1
    }
    let (low, high) = (bits(low), bits(high));
    if low < high { high } else { low }
}

const fn signed_ends(bits: u32) -> [i128; 2] {
    [signed(1 << (bits - 1), bits), (ones(bits) >> 1) as i128]
}

impl Range {
    /// Any value of `bits` bits.
    pub const fn full(bits: u32) -> Self {
        Self { signed: signed_ends(bits), unsigned: [0, ones(bits)] }
    }

    /// One value.
    pub const fn one(value: u128, bits: u32) -> Self {
        let number = signed(value, bits);
        Self { signed: [number; 2], unsigned: [value; 2] }
    }

    /// Two's-complement numbers, if `bits` bits hold them; otherwise any value.
    pub fn of_signed(bits: u32, interval: Option<[i128; 2]>) -> Self {
        let full = Self::full(bits);
        let [least, greatest] = full.signed;
        match interval {
            Some([low, high]) if least <= low && high <= greatest => {
                let unsigned = if low >= 0 || high < 0 {
                    [low as u128 & ones(bits), high as u128 & ones(bits)]
                } else {
                    full.unsigned
                };
                Self { signed: [low, high], unsigned }
            }
            _ => full,
        }
    }

    /// Unsigned numbers, if `bits` bits hold them; otherwise any value.
    pub fn of_unsigned(bits: u32, interval: Option<[u128; 2]>) -> Self {
        let full = Self::full(bits);
        match interval {
            Some([low, high]) if high <= ones(bits) => {
                let half = ones(bits) >> 1;
                let signed = if high <= half || low > half {
                    [signed(low, bits), signed(high, bits)]
                } else {
                    full.signed
                };
                Self { signed, unsigned: [low, high] }
            }
            _ => full,
        }
    }

    /// The intersection.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            signed: [self.signed[0].max(other.signed[0]), self.signed[1].min(other.signed[1])],
            unsigned: [self.unsigned[0].max(other.unsigned[0]), self.unsigned[1].min(other.unsigned[1])],
        }
    }

    /// The smallest range that includes both.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            signed: [self.signed[0].min(other.signed[0]), self.signed[1].max(other.signed[1])],
            unsigned: [self.unsigned[0].min(other.unsigned[0]), self.unsigned[1].max(other.unsigned[1])],
        }
    }
}

/// The sums of two intervals.
pub fn sum([a, b]: [i128; 2], [c, d]: [i128; 2]) -> Option<[i128; 2]> {
    Some([a.checked_add(c)?, b.checked_add(d)?])
}

/// The differences of two intervals.
pub fn difference([a, b]: [i128; 2], [c, d]: [i128; 2]) -> Option<[i128; 2]> {
    Some([a.checked_sub(d)?, b.checked_sub(c)?])
}

/// The products of two intervals.
pub fn product(x: [i128; 2], y: [i128; 2]) -> Option<[i128; 2]> {
    let ends = x.iter().flat_map(|x| y.iter().map(|y| x.checked_mul(*y)));
    let ends: Vec<_> = ends.collect::<Option<_>>()?;
    Some([*ends.iter().min()?, *ends.iter().max()?])
}

/// Unsigned numbers as signed ones, if they are small enough.
pub fn as_signed([low, high]: [u128; 2]) -> Option<[i128; 2]> {
    Some([i128::try_from(low).ok()?, i128::try_from(high).ok()?])
}

/// Signed numbers as unsigned ones, if none is negative.
pub fn as_unsigned([low, high]: [i128; 2]) -> Option<[u128; 2]> {
    Some([u128::try_from(low).ok()?, u128::try_from(high).ok()?])
}
