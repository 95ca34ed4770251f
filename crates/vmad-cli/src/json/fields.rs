//! Instructions and control fields, field by field.

use std::collections::BTreeMap;

use serde::Serialize;
use vmad_sass::{
    isa::Field,
    schedule::{Barrier, ControlField},
};

/// An instruction of the family, with the values of its fields by name.
#[derive(Serialize)]
pub(crate) struct Instruction {
    text: String,
    word: String,
    mnemonic: &'static str,
    dispatch: &'static str,
    guard: String,
    fields: BTreeMap<&'static str, String>,
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
            fields: instruction.form().free_fields().map(spelled).collect(),
            inferred: instruction.inferred(),
        }
    }
}

/// A control field.
#[derive(Serialize)]
pub(crate) struct Control {
    bits: String,
    notation: String,
    stall: u8,
    #[serde(rename = "yield")]
    yield_flag: bool,
    write_barrier: Option<u8>,
    read_barrier: Option<u8>,
    wait_mask: u8,
    reuse: u8,
}

impl From<ControlField> for Control {
    fn from(field: ControlField) -> Self {
        Self {
            bits: hex(field.bits()),
            notation: field.to_string(),
            stall: field.stall(),
            yield_flag: field.yield_flag(),
            write_barrier: field.write_barrier().map(Barrier::number),
            read_barrier: field.read_barrier().map(Barrier::number),
            wait_mask: field.wait_mask(),
            reuse: field.reuse().bits(),
        }
    }
}

pub(crate) fn hex(value: impl Into<u64>) -> String {
    format!("{:#x}", value.into())
}
