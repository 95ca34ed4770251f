//! The 64 bits: the ruler and the fields.

use serde::Serialize;
use vmad_sass::{
    isa::{Field, Form, Group, Spelling},
    ruler::bands,
};
use vmad_unit::Kind;

/// A field of the word.
#[derive(Serialize)]
pub(crate) struct FieldView {
    name: &'static str,
    group: Group,
    bits: String,
    meaning: &'static str,
    value: u64,
    most: u64,
    spelled: String,
    legal: bool,
    spelling: Spelling,
    /// The values to choose from; empty for registers and numbers.
    values: Vec<Choice>,
}

/// A value of a field.
#[derive(Serialize)]
struct Choice {
    value: u64,
    meaning: String,
    suffix: &'static str,
    legal: bool,
}

/// A part of a field in a band.
#[derive(Serialize)]
pub(crate) struct CellView {
    /// The index of the field in the list of fields.
    field: usize,
    high: u32,
    low: u32,
}

/// The fields of a word, the highest first.
pub(crate) fn fields(form: &Form, word: u64) -> Vec<FieldView> {
    form.fields.iter().rev().map(|field| FieldView::new(form, field, word)).collect()
}

/// The bands as cells, the highest first: 16 bits a band, 8 on a narrow screen.
pub(crate) fn ruler(form: &Form, narrow: bool) -> Vec<Vec<CellView>> {
    let place = |field: &Field| form.fields.iter().rev().position(|other| other.name() == field.name());
    let cell = |cell: &vmad_sass::ruler::Cell| CellView {
        field: place(cell.field).unwrap_or_default(),
        high: cell.high,
        low: cell.low,
    };
    bands(form, if narrow { 8 } else { 16 })
        .iter()
        .map(|band| band.cells.iter().map(cell).collect())
        .collect()
}

impl FieldView {
    fn new(form: &Form, field: &Field, word: u64) -> Self {
        let is_opcode = field.group() == Group::Opcode;
        let value = field.of(word);
        let spelled = if is_opcode { form.kind.to_string() } else { field.spell(value).into_owned() };
        Self {
            name: field.name(),
            group: field.group(),
            bits: field.place(),
            meaning: field.meaning(),
            value: if is_opcode { form.kind as u64 } else { value },
            most: field.mask(),
            legal: !field.is_illegal(value),
            spelling: field.spelling(),
            values: if is_opcode { opcodes() } else { values(field) },
            spelled,
        }
    }
}

/// The instructions, as values of the opcode.
fn opcodes() -> Vec<Choice> {
    let choice = |(index, mnemonic): (u64, &str)| Choice {
        value: index,
        meaning: mnemonic.to_owned(),
        suffix: "",
        legal: true,
    };
    (0..).zip(Kind::NAMES).map(choice).collect()
}

fn values(field: &Field) -> Vec<Choice> {
    let listed = |value: u64| field.values().iter().find(|listed| u64::from(listed.value) == value);
    let choice = |value: u64| Choice {
        value,
        meaning: field.spell(value).into_owned(),
        suffix: listed(value).map_or("", |listed| listed.suffix),
        legal: !field.is_illegal(value),
    };
    match field.spelling() {
        Spelling::Listed | Spelling::Predicate => (0..=field.mask()).map(choice).collect(),
        Spelling::Register | Spelling::Number | Spelling::Uniform | Spelling::Ignored => Vec::new(),
    }
}
