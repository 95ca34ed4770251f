//! Instructions and control fields, field by field.

use std::{borrow::Cow, fmt::Display};

use serde::{Serialize, Serializer};
use vmad_sass::{
    AnyInstruction, Style, Text,
    isa::Form,
    schedule::{self, Barrier, ByteReading},
    text::hexadecimal,
    wide,
};
use vmad_unit::Guard;

/// An instruction of the family, with the values of its fields by name.
#[derive(Serialize)]
pub(crate) struct Instruction {
    text: Shown<Text>,
    word: Hex,
    mnemonic: &'static str,
    dispatch: &'static str,
    guard: Shown<Guard>,
    fields: Fields,
    /// Why the computation is inferred, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    inferred: Option<String>,
}

impl From<&vmad_sass::Instruction> for Instruction {
    fn from(instruction: &vmad_sass::Instruction) -> Self {
        let word = instruction.encode();
        Self {
            text: Shown(instruction.text(Style::EXPLICIT)),
            word: hex(word),
            mnemonic: instruction.mnemonic(),
            dispatch: instruction.dispatch().name(),
            guard: Shown(instruction.guard()),
            fields: Fields { form: instruction.form(), word },
            inferred: instruction.inferred(),
        }
    }
}

/// A `VABSDIFF` or `VABSDIFF4` in a word of 128 bits.
#[derive(Serialize)]
pub(crate) struct WideInstruction {
    text: String,
    word: Hex,
    arch: Shown<wide::WideArch>,
    mnemonic: &'static str,
    guard: Shown<Guard>,
    #[serde(serialize_with = "object")]
    fields: Vec<(&'static str, Cow<'static, str>)>,
    /// What no source says about it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unknown: Vec<String>,
}

impl From<&wide::WideInstruction> for WideInstruction {
    fn from(instruction: &wide::WideInstruction) -> Self {
        let (word, parts) = (instruction.encode(), instruction.parts());
        Self {
            text: instruction.to_string(),
            word: Hex { value: word, digits: 32 },
            arch: Shown(instruction.arch()),
            mnemonic: parts.mode.kind().name(),
            guard: Shown(parts.guard),
            fields: instruction.fields().map(|field| (field.name, field.spell(field.of(word)))).collect(),
            unknown: instruction.unknown(),
        }
    }
}

/// An instruction in a word of 64 or of 128 bits.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum InstructionObject {
    Narrow(Instruction),
    Wide(WideInstruction),
}

impl From<&AnyInstruction> for InstructionObject {
    fn from(instruction: &AnyInstruction) -> Self {
        match instruction {
            AnyInstruction::Narrow(narrow) => Self::Narrow(narrow.into()),
            AnyInstruction::Wide(wide) => Self::Wide(wide.into()),
        }
    }
}

/// The fields of a word that are free in its form, with their values.
struct Fields {
    form: &'static Form,
    word: u64,
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = self.form.free_fields();
        serializer.collect_map(fields.map(|field| (field.name(), field.spell(field.of(self.word)))))
    }
}

fn object<S: Serializer>(
    fields: &[(&'static str, Cow<'static, str>)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(fields.iter().map(|(name, value)| (name, value)))
}

/// A control field, or a control byte of Kepler with what each public source says about it.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Control {
    Field {
        bits: Hex,
        notation: Shown<schedule::ControlField>,
        stall: u8,
        #[serde(rename = "yield")]
        yield_flag: bool,
        write_barrier: Option<u8>,
        read_barrier: Option<u8>,
        wait_mask: u8,
        reuse: u8,
    },
    Byte {
        bits: Hex,
        readings: Vec<ControlReading>,
    },
}

#[derive(Serialize)]
pub(crate) struct ControlReading {
    source: &'static str,
    meaning: Option<String>,
}

impl From<schedule::Control> for Control {
    fn from(control: schedule::Control) -> Self {
        let reading = |ByteReading { source, meaning }| ControlReading { source, meaning };
        match control {
            schedule::Control::Field(field) => Self::Field {
                bits: hex(field.bits()),
                notation: Shown(field),
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

/// A value as its text.
pub(crate) struct Shown<T>(pub(crate) T);

impl<T: Display> Serialize for Shown<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// A hexadecimal number with `0x`, and zeros up to a number of digits. `format!` takes twice the time, and a line can
/// have fifty of these.
#[derive(Clone, Copy)]
pub(crate) struct Hex {
    pub(crate) value: u128,
    pub(crate) digits: usize,
}

/// A number without leading zeros.
pub(crate) fn hex(value: impl Into<u128>) -> Hex {
    Hex { value: value.into(), digits: 1 }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = [b'0'; 2 + 32];
        if let high @ 1.. = (self.value >> 64) as u64 {
            text[2..18].copy_from_slice(&hexadecimal(high));
        }
        text[18..].copy_from_slice(&hexadecimal(self.value as u64));
        let zeros = self.value.leading_zeros() as usize / 4;
        let at = zeros.min(32 - self.digits);
        text[at..at + 2].copy_from_slice(b"0x");
        serializer.serialize_str(str::from_utf8(&text[at..]).unwrap_or_default())
    }
}
