//! The part of a 32-bit register or port that a factor uses, in PTX or in SASS: a byte, a half-word or the word, and its sign.

use vmad_ptx::ast::{Select, Source as Factor};
use vmad_unit::{Operand as Port, Sign};

/// A part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The number of its lowest bit.
    low: u32,
    /// The number of bits: 8, 16 or 32.
    bits: u32,
    signed: bool,
}

impl Part {
    /// The part of a port that the unit uses.
    pub(super) const fn of_port(port: Port) -> Self {
        let bits = port.selector.width().bits();
        Self { low: port.selector.low_bit(), bits, signed: matches!(port.sign, Sign::Signed) }
    }

    /// The part of a register that PTX selects.
    pub(super) fn of_factor(factor: Factor) -> Self {
        let (low, bits) = factor.select.map_or((0, 32), |part: Select| (part.lsb(), part.width()));
        Self { low, bits, signed: factor.ty.is_signed() }
    }

    /// Its bits, the lowest first.
    pub(super) const fn field(self, value: u32) -> u32 {
        value >> self.low & (u32::MAX >> (32 - self.bits))
    }

    /// The number in these bits.
    pub(super) fn number(self, value: u32) -> i64 {
        let field = i64::from(self.field(value));
        if self.signed && field >> (self.bits - 1) == 1 { field - (1 << self.bits) } else { field }
    }

    /// The register value whose part is this number, with zeros around the part; [`None`] if the number does not fit.
    pub(super) fn value_of(self, number: i64) -> Option<u32> {
        let value = (number as u32 & (u32::MAX >> (32 - self.bits))) << self.low;
        (self.number(value) == number).then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use vmad_ptx::ast::Type;

    use super::*;

    /// Both sides' parts of the same name are one part, and a number goes into its place and comes back.
    #[test]
    fn a_number_goes_in_and_comes_back() {
        for port in Port::all() {
            let part = Part::of_port(port);
            let lowest = if part.signed { -(1_i64 << (part.bits - 1)) } else { 0 };
            let highest = lowest + (1_i64 << part.bits) - 1;
            for number in [lowest, -1, 0, 1, highest] {
                let inside = (lowest..=highest).contains(&number);
                let value = part.value_of(number);
                assert_eq!(value.is_some(), inside, "{part:?} {number}");
                // The other bits do not matter.
                let beside = !(u32::MAX >> (32 - part.bits) << part.low);
                if let Some(value) = value {
                    assert_eq!((value & beside, part.number(value | beside)), (0, number), "{part:?}");
                }
            }
            assert_eq!((part.value_of(lowest - 1), part.value_of(highest + 1)), (None, None), "{part:?}");
        }
    }

    /// Each port of the unit is the part of one source of PTX, and of no other.
    #[test]
    fn both_sides_have_the_same_parts() {
        let selects = || [None].into_iter().chain(Select::ALL.map(Some));
        let sources = [Type::U32, Type::S32]
            .into_iter()
            .flat_map(|ty| selects().map(move |select| Part::of_factor(Factor { ty, select })));
        let sources: Vec<Part> = sources.collect();
        for port in Port::all() {
            let same = sources.iter().filter(|part| **part == Part::of_port(port)).count();
            assert_eq!(same, 1, "{port:?}");
        }
        assert_eq!(sources.len(), Port::all().count());
    }
}
