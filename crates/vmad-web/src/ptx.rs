//! A PTX instruction, and the code of ptxas for it: of the newest version that has each architecture.

use serde::Serialize;
use vmad_ptx::{
    ast::Instruction,
    legality::Target,
    syntax::{SyntaxError, parse_one},
};
use vmad_ptxas::{
    lowering::{LowerError, Lowered, Registers, Written, emulation, lower, lower_wide},
    safety::code_without_family,
    versions::{Compiler, Generation},
};
use vmad_sass::{Arch, wide::WideArch};

/// The end of a note about recorded code, and of one about code that is not recorded.
const FUNCTION: &str = ". The code of a function of a = R4, b = R5, c = R6 that returns d = R4, as recorded:";
const NOT_RECORDED: &str =
    ". The code is recorded only for a vmad of three different registers, without a guard.";

/// The code for one architecture.
#[derive(Serialize)]
pub(crate) struct LoweredCode {
    arch: String,
    /// The version of ptxas.
    ptxas: String,
    text: Option<String>,
    /// Its video instruction, if the page can show it: a word of 64 bits.
    word: Option<String>,
    /// The reason why there is none, or the miscompile.
    note: Option<String>,
}

/// A PTX instruction and its code.
#[derive(Serialize)]
pub(crate) struct Ptx {
    text: String,
    codes: [LoweredCode; 4],
    /// The values of registers that the code loads before the instruction.
    loads: Vec<(String, u32)>,
    /// The video instruction of the code for the architecture of the request, or for sm_50 if that code has none.
    #[serde(skip)]
    pub(crate) word: Option<u64>,
}

/// Reads an instruction and lowers it.
pub(crate) fn ptx(text: &str, arch: Arch) -> Result<Ptx, SyntaxError> {
    let instruction = parse_one(text)?.instruction;
    let lowered = |arch| lower(&instruction, arch, &Registers::default()).ok();
    let first = lowered(arch).filter(|code| word(code).is_some()).or_else(|| lowered(Arch::Sm50));
    let word = first.as_ref().and_then(word);
    let loads = first.map(|code| code.loads).unwrap_or_default();
    Ok(Ptx {
        text: instruction.to_string(),
        codes: [
            code(&instruction, Arch::Sm35),
            code(&instruction, Arch::Sm50),
            code(&instruction, Arch::Sm61),
            later(&instruction),
        ],
        loads: loads.iter().map(|load| (load.destination.to_string(), load.value)).collect(),
        word,
    })
}

/// The word of the video instruction, if the code has one.
fn word(code: &Lowered) -> Option<u64> {
    code.instruction().map(|instruction| instruction.encode())
}

fn code(instruction: &Instruction, arch: Arch) -> LoweredCode {
    let (text, word, note) = match lower(instruction, arch, &Registers::default()) {
        Ok(code) => {
            let miscompile =
                code.miscompiled.map(|row| format!("a miscompile of ptxas, {row}: {}", row.title));
            (Some(code.to_string()), word(&code).map(|word| format!("{word:#018x}")), miscompile)
        }
        Err(error) => {
            let is_emulated = matches!(error, LowerError::NotVmad { .. });
            let code = is_emulated.then(|| emulation(instruction, &arch.to_string()));
            let code = code.flatten();
            let end = match (is_emulated, &code) {
                (false, _) => "",
                (true, Some(_)) => FUNCTION,
                (true, None) => NOT_RECORDED,
            };
            (code, None, Some(format!("{error}{end}")))
        }
    };
    let ptxas = Compiler::from(arch).version.to_string();
    LoweredCode { arch: arch.to_string(), ptxas, text, word, note }
}

/// The code for the first architecture without the family.
fn later(instruction: &Instruction) -> LoweredCode {
    let ptxas = Compiler::from(Generation::Volta).version;
    let wide = WideArch::from_number(70).ok().and_then(|arch| {
        let registers = Registers::default();
        lower_wide(instruction, Written::Video, arch, ptxas, &registers).ok().flatten()
    });
    if let Some(word) = wide {
        return LoweredCode {
            arch: word.arch().to_string(),
            ptxas: ptxas.to_string(),
            text: Some(word.to_string()),
            word: None,
            note: None,
        };
    }
    let lowered = lower(instruction, Arch::Sm50, &Registers::default());
    let code = code_without_family(instruction, Generation::Volta);
    let note = match lowered.ok().and_then(|code| code.instruction()) {
        Some(word) => format!("no {}: ptxas emits {code}", word.mnemonic()),
        None => format!("ptxas emits {code}"),
    };
    let arch = Target::sm(70).to_string();
    let text = emulation(instruction, &arch);
    let note = note + if text.is_some() { FUNCTION } else { NOT_RECORDED };
    LoweredCode { arch, ptxas: ptxas.to_string(), text, word: None, note: Some(note) }
}
