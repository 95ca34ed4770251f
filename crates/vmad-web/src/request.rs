//! The requests of the page.

use serde::{Deserialize, Serialize};
use vmad_sass::{
    Arch,
    isa::{Form, Group, Layout},
};
use vmad_unit::Kind;

/// A request of the page.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Request {
    /// A word with or without a control field, a line of a dump, assembly text, or a PTX instruction.
    pub text: String,
    /// The number of the architecture, for the style of the text: 50.
    pub arch: u32,
    /// The values of the ports A, B and C.
    pub ports: [u32; 3],
    /// The value of the guard predicate.
    pub guard: bool,
    /// The language of the source code, as `vmad emit` calls it.
    pub language: String,
    /// Whether the ruler is for a narrow screen.
    pub narrow: bool,
    /// A change of a field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
    /// Two sequences of PTX to compare, in place of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compare: Option<[String; 2]>,
}

/// A change of a field of the word.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// The name of the field.
    pub field: String,
    /// Its new value. For the opcode it is the index of the instruction in [`Kind::ALL`].
    pub value: u64,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            text: String::new(),
            arch: 50,
            ports: [0; 3],
            guard: true,
            language: "c".to_owned(),
            narrow: false,
            change: None,
            compare: None,
        }
    }
}

impl Request {
    /// The architecture; sm_50 if the number is not one.
    pub(crate) fn arch(&self) -> Arch {
        Arch::from_number(self.arch).unwrap_or(Arch::Sm50)
    }
}

impl Change {
    /// The word after the change; the same word if it has no such field.
    pub(crate) fn apply(&self, layout: Layout, word: u64) -> u64 {
        let Some(form) = Form::of_in(layout, word) else { return word };
        let Some(field) = form.fields.iter().find(|field| field.name() == self.field) else { return word };
        if field.group() != Group::Opcode {
            return field.with(word, self.value);
        }
        let kind = usize::try_from(self.value).ok().and_then(|index| Kind::ALL.get(index));
        let same_b = kind.and_then(|&kind| layout.forms(kind).iter().find(|other| other.b == form.b));
        same_b.map_or(word, |other| word & !other.opcode.mask | other.opcode.bits)
    }
}
