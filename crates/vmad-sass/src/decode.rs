//! From a word to an instruction: the opcode gives the form, and each field must have a legal value.

use crate::{
    decode_error::DecodeError,
    instruction::Instruction,
    isa::{Form, Layout},
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
