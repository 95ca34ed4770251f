//! What a legal word computes, and the PTX that yields it.

use serde::Serialize;
use vmad_emit::{Language, Options, instruction};
use vmad_sass::{Arch, Instruction, Vmad, vmad::Formula};
use vmad_unit::Sign;
use vmad_xcheck::{family, lifting::lift};

/// What a legal word computes.
#[derive(Serialize)]
pub(crate) struct Meaning {
    dispatch: &'static str,
    /// The formula, a line a stage; empty for an instruction that has none.
    formula: Vec<String>,
    /// The PTX, and how it relates to the word.
    #[serde(skip_serializing_if = "Option::is_none")]
    ptx: Option<String>,
    ptx_note: String,
    /// The instruction as a function, in each language of `vmad emit`.
    sources: Vec<Source>,
}

/// A function in a language.
#[derive(Serialize)]
struct Source {
    language: &'static str,
    description: &'static str,
    text: String,
}

/// The function of an instruction in every language; none if no source says what it computes.
fn sources(word: &Instruction) -> Vec<Source> {
    let Some(function) = instruction(word, None) else { return Vec::new() };
    let source = |language: Language| Source {
        language: language.name(),
        description: language.describe(),
        text: language.print(std::slice::from_ref(&function), Options::default()),
    };
    Language::ALL.map(source).into()
}

impl Meaning {
    pub(crate) fn new(instruction: &Instruction, arch: Arch) -> Self {
        let vmad = Vmad::decode(instruction.encode()).ok();
        let (ptx, ptx_note) = match &vmad {
            Some(vmad) => of_vmad(vmad, arch),
            None => of_family(instruction),
        };
        let formula = vmad.map(|vmad| lines(&vmad.formula())).unwrap_or_default();
        Self {
            dispatch: instruction.dispatch().name(),
            formula,
            ptx,
            ptx_note,
            sources: sources(instruction),
        }
    }
}

fn lines(formula: &Formula) -> Vec<String> {
    let reason = |what: &str, reason: vmad_sass::vmad::Reason| {
        let sign = match reason.sign {
            Sign::Unsigned => "unsigned",
            Sign::Signed => "signed",
        };
        format!("{what} {sign}: {}", reason.why)
    };
    vec![
        formula.tmp.clone(),
        formula.shr.clone(),
        formula.result.clone(),
        reason("intermediate", formula.intermediate),
        reason("final", formula.last),
    ]
}

fn of_vmad(vmad: &Vmad, arch: Arch) -> (Option<String>, String) {
    match lift(vmad, arch) {
        Ok(ptx) => (Some(ptx.to_string()), format!("ptxas 12.9 compiles this to the word for {arch}.")),
        Err(reason) => (None, format!("No PTX produces this word for {arch}: {reason}.")),
    }
}

fn of_family(instruction: &Instruction) -> (Option<String>, String) {
    match instruction.operation().map(|operation| family::ptx(&operation)) {
        Some(Some(ptx)) => (Some(ptx.to_string()), "The PTX instruction of the same computation.".to_owned()),
        Some(None) => (None, "No PTX instruction has these modifiers with A and B in this order.".to_owned()),
        None => (None, "No source says what VABSDIFF4 computes with an immediate.".to_owned()),
    }
}
