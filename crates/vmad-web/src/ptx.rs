//! A PTX instruction: what ptxas 12.9 compiles it to.

use serde::Serialize;
use vmad_ptx::{
    ast::Instruction,
    legality::Target,
    syntax::{SyntaxError, parse_one},
};
use vmad_sass::Arch;
use vmad_unit::Register;
use vmad_xcheck::{
    interpretation::Id,
    lowering::{Lowered, Registers, lower},
};

/// The code for one architecture.
#[derive(Serialize)]
pub(crate) struct Code {
    arch: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// Why there is none, or the miscompile.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// A PTX instruction and its code.
#[derive(Serialize)]
pub(crate) struct Ptx {
    text: String,
    codes: Vec<Code>,
    /// The values of registers that the code loads before the instruction.
    loads: Vec<(String, u32)>,
    #[serde(skip)]
    pub(crate) word: Option<u64>,
}

/// Reads an instruction and lowers it.
pub(crate) fn ptx(text: &str) -> Result<Ptx, SyntaxError> {
    let instruction = parse_one(text)?.instruction;
    let first = lower(&instruction, Arch::Sm50, &Registers::default());
    let loads = first.as_ref().map(loads).unwrap_or_default();
    let word = first.as_ref().ok().map(|lowered| lowered.vmad.encode());
    let mut codes = vec![code(&instruction, Arch::Sm50), code(&instruction, Arch::Sm61)];
    if word.is_some() {
        codes.push(Code {
            arch: Target::sm(70).to_string(),
            text: None,
            note: Some(format!("sm_70 has no VMAD: ptxas emits the code of {}", Id::D3)),
        });
    }
    Ok(Ptx { text: instruction.to_string(), codes, loads, word })
}

fn code(instruction: &Instruction, arch: Arch) -> Code {
    let arch_name = arch.to_string();
    match lower(instruction, arch, &Registers::default()) {
        Ok(lowered) => {
            let miscompile = |id: Id| format!("a miscompile of ptxas, {id}: {}", id.interpretation().title);
            Code {
                arch: arch_name,
                text: Some(lowered.to_string()),
                note: lowered.miscompiled.map(miscompile),
            }
        }
        Err(error) => Code { arch: arch_name, text: None, note: Some(error.to_string()) },
    }
}

fn loads(lowered: &Lowered) -> Vec<(String, u32)> {
    let load = |destination: Register, value| (destination.to_string(), value);
    lowered.loads.iter().map(|it| load(it.destination, it.value)).collect()
}
