//! From a word to an instruction.

use alloc::vec::Vec;
use core::hint::select_unpredictable;

use vmad_unit::{Operand, Register, Selector};

use super::{
    at,
    fields::Fields,
    instruction::{IgnoredBits, RegisterSource, SourceB, Vmad},
    lookup,
    table::{self, Field, OPCODE},
};

/// Why a word is not a legal `VMAD`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// Another instruction's opcode.
    #[error("{word:#018x} is not a VMAD: its opcode (bits 63:56) is {:#04x}, VMAD's is 0x5f", word >> 56)]
    ForeignOpcode {
        /// The word.
        word: u64,
    },
    /// A selector of 7.
    #[error("{word:#018x} is an illegal VMAD: {}", Refused(field, *word))]
    InvalidSelector {
        /// The word.
        word: u64,
        /// [`table::A_SELECT`] or [`table::B_SELECT`].
        field: &'static Field,
    },
    /// A scale of 3.
    #[error("{word:#018x} is an illegal VMAD: {}", Refused(&table::SCALE_FIELD, *word))]
    IllegalScale {
        /// The word.
        word: u64,
    },
}

/// A field's value and the legal ones, in words: `scale (bits 52:51) is 3, legal are 0 (PASS), ...`.
struct Refused<'f>(&'f Field, u64);

impl core::fmt::Display for Refused<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self(field, word) = self;
        let high = field.low + field.width - 1;
        write!(f, "{} (bits {high}:{}) is {}, legal are", field.name, field.low, field.of(*word))?;
        let legal = field.values.iter().filter_map(|value| Some((value.value, value.meaning?)));
        for (index, (value, meaning)) in legal.enumerate() {
            write!(f, "{} {value} ({meaning})", if index == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl DecodeError {
    /// Everything that is wrong with a word: another opcode, or each field that holds what none may, the highest first.
    /// Empty where [`Vmad::decode`] gives an instruction.
    pub fn all(word: u64) -> Vec<Self> {
        let refused = |field: &'static Field| match *field {
            table::OPCODE_FIELD => Self::ForeignOpcode { word },
            table::SCALE_FIELD => Self::IllegalScale { word },
            _ => Self::InvalidSelector { word, field },
        };
        let illegal = table::Form::of(word).fields().filter(|field| field.is_illegal(field.of(word)));
        let mut errors: Vec<_> = illegal.map(refused).collect();
        if let [Self::ForeignOpcode { .. }, ..] = *errors {
            // The other fields are another instruction's.
            errors.truncate(1);
        }
        errors
    }
}

impl Vmad {
    /// Reads a word.
    ///
    /// # Errors
    /// The opcode is not 0x5f, a selector is 7, or the scale is 3.
    // Where it is called for, the fields that the caller asks for come straight out of the word. Out of line, the
    // instruction is written byte by byte and then moved in pieces larger than that, for which a processor has to wait:
    // three to five times as long.
    #[expect(clippy::inline_always, reason = "measured: 4 ns a word in line, 10 to 25 ns out of line")]
    #[inline(always)]
    pub fn decode(word: u64) -> Result<Self, DecodeError> {
        let upper = lookup::upper(word);
        // Where B is an immediate these bits are its own, and any are legal: they are cleared.
        let b_select = (word >> at::B_SELECT.low) as u8 & upper.b_select_mask;
        let (OPCODE, Some(a_selector), Some(b_selector), Some(scale)) = (
            at::OPCODE.of(word) as u8,
            Selector::from_encoding(at::A_SELECT.of(word) as u8),
            Selector::from_encoding(b_select),
            upper.scale,
        ) else {
            return Err(DecodeError::of(word));
        };
        let register = |field: Field| Register::from_encoding(field.of(word) as u8);
        let source =
            |register, selector, sign| RegisterSource { register, operand: Operand { selector, sign } };
        let b_register = SourceB::Register {
            source: source(register(at::RB), b_selector, upper.b_sign),
            ignored: IgnoredBits::new(at::IGNORED.of(word) as u8),
        };
        let b_immediate = SourceB::Immediate { value: at::IMM16.of(word) as u16, sign: upper.b_sign };
        Ok(Self {
            guard: *lookup::guard(word),
            destination: register(at::RD),
            cc: upper.cc,
            a: source(register(at::RA), a_selector, upper.a_sign),
            // Both are made and one is picked: no processor foresees which form a random word has.
            b: select_unpredictable(at::B_KIND.is_set(word), b_register, b_immediate),
            c: register(at::RC),
            psign: upper.psign,
            scale,
            saturate: upper.saturate,
        })
    }
}

impl DecodeError {
    /// What is wrong with a word that is no legal `VMAD`: the first thing, in the order of the variants.
    #[cold]
    #[inline(never)]
    fn of(word: u64) -> Self {
        let fields = Fields::from(word);
        if fields.opcode != OPCODE {
            Self::ForeignOpcode { word }
        } else if Selector::from_encoding(fields.a_select).is_none() {
            Self::InvalidSelector { word, field: &table::A_SELECT }
        } else if Selector::from_encoding(fields.b_select()).is_none() {
            Self::InvalidSelector { word, field: &table::B_SELECT }
        } else {
            Self::IllegalScale { word }
        }
    }
}
