//! The comparison of two operands, and the boolean operation on its result.

use crate::{
    encoded::encoded,
    logic::Logic,
    record::{Record, Stage},
    sign::Sign,
};

/// The 3-bit field of a comparison. Bit 0 is set if the comparison is true for less, bit 1 for equal, bit 2 for
/// greater.
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

encoded! { Comparison: every F "F" Lt "LT" Eq "EQ" Le "LE" Gt "GT" Ne "NE" Ge "GE" T "T" }

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

encoded! { BoolOp: some And "AND" Or "OR" Xor "XOR" }

impl BoolOp {
    /// The operation on two bits; the result is one bit.
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

/// Compares two operands as numbers, each with its own sign: 1 if the comparison is true, else 0.
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
