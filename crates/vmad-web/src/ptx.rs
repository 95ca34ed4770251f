//! A PTX instruction, and the code of ptxas for it: of the newest version that has each architecture.

use serde::Serialize;
use vmad_ptx::{
    ast::Instruction,
    legality::Target,
    syntax::{SyntaxError, parse_one},
};
use vmad_ptxas::{
    lowering::{Lowered, Registers, lower},
    question::{EmittedCode, Question, Refusal},
    versions::Versions,
};
use vmad_sass::Arch;

/// The end of a note about recorded code, and of one about code that is not recorded.
const FUNCTION: &str = ". The code of a function of a = R4, b = R5, c = R6 that returns d = R4, as recorded:";
const NOT_RECORDED: &str =
    ". The code is recorded only for a vmad of three different registers, without a guard.";

/// The architectures of Kepler, Maxwell and Pascal whose code differs, and the first without the family.
const ARCHS: [u16; 4] = [35, 50, 61, 70];

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
    codes: Vec<LoweredCode>,
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
        codes: ARCHS.iter().filter_map(|arch| code(&instruction, *arch)).collect(),
        loads: loads.iter().map(|load| (load.destination.to_string(), load.value)).collect(),
        word,
    })
}

/// The word of the video instruction, if the code has one.
fn word(code: &Lowered) -> Option<u64> {
    code.instruction().map(|instruction| instruction.encode())
}

fn code(instruction: &Instruction, arch: u16) -> Option<LoweredCode> {
    let target = Target::sm(arch);
    let ptxas = Versions::with(target).ok()?.last.to_string();
    let question = Question::new(target, None, Registers::default()).ok()?;
    let (text, word, note) = match question.instruction(instruction) {
        Ok(EmittedCode::Narrow(code)) => {
            let miscompile = code.miscompiled;
            let note = miscompile.map(|row| format!("a miscompile of ptxas, {row}: {}", row.title));
            (Some(code.to_string()), word(&code).map(|word| format!("{word:#018x}")), note)
        }
        Ok(EmittedCode::Wide(word)) => (Some(word.to_string()), None, None),
        Err(Refusal::None { message, code }) => {
            let end = if code.is_some() { FUNCTION } else { NOT_RECORDED };
            (code, None, Some(message + end))
        }
        Err(error) => (None, None, Some(error.to_string())),
    };
    Some(LoweredCode { arch: target.to_string(), ptxas, text, word, note })
}
