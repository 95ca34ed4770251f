//! The comparison of two operands, and what is made of it.

use crate::{
    logic::Logic,
    record::{Record, Stage},
    sign::Sign,
};

/// The 3-bit field of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "UPPERCASE"))]
pub enum Comparison {
    /// `.F`: never.
    F = 0,
    /// `.LT`
    Lt = 1,
    /// `.EQ`
    Eq = 2,
    /// `.LE`
    Le = 3,
    /// `.GT`
    Gt = 4,
    /// `.NE`
    Ne = 5,
    /// `.GE`
    Ge = 6,
    /// `.T`: always.
    T = 7,
}

impl Comparison {
    /// All eight, in the order of their encoding.
    pub const ALL: [Self; 8] = [Self::F, Self::Lt, Self::Eq, Self::Le, Self::Gt, Self::Ne, Self::Ge, Self::T];

    /// The 3-bit field of the word: bit 0 is set for a comparison that holds of less, bit 1 of equal, bit 2 of greater.
    #[inline]
    pub const fn encoding(self) -> u8 {
        self as u8
    }

    /// The comparison of a 3-bit field, every value of which is legal. Bits above the third are dropped.
    #[inline]
    pub const fn from_encoding(field: u8) -> Self {
        Self::ALL[(field & 7) as usize]
    }

    /// The suffix as nvdisasm prints it, without the dot.
    pub const fn name(self) -> &'static str {
        ["F", "LT", "EQ", "LE", "GT", "NE", "GE", "T"][self as usize]
    }
}

/// The 2-bit field that joins a comparison and the source predicate; 3 is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "UPPERCASE"))]
pub enum BoolOp {
    /// `.AND`
    And = 0,
    /// `.OR`
    Or = 1,
    /// `.XOR`
    Xor = 2,
}

impl BoolOp {
    /// All three, in the order of their encoding.
    pub const ALL: [Self; 3] = [Self::And, Self::Or, Self::Xor];

    /// The 2-bit field of the word.
    #[inline]
    pub const fn encoding(self) -> u8 {
        self as u8
    }

    /// The operation of a 2-bit field; 3 is none.
    #[inline]
    pub const fn from_encoding(field: u8) -> Option<Self> {
        crate::operand::of_encoding!(Self::ALL, field)
    }

    /// The suffix as nvdisasm prints it, without the dot.
    pub const fn name(self) -> &'static str {
        ["AND", "OR", "XOR"][self as usize]
    }

    /// The operation on two bits.
    #[inline(always)]
    pub fn join<L: Logic>(self, logic: &L, x: &L::Bits<1>, y: &L::Bits<1>) -> L::Bits<1> {
        let x_is_set = logic.less(x, &logic.constant(0));
        match self {
            Self::And => logic.choose(&x_is_set, y, &logic.constant(0)),
            Self::Or => logic.choose(&x_is_set, &logic.constant(1), y),
            Self::Xor => logic.add(x, y),
        }
    }
}

/// Compares two operands as numbers, whatever their signs: 1 if the comparison holds.
#[inline(always)]
pub fn compare<L: Logic>(
    logic: &L,
    record: &mut impl Record<L::Any>,
    comparison: Comparison,
    a: &L::Bits<33>,
    b: &L::Bits<33>,
) -> L::Bits<1> {
    let less = logic.less(a, b);
    record.flag(logic, (Stage::Compare, "less"), &less, "A < B");
    let greater = logic.less(b, a);
    record.flag(logic, (Stage::Compare, "greater"), &greater, "A > B");
    let bit = |mask| logic.constant(i128::from(comparison.encoding() & mask != 0));
    let (if_less, if_equal, if_greater) = (bit(1), bit(2), bit(4));
    let holds = logic.choose(&less, &if_less, &logic.choose(&greater, &if_greater, &if_equal));
    record.wire(logic, (Stage::Compare, "holds"), &holds, Sign::Unsigned, comparison.name());
    holds
}
