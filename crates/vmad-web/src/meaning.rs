//! The computation of a legal word, and its PTX.

use serde::Serialize;
use vmad_emit::{Language, Options, instruction};
use vmad_ptxas::lifting::{Lifted, lift};
use vmad_sass::Instruction;

use crate::request::Request;

/// The computation of a legal word.
#[derive(Serialize)]
pub(crate) struct Meaning {
    dispatch: &'static str,
    /// The formula, one line for each stage; empty if no source specifies the computation.
    formula: Vec<String>,
    /// What follows from the signs of the mode.
    notes: Vec<String>,
    /// The PTX, and how it relates to the word.
    ptx: Option<String>,
    ptx_note: String,
    /// Ordinary PTX instructions, and how they relate to the word.
    ordinary: Option<[String; 2]>,
    /// The languages of `vmad emit`: name and description.
    languages: Vec<[&'static str; 2]>,
    /// The instruction as a function in one of them.
    source: Option<String>,
}

impl Meaning {
    pub(crate) fn new(instruction: &Instruction, request: &Request) -> Self {
        let (ptx, note, ordinary) = match lift(instruction, request.arch()) {
            Ok(lifted) => (Some(lifted.ptx), lifted.note, lifted.ordinary),
            Err(reason) => (None, reason.to_string(), None),
        };
        Self {
            dispatch: instruction.dispatch().name(),
            formula: instruction.formula().unwrap_or_default(),
            notes: instruction.operation().map_or_else(Vec::new, |operation| operation.notes()),
            ptx,
            ptx_note: sentence(&note),
            ordinary: ordinary.map(|ordinary| [ordinary, sentence(Lifted::ORDINARY)]),
            languages: Language::ALL.map(|language| [language.name(), language.describe()]).into(),
            source: source(instruction, &request.language),
        }
    }
}

/// The function of an instruction in a language; [`None`] if no source says what it computes.
fn source(word: &Instruction, language: &str) -> Option<String> {
    let language =
        Language::ALL.into_iter().find(|candidate| candidate.name() == language).unwrap_or(Language::C);
    let function = instruction(word, None)?;
    Some(language.print(&[function], Options::default()))
}

/// A clause as a sentence: with a capital, unless it begins with the name of a program, and a period.
pub(crate) fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    match letters.next() {
        Some(first) if !clause.starts_with("ptxas") => {
            format!("{}{}.", first.to_uppercase(), letters.as_str())
        }
        _ => format!("{clause}."),
    }
}
