//! A legal word of the family.

use core::fmt;

use vmad_unit::{Guard, Predicate, Register};

use crate::{
    dispatch::Dispatch,
    isa::Form,
    print::{Style, Text},
};

/// A legal instruction of the family: its word, and the form that describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    word: u64,
    form: &'static Form,
}

impl Instruction {
    /// The instruction of a word whose fields are all legal.
    pub(crate) const fn of_legal(word: u64, form: &'static Form) -> Self {
        Self { word, form }
    }

    /// The word, 64 bits.
    pub const fn encode(&self) -> u64 {
        self.word
    }

    /// The word form.
    pub const fn form(&self) -> &'static Form {
        self.form
    }

    /// The mnemonic: `VMAD`.
    pub const fn mnemonic(&self) -> &'static str {
        self.form.mnemonic
    }

    /// The value of a field by its name; [`None`] if the form has no such field.
    pub fn field(&self, name: &str) -> Option<u64> {
        Some(self.form.field(name)?.of(self.word))
    }

    /// The guard.
    pub const fn guard(&self) -> Guard {
        let [predicate, not] = self.form.guard;
        Guard {
            predicate: Predicate::from_encoding(predicate.of(self.word) as u8),
            negated: not.of(self.word) == 1,
        }
    }

    /// The register in a field (`Rd`, `Ra`, `Rb`, `Rc`); [`None`] if the form has no such field.
    pub fn register(&self, name: &str) -> Option<Register> {
        Some(Register::from_encoding(self.field(name)? as u8))
    }

    /// Coupled or decoupled.
    pub fn dispatch(&self) -> Dispatch {
        self.form.dispatch(self.word)
    }

    /// The text.
    pub const fn text(&self, style: Style) -> Text {
        Text::new(self.word, self.form, style)
    }
}

impl fmt::Display for Instruction {
    /// The text without reuse flags; `VMAD` with its default formats.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text(Style::EXPLICIT).fmt(f)
    }
}
