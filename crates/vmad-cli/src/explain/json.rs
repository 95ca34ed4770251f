//! What `vmad explain --json` prints: the schema of `docs/src/json.md`.

use serde::Serialize;
use vmad_sass::{
    Arch, Vmad,
    isa::{Field, Form},
    vmad::Formula,
};
use vmad_xcheck::{
    divergence::{Differing, differing},
    lifting::lift,
};

use super::{Kind, Subject, stages};
use crate::json::{Control, Instruction, hex, sign};

/// The object of a word.
#[derive(Serialize)]
pub(super) struct Explanation {
    word: String,
    arch: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    control: Option<Control>,
    fields: Vec<FieldObject>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    foreign_bits: Vec<u32>,
    #[serde(flatten)]
    meaning: Option<Meaning>,
    #[serde(flatten)]
    video: Option<Video>,
}

/// A legal instruction of the family that is not a `VMAD`.
#[derive(Serialize)]
struct Video {
    instruction: Instruction,
    stages: Vec<&'static str>,
    /// The formula, a line a stage.
    #[serde(skip_serializing_if = "Option::is_none")]
    computes: Option<Vec<String>>,
    readings: Vec<Reading>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ptx: Option<String>,
    /// Whether ptxas compiles the PTX to the word.
    #[serde(skip_serializing_if = "Option::is_none")]
    ptxas_emits: Option<bool>,
    /// Ordinary instructions that ptxas compiles to the word too.
    #[serde(skip_serializing_if = "Option::is_none")]
    ordinary_ptx: Option<String>,
}

impl Video {
    fn new(instruction: &vmad_sass::Instruction, arch: Arch) -> Self {
        let lifted = lift(instruction, arch).ok();
        Self {
            instruction: instruction.into(),
            stages: stages(instruction),
            computes: instruction.formula(),
            readings: differing(instruction).iter().map(Reading::of).collect(),
            ptx: lifted.as_ref().map(|lifted| lifted.ptx.to_string()),
            ptxas_emits: lifted.as_ref().map(|lifted| lifted.other.is_none()),
            ordinary_ptx: lifted.and_then(|lifted| lifted.ordinary),
        }
    }
}

/// A field with its value.
#[derive(Serialize)]
struct FieldObject {
    name: &'static str,
    bits: String,
    value: u64,
    meaning: String,
    legal: bool,
}

/// What a legal word means.
#[derive(Serialize)]
struct Meaning {
    instruction: Instruction,
    form: &'static str,
    formula: FormulaObject,
    readings: Vec<Reading>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ptx: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_ptx: Option<String>,
    /// Whether ptxas compiles the PTX to the word.
    #[serde(skip_serializing_if = "Option::is_none")]
    ptxas_emits: Option<bool>,
}

#[derive(Serialize)]
struct FormulaObject {
    tmp: String,
    shr: String,
    result: String,
    intermediate_sign: &'static str,
    final_sign: &'static str,
}

/// A row of the divergence map, with an example in the instruction's mode.
#[derive(Serialize)]
struct Reading {
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
            Kind::Legal(vmad) => (fields(word), Some(Meaning::new(vmad, subject))),
            Kind::Illegal | Kind::Video(_) => (fields(word), None),
            Kind::Foreign => (Vec::new(), None),
        };
        let video = match &subject.kind {
            Kind::Video(instruction) => Some(Video::new(instruction, subject.arch)),
            Kind::Legal(_) | Kind::Illegal | Kind::Foreign => None,
        };
        Self {
            word: hex(word),
            video,
            arch: subject.arch.to_string(),
            control: subject.control.map(Control::from),
            fields,
            errors: subject.errors.clone(),
            foreign_bits: subject.foreign_bits(),
            meaning,
        }
    }
}

fn fields(word: u64) -> Vec<FieldObject> {
    let object = |field: &'static Field| {
        let value = field.of(word);
        let (meaning, legal) = (field.spell(value), !field.is_illegal(value));
        FieldObject { name: field.name(), bits: field.place(), value, meaning, legal }
    };
    let fields = Form::of(word).map_or(&[][..], |form| form.fields);
    fields.iter().rev().map(object).collect()
}

impl Meaning {
    fn new(vmad: &Vmad, subject: &Subject) -> Self {
        let Formula { tmp, shr, result, intermediate, last } = vmad.formula();
        let lifted = lift(&(*vmad).into(), subject.arch);
        Self {
            instruction: vmad.into(),
            form: vmad.form(),
            formula: FormulaObject {
                tmp,
                shr,
                result,
                intermediate_sign: sign(intermediate.sign),
                final_sign: sign(last.sign),
            },
            readings: differing(&(*vmad).into()).iter().map(Reading::of).collect(),
            ptx: lifted.as_ref().ok().map(|lifted| lifted.ptx.to_string()),
            ptxas_emits: lifted.as_ref().ok().map(|lifted| lifted.other.is_none()),
            no_ptx: lifted.as_ref().err().map(ToString::to_string),
        }
    }
}

impl Reading {
    fn of(Differing { row, example, .. }: &Differing) -> Self {
        let value = |value: u32| format!("{value:#010x}");
        let [here, there] = example.results.map(value);
        Self {
            id: row.id,
            title: row.title,
            instruction: example.instruction.clone(),
            inputs: example.inputs.map(value),
            here,
            there,
        }
    }
}
