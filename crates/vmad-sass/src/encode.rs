//! From the values of named fields to a word.

use alloc::{string::String, vec::Vec};

use vmad_unit::Kind;

use crate::{
    decode_error::DecodeError,
    instruction::Instruction,
    isa::{Field, Form, Spelling},
};

/// Field values that do not form an instruction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// The form has no field of this name.
    #[error("{} has no field {name:?}: legal are {}", form.kind, form.free_fields().map(Field::name).collect::<Vec<_>>().join(", "))]
    NoField {
        /// The form.
        form: &'static Form,
        /// The name.
        name: String,
    },
    /// A field of the form without a value.
    #[error("{kind} needs a value of {name}")]
    Missing {
        /// The instruction.
        kind: Kind,
        /// The field.
        name: &'static str,
    },
    /// A value that does not fit the bits of its field.
    #[error("{name} of {kind} is {value:#x}: legal are 0 to {most:#x}")]
    TooLarge {
        /// The instruction.
        kind: Kind,
        /// The field.
        name: &'static str,
        /// The value.
        value: u64,
        /// The largest value that fits.
        most: u64,
    },
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
                return Err(EncodeError::NoField { form, name: name.into() });
            };
            if value > field.mask() {
                let (name, most) = (field.name(), field.mask());
                return Err(EncodeError::TooLarge { kind, name, value, most });
            }
            word = field.with(word, value);
            given |= field.put(u64::MAX);
        }
        match form.free_fields().find(|field| given & field.put(u64::MAX) == 0) {
            Some(field) => Err(EncodeError::Missing { kind, name: field.name() }),
            None => Ok(Self::decode_in(form.layout, word)?),
        }
    }
}
