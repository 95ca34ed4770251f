//! From the values of named fields to a word.

use alloc::{format, string::String, vec::Vec};

use crate::{
    decode_error::DecodeError,
    instruction::Instruction,
    isa::{Field, Form, Spelling},
};

/// Field values that do not form an instruction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// A name that the form has not, a field without a value, or a value that does not fit its field.
    #[error("{0}")]
    Fields(String),
    /// A value that fits and is illegal.
    #[error(transparent)]
    Illegal(#[from] DecodeError),
}

impl Form {
    /// The fields that differ between instructions of the form: not fields with one fixed value, and not bits without
    /// meaning.
    pub fn free_fields(&self) -> impl Iterator<Item = &'static Field> + use<> {
        self.fields.iter().filter(|field| field.fixed().is_none() && field.spelling() != Spelling::Ignored)
    }
}

impl Instruction {
    /// The instruction of a form with the given value of each of its [`Form::free_fields`]. Bits without meaning are 0.
    ///
    /// # Errors
    /// The form has no field of a name, a field has no value, or a value is illegal. If a field is given twice, the
    /// last value is used.
    pub fn from_fields<'n>(
        form: &'static Form,
        values: impl IntoIterator<Item = (&'n str, u64)>,
    ) -> Result<Self, EncodeError> {
        let kind = form.kind;
        let (mut word, mut given) = (form.opcode.bits, 0);
        for (name, value) in values {
            let Some(field) = form.free_fields().find(|field| field.name() == name) else {
                let legal = form.free_fields().map(Field::name).collect::<Vec<_>>().join(", ");
                return Err(EncodeError::Fields(format!("{kind} has no field {name:?}: legal are {legal}")));
            };
            if value > field.mask() {
                let most = field.mask();
                let message = format!("{name} of {kind} is {value:#x}: legal are 0 to {most:#x}");
                return Err(EncodeError::Fields(message));
            }
            word = field.with(word, value);
            given |= field.put(u64::MAX);
        }
        match form.free_fields().find(|field| given & field.put(u64::MAX) == 0) {
            Some(field) => Err(EncodeError::Fields(format!("{kind} needs a value of {}", field.name()))),
            None => Ok(Self::decode_in(form.layout, word)?),
        }
    }
}
