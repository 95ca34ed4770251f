//! The bits that identify a word form, and the values of fields that no legal word has, as a few tests of a word.

use super::field::{Field, Spelling};

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

/// Values that are illegal in every word of a form. Five are enough: `VABSDIFF4` has five.
pub(super) type Refusals = [Opcode; 5];

/// An opcode that no word has.
const NEVER: Opcode = Opcode { mask: 0, bits: 1 };

/// The refusals of the fields of a form, except those that identify it.
pub(super) const fn refusals(fields: &[Field]) -> Refusals {
    let (mut refusals, mut count, mut index) = ([NEVER; 5], 0, 0);
    while index < fields.len() {
        let field = fields[index];
        let (mut value, first) = (0, count);
        while matches!(field.spelling(), Spelling::Listed) && field.fixed().is_none() && value <= field.mask()
        {
            if field.is_illegal_small(value) && !any(&refusals, first, field.put(value)) {
                let mask = field.put(widest(&field, value));
                refusals[count] = Opcode { mask, bits: field.put(value) & mask };
                count += 1;
            }
            value += 1;
        }
        index += 1;
    }
    refusals
}

/// A mask with the fewest bits: each value that agrees with the illegal `value` in these bits is illegal.
const fn widest(field: &Field, value: u64) -> u64 {
    let (mut best, mut mask) = (field.mask(), 0);
    while mask <= field.mask() {
        let (mut all, mut other) = (true, 0);
        while other <= field.mask() {
            all &= (other ^ value) & mask != 0 || field.is_illegal_small(other);
            other += 1;
        }
        if all && mask.count_ones() < best.count_ones() {
            best = mask;
        }
        mask += 1;
    }
    best
}

/// Whether one of the refusals from index `first` on refuses the word.
const fn any(refusals: &Refusals, first: usize, word: u64) -> bool {
    let (mut any, mut index) = (false, first);
    while index < refusals.len() {
        any |= refusals[index].is_of(word);
        index += 1;
    }
    any
}
