//! From a word to an instruction: the opcode gives the form, and each field must have a legal value.

use crate::{decode_error::DecodeError, instruction::Instruction, isa::Form};

impl Instruction {
    /// Decodes a word.
    ///
    /// # Errors
    /// No instruction of the family has the opcode, or a field has an illegal value.
    #[inline]
    pub fn decode(word: u64) -> Result<Self, DecodeError> {
        match Form::of(word) {
            Some(form) if !form.refuses(word) => Ok(Self::of_legal(word, form)),
            _ => Err(error(word)),
        }
    }
}

/// Why a word is illegal: the opcode, or the lowest field with an illegal value.
#[cold]
#[inline(never)]
fn error(word: u64) -> DecodeError {
    let illegal = |form: &'static Form| {
        let field = form.illegal(word).last()?;
        Some(DecodeError::IllegalField { word, mnemonic: form.mnemonic, field })
    };
    Form::of(word).and_then(illegal).unwrap_or(DecodeError::ForeignOpcode { word })
}
