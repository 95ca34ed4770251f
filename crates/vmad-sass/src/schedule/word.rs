//! The control word of three instructions.

use super::field::ControlField;

/// One control word: three fields, the first instruction's lowest, and bit 63, which no field has.
///
/// nvdisasm ignores bit 63, and ptxas writes 0. The bit is kept, so that `ControlWord::split(w).join() == w` for every word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct ControlWord {
    /// The fields of the three instructions that follow.
    pub fields: [ControlField; 3],
    /// Bit 63.
    pub top: bool,
}

impl ControlWord {
    /// Splits a word.
    #[inline]
    pub const fn split(word: u64) -> Self {
        Self {
            fields: [
                ControlField::truncate(word),
                ControlField::truncate(word >> ControlField::BITS),
                ControlField::truncate(word >> (2 * ControlField::BITS)),
            ],
            top: word >> 63 == 1,
        }
    }

    /// Joins the word.
    pub const fn join(self) -> u64 {
        let [first, second, third] = self.fields;
        first.bits() as u64
            | (second.bits() as u64) << ControlField::BITS
            | (third.bits() as u64) << (2 * ControlField::BITS)
            | (self.top as u64) << 63
    }
}
