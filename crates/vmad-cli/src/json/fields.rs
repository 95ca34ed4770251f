//! Instructions and control fields, field by field.

use std::collections::BTreeMap;

use serde::Serialize;
use vmad_sass::{
    Vmad,
    schedule::{Barrier, ControlField},
    vmad::{RegisterSource, SourceB},
};
use vmad_unit::{Psign, Saturate, Sign};

/// An instruction, field by field.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Instruction {
    /// A `VMAD`.
    Vmad(Box<VmadFields>),
    /// Any other instruction of the family.
    Other(OtherFields),
}

/// An instruction of the family, with the values of its fields by name.
#[derive(Serialize)]
pub(crate) struct OtherFields {
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

/// A `VMAD`, field by field.
#[derive(Serialize)]
pub(crate) struct VmadFields {
    text: String,
    word: String,
    dispatch: &'static str,
    guard: String,
    destination: String,
    cc: bool,
    a: SourceOperand,
    b: SourceOperand,
    c: String,
    psign: u8,
    operation: &'static str,
    scale: &'static str,
    saturate: bool,
}

/// A source operand: a register with a selector, or an immediate.
#[derive(Serialize)]
struct SourceOperand {
    format: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    register: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    selector: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    immediate: Option<String>,
}

impl From<&vmad_sass::Instruction> for Instruction {
    fn from(instruction: &vmad_sass::Instruction) -> Self {
        let word = instruction.encode();
        if let Ok(vmad) = Vmad::decode(word) {
            return Self::from(&vmad);
        }
        Self::Other(OtherFields {
            text: instruction.to_string(),
            word: hex(word),
            mnemonic: instruction.mnemonic(),
            dispatch: instruction.dispatch().name(),
            guard: instruction.guard().to_string(),
            fields: instruction
                .form()
                .free_fields()
                .map(|field| (field.name(), field.spell(field.of(word))))
                .collect(),
            inferred: instruction.inferred(),
        })
    }
}

impl From<&Vmad> for Instruction {
    fn from(vmad: &Vmad) -> Self {
        Self::Vmad(Box::new(VmadFields {
            text: vmad.to_string(),
            word: hex(vmad.encode()),
            dispatch: vmad.dispatch().name(),
            guard: vmad.guard.to_string(),
            destination: vmad.destination.to_string(),
            cc: vmad.cc,
            a: SourceOperand::register(vmad.a),
            b: match vmad.b {
                SourceB::Register { source, .. } => SourceOperand::register(source),
                SourceB::Immediate { value, .. } => SourceOperand {
                    format: vmad.b.operand().format().name(),
                    register: None,
                    selector: None,
                    immediate: Some(format!("{value:#06x}")),
                },
            },
            c: vmad.c.to_string(),
            psign: vmad.psign.encoding(),
            operation: Psign::operation(vmad.psign),
            scale: vmad.scale.name(),
            saturate: vmad.saturate == Saturate::On,
        }))
    }
}

impl SourceOperand {
    fn register(source: RegisterSource) -> Self {
        let selector = source.operand.selector.name();
        Self {
            format: source.operand.format().name(),
            register: Some(source.register.to_string()),
            selector: (!selector.is_empty()).then_some(selector),
            immediate: None,
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

pub(crate) const fn sign(sign: Sign) -> &'static str {
    match sign {
        Sign::Unsigned => "unsigned",
        Sign::Signed => "signed",
    }
}

pub(crate) fn hex(value: impl Into<u64>) -> String {
    format!("{:#x}", value.into())
}
