//! What `vmad explain --json` prints: the schema of `docs/src/command.md`.

use std::borrow::Cow;

use serde::Serialize;
use vmad_ptxas::differing::{Differing, differing};
use vmad_ptxas::lifting::lift;
use vmad_sass::{
    Arch,
    isa::{Field, Form},
};

use super::{Subject, WordKind};
use crate::json::{Control, Hex, Instruction, hex};

/// The object of a word.
#[derive(Serialize)]
pub(super) struct Explanation {
    word: Hex,
    arch: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    control: Option<Control>,
    fields: Vec<FieldObject>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<String>,
    #[serde(flatten)]
    meaning: Option<Meaning>,
}

#[derive(Serialize)]
struct FieldObject {
    name: &'static str,
    bits: String,
    value: u64,
    meaning: Cow<'static, str>,
    legal: bool,
}

/// What a legal word means.
#[derive(Serialize)]
struct Meaning {
    instruction: Instruction,
    /// The formula, a line a stage.
    #[serde(skip_serializing_if = "Option::is_none")]
    computes: Option<Vec<String>>,
    /// What follows from the signs of the mode.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    readings: Vec<ReadingExample>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ptx: Option<String>,
    /// What ptxas compiles the PTX to, or why there is none.
    ptx_note: String,
    /// Ordinary instructions that ptxas compiles to the word too.
    #[serde(skip_serializing_if = "Option::is_none")]
    ordinary_ptx: Option<String>,
}

/// An interpretation that differs, with an example.
#[derive(Serialize)]
struct ReadingExample {
    id: &'static str,
    title: &'static str,
    instruction: String,
    inputs: [String; 3],
    here: String,
    there: String,
}

impl Explanation {
    pub(super) fn new(subject: &Subject) -> Self {
        let word = subject.word;
        let (fields, meaning) = match &subject.kind {
            WordKind::Legal(instruction) => (fields(subject), Some(Meaning::new(instruction, subject.arch))),
            WordKind::Illegal => (fields(subject), None),
            WordKind::Foreign => (Vec::new(), None),
        };
        Self {
            word: hex(word),
            arch: subject.arch.to_string(),
            control: subject.control.map(Control::from),
            fields,
            errors: subject.errors.clone(),
            meaning,
        }
    }
}

fn fields(subject: &Subject) -> Vec<FieldObject> {
    let word = subject.word;
    let object = |field: &'static Field| {
        let value = field.of(word);
        let (meaning, legal) = (field.spell(value), !field.is_illegal(value));
        FieldObject { name: field.name(), bits: field.place(), value, meaning, legal }
    };
    let fields = Form::of_in(subject.arch.layout(), word).map_or(&[][..], |form| form.fields);
    fields.iter().rev().map(object).collect()
}

impl Meaning {
    fn new(instruction: &vmad_sass::Instruction, arch: Arch) -> Self {
        let (ptx, ptx_note, ordinary_ptx) = match lift(instruction, arch) {
            Ok(lifted) => (Some(lifted.ptx), lifted.note, lifted.ordinary),
            Err(reason) => (None, reason.to_string(), None),
        };
        Self {
            instruction: instruction.into(),
            computes: instruction.formula(),
            notes: instruction.operation().map_or_else(Vec::new, |operation| operation.notes()),
            readings: differing(instruction).into_iter().map(ReadingExample::from).collect(),
            ptx,
            ptx_note,
            ordinary_ptx,
        }
    }
}

impl From<Differing> for ReadingExample {
    fn from(Differing { row, example, .. }: Differing) -> Self {
        let value = |value: u32| format!("{value:#010x}");
        let [here, there] = example.results.map(value);
        let (instruction, inputs) = (example.instruction, example.inputs.map(value));
        Self { id: row.id, title: row.title, instruction, inputs, here, there }
    }
}
