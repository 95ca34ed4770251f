//! From a word to an instruction: the opcode gives the form, and each field must have a legal value.

use crate::{decode_error::DecodeError, isa::Form, word::Instruction};

impl Instruction {
    /// Decodes a word.
    ///
    /// # Errors
    /// No instruction of the family has the opcode, or a field has an illegal value.
    pub fn decode(word: u64) -> Result<Self, DecodeError> {
        let form = Form::of(word).ok_or(DecodeError::ForeignOpcode { word })?;
        // The lowest illegal field.
        match form.illegal(word).last() {
            None => Ok(Self::of_legal(word, form)),
            Some(field) => Err(DecodeError::IllegalField { word, mnemonic: form.mnemonic, field }),
        }
    }
}
