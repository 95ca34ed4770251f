//! The bits that identify a word form.

use super::field::Field;

/// The bits that identify a word form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opcode {
    /// The bits of the opcode.
    pub mask: u64,
    /// Their values.
    pub bits: u64,
}

impl Opcode {
    /// Whether a word has the opcode.
    #[inline]
    pub const fn is_of(self, word: u64) -> bool {
        word & self.mask == self.bits
    }

    /// The value that a field has in all words of a form.
    pub(super) const fn of_field(field: Field) -> Self {
        match field.fixed() {
            Some(value) => Self { mask: field.put(u64::MAX), bits: field.put(value as u64) },
            None => Self { mask: 0, bits: 0 },
        }
    }

    /// The values that fields have in all words of a form.
    pub(super) const fn of(fields: &[Field]) -> Self {
        let mut opcode = Self { mask: 0, bits: 0 };
        let mut index = 0;
        while index < fields.len() {
            let Self { mask, bits } = Self::of_field(fields[index]);
            opcode.mask |= mask;
            opcode.bits |= bits;
            index += 1;
        }
        opcode
    }
}
