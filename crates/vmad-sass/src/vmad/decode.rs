//! From a word to an instruction.

use alloc::vec::Vec;

use vmad_unit::{Guard, Operand, Predicate, Psign, Register, Saturate, Scale, Selector, Sign};

use super::{
    fields::{Fields, FieldsB},
    instruction::{IgnoredBits, RegisterSource, SourceB, Vmad},
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
    pub fn decode(word: u64) -> Result<Self, DecodeError> {
        let fields = Fields::from(word);
        if fields.opcode != OPCODE {
            return Err(DecodeError::ForeignOpcode { word });
        }
        let operand = |select: u8, signed: bool, field: &'static Field| {
            let selector = Selector::from_encoding(select);
            let selector = selector.ok_or(DecodeError::InvalidSelector { word, field })?;
            Ok(Operand { selector, sign: sign(signed) })
        };
        let a = RegisterSource {
            register: Register::from_encoding(fields.ra),
            operand: operand(fields.a_select, fields.a_signed, &table::A_SELECT)?,
        };
        let b = match fields.b {
            FieldsB::Register { rb, select, ignored } => SourceB::Register {
                source: RegisterSource {
                    register: Register::from_encoding(rb),
                    operand: operand(select, fields.b_signed, &table::B_SELECT)?,
                },
                ignored: IgnoredBits::new(ignored),
            },
            FieldsB::Immediate { imm16 } => SourceB::Immediate { value: imm16, sign: sign(fields.b_signed) },
        };
        let scale = Scale::from_encoding(fields.scale);
        Ok(Self {
            guard: Guard { predicate: Predicate::from_encoding(fields.guard), negated: fields.guard_negated },
            destination: Register::from_encoding(fields.rd),
            cc: fields.cc,
            a,
            b,
            c: Register::from_encoding(fields.rc),
            psign: Psign::from_encoding(fields.psign),
            scale: scale.ok_or(DecodeError::IllegalScale { word })?,
            saturate: if fields.sat { Saturate::On } else { Saturate::Off },
        })
    }
}

const fn sign(signed: bool) -> Sign {
    if signed { Sign::Signed } else { Sign::Unsigned }
}
