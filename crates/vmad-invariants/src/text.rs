//! Assembly text.

use arbitrary::{Result, Unstructured};
use vmad_sass::{
    Assembly, Instruction, assemble_in,
    isa::{Form, Layout, Spelling},
    schedule::ControlField,
    text::Span,
};

use super::Sample;
use crate::{generate, texts::check_error};

/// Any text.
#[derive(Debug)]
pub(super) struct ArbitraryText {
    text: String,
    layout: Layout,
}

impl Sample for ArbitraryText {
    const NAME: &'static str = "arbitrary_text_is_refused_in_place";
    const STATEMENT: &'static str = "any text: the assembler never panics; what it takes prints and assembles again, what it \
                                refuses it points at, in an excerpt that shows no hidden character";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let text = generate::text(bytes)?;
        Ok(Self { text, layout: *bytes.choose(&Layout::ALL)? })
    }

    fn check(&self) {
        let text = &self.text;
        match assemble_in(self.layout, text) {
            Ok(Assembly { instruction, .. }) => {
                check_text(&instruction, &instruction.to_string());
            }
            Err(error) => {
                let Span { start, end } = error.span;
                check_error(text, vmad_ptx::syntax::Span { start, end }, &error.message);
            }
        }
    }
}

/// Checks that a text of an instruction assembles to it. Gives the control field that the text has.
pub(super) fn check_text(instruction: &Instruction, text: &str) -> Option<ControlField> {
    let read = assemble_in(instruction.layout(), text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    assert_eq!(read.instruction.to_string(), instruction.to_string(), "{text}");
    // Text does not show the minus of an immediate of 0.
    if instruction.immediate() != Some(0) {
        let expected = without_ignored(instruction.encode(), instruction.form());
        assert_eq!(read.instruction.encode(), expected, "{text}");
    }
    read.control
}

/// The word that text gives: the bits without a meaning are zero.
pub(super) fn without_ignored(word: u64, form: &Form) -> u64 {
    let ignored = form.fields.iter().filter(|field| field.spelling() == Spelling::Ignored);
    ignored.fold(word, |word, field| field.with(word, 0))
}
