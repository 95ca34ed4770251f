//! From a word to an instruction: the opcode gives the form, and each field must have a legal value.

use alloc::vec::Vec;
use core::fmt;

use vmad_unit::Kind;

use crate::{
    instruction::Instruction,
    isa::{Field, Form, Layout},
    messages::list,
};

impl Instruction {
    /// Decodes a word of Maxwell or Pascal.
    ///
    /// # Errors
    /// No instruction of the family has the opcode, or a field has an illegal value.
    #[inline]
    pub fn decode(word: u64) -> Result<Self, DecodeError> {
        Self::decode_in(Layout::Maxwell, word)
    }

    /// Decodes a word in a layout.
    ///
    /// # Errors
    /// As [`Instruction::decode`].
    #[inline]
    pub fn decode_in(layout: Layout, word: u64) -> Result<Self, DecodeError> {
        match Form::of_in(layout, word) {
            Some(form) if !form.refuses(word) => Ok(Self::of_layout(layout, word, form)),
            _ => Err(error(layout, word)),
        }
    }
}

/// Why a word is illegal: the opcode, or the lowest field with an illegal value.
#[cold]
#[inline(never)]
fn error(layout: Layout, word: u64) -> DecodeError {
    let illegal = |form: &'static Form| {
        let field = form.illegal(word).last()?;
        Some(DecodeError::IllegalField { word, kind: form.kind, field })
    };
    Form::of_in(layout, word).and_then(illegal).unwrap_or(DecodeError::ForeignOpcode { word, layout })
}

/// The reason why a word is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// An opcode that no instruction of the family has.
    #[error("{word:#018x} is not a video instruction: no opcode of {} fits bits {}{}", list(&Kind::NAMES, "or"), layout.opcode_place(), Elsewhere(*word))]
    ForeignOpcode {
        /// The word.
        word: u64,
        /// The layout in which it was read.
        layout: Layout,
    },
    /// A field with an illegal value.
    #[error("{word:#018x} is an illegal {kind}: {}", Illegal(field, *word))]
    IllegalField {
        /// The word.
        word: u64,
        /// The instruction.
        kind: Kind,
        /// The field.
        field: &'static Field,
    },
}

impl DecodeError {
    /// Every reason why a word is illegal: the opcode, or each field with an illegal value, the highest first.
    /// Empty for a legal word of the family.
    pub fn all(layout: Layout, word: u64) -> Vec<Self> {
        let Some(form) = Form::of_in(layout, word) else {
            return alloc::vec![Self::ForeignOpcode { word, layout }];
        };
        let error = |field| Self::IllegalField { word, kind: form.kind, field };
        form.illegal(word).map(error).collect()
    }
}

/// `; it is a VMAD of Kepler`: what a foreign word is in the other layout.
struct Elsewhere(u64);

impl fmt::Display for Elsewhere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let form = Layout::ALL.into_iter().find_map(|layout| Form::of_in(layout, self.0));
        let Some(form) = form else { return Ok(()) };
        write!(f, "; it is a {} of {}", form.kind, form.layout.name())
    }
}

/// A field's value and the legal ones: `scale (bits 52:51) is 3, legal are 0 (PASS), ...`.
struct Illegal<'f>(&'f Field, u64);

impl fmt::Display for Illegal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(field, word) = self;
        write!(f, "{} (bits {}) is {}, legal are", field.name(), field.place(), field.of(*word))?;
        let legal = field.values().iter().filter_map(|value| Some((value.value, value.meaning?)));
        for (index, (value, meaning)) in legal.enumerate() {
            write!(f, "{} {value} ({meaning})", if index == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}
