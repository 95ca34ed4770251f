//! Instructions and control fields, field by field.

use serde::{Serialize, Serializer};
use vmad_sass::{
    isa::Field,
    schedule::{self, Barrier, ByteReading},
    wide,
};

/// An instruction of the family, with the values of its fields by name.
#[derive(Serialize)]
pub(crate) struct Instruction {
    pub(crate) text: String,
    word: String,
    mnemonic: &'static str,
    dispatch: &'static str,
    guard: String,
    #[serde(serialize_with = "object")]
    fields: Vec<(&'static str, String)>,
    /// Why the computation is inferred, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    inferred: Option<String>,
}

impl From<&vmad_sass::Instruction> for Instruction {
    fn from(instruction: &vmad_sass::Instruction) -> Self {
        let word = instruction.encode();
        let spelled = |field: &'static Field| (field.name(), field.spell(field.of(word)));
        Self {
            text: instruction.to_string(),
            word: hex(word),
            mnemonic: instruction.mnemonic(),
            dispatch: instruction.dispatch().name(),
            guard: instruction.guard().to_string(),
            fields: sorted(instruction.form().free_fields().map(spelled)),
            inferred: instruction.inferred(),
        }
    }
}

/// A `VABSDIFF` or `VABSDIFF4` in a word of 128 bits.
#[derive(Serialize)]
pub(crate) struct WideInstruction {
    text: String,
    word: String,
    arch: String,
    mnemonic: &'static str,
    guard: String,
    #[serde(serialize_with = "object")]
    fields: Vec<(&'static str, String)>,
    /// What no source says about it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unknown: Vec<String>,
}

impl From<&wide::WideInstruction> for WideInstruction {
    fn from(instruction: &wide::WideInstruction) -> Self {
        let (word, parts) = (instruction.encode(), instruction.parts());
        Self {
            text: instruction.to_string(),
            word: format!("{word:#034x}"),
            arch: instruction.arch().to_string(),
            mnemonic: parts.mode.kind().name(),
            guard: parts.guard.to_string(),
            fields: sorted(instruction.fields().map(|field| (field.name, field.spell(field.of(word))))),
            unknown: instruction.unknown(),
        }
    }
}

fn sorted(fields: impl Iterator<Item = (&'static str, String)>) -> Vec<(&'static str, String)> {
    let mut fields: Vec<_> = fields.collect();
    fields.sort_unstable_by_key(|(name, _)| *name);
    fields
}

fn object<S: Serializer>(fields: &[(&'static str, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(fields.iter().map(|(name, value)| (name, value)))
}

/// A control field, or a control byte of Kepler with what each public source says about it.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Control {
    Field {
        bits: String,
        notation: String,
        stall: u8,
        #[serde(rename = "yield")]
        yield_flag: bool,
        write_barrier: Option<u8>,
        read_barrier: Option<u8>,
        wait_mask: u8,
        reuse: u8,
    },
    Byte {
        bits: String,
        readings: Vec<Reading>,
    },
}

#[derive(Serialize)]
pub(crate) struct Reading {
    source: &'static str,
    meaning: Option<String>,
}

impl From<schedule::Control> for Control {
    fn from(control: schedule::Control) -> Self {
        let reading = |ByteReading { source, meaning }| Reading { source, meaning };
        match control {
            schedule::Control::Field(field) => Self::Field {
                bits: hex(field.bits()),
                notation: field.to_string(),
                stall: field.stall(),
                yield_flag: field.yield_flag(),
                write_barrier: field.write_barrier().map(Barrier::number),
                read_barrier: field.read_barrier().map(Barrier::number),
                wait_mask: field.wait_mask(),
                reuse: field.reuse().bits(),
            },
            schedule::Control::Byte(byte) => {
                Self::Byte { bits: hex(byte.0), readings: byte.readings().into_iter().map(reading).collect() }
            }
        }
    }
}

/// `0x1f`: `format!` takes twice the time, and a line can have fifty of these.
pub(crate) fn hex(value: impl Into<u128>) -> String {
    let value = value.into();
    let digits = (u128::BITS - value.leading_zeros()).div_ceil(4).max(1);
    let digit = |place: u32| char::from_digit((value >> (4 * place)) as u32 & 15, 16);
    let mut text = String::with_capacity(2 + digits as usize);
    text.push_str("0x");
    text.extend((0..digits).rev().filter_map(digit));
    text
}
