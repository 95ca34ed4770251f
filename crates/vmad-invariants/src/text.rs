//! Assembly text.

use arbitrary::{Result, Unstructured};
use vmad_sass::{
    Arch, Assembly, Instruction, Style, assemble_in,
    dispatch::Dispatch,
    isa::{Form, Layout, Spelling},
    schedule::{ControlField, Reuse, ReuseFlags},
    text::TextError,
};

use super::{Description, Sample};
use crate::generate;

/// [`assemble`]; in a test, a faulty one.
pub(super) type Assemble = fn(Layout, &str) -> core::result::Result<Assembly, TextError>;

/// Any instruction in any style.
pub(super) struct PrintedText {
    pub(super) instruction: Instruction,
    pub(super) arch: Arch,
    pub(super) reuse: ReuseFlags,
    pub(super) assemble: Assemble,
}

impl PrintedText {
    fn text(&self) -> String {
        self.instruction.text(Style::of(self.arch).with_reuse(self.reuse)).to_string()
    }

    /// The reuse flags that the text shows: those of registers, on a coupled instruction.
    fn shown(&self) -> ReuseFlags {
        let registers = [("Ra", Reuse::A), ("Rb", Reuse::B), ("Rc", Reuse::C)].into_iter();
        let shown = registers.filter(|(name, flag)| {
            self.instruction.field(name).is_some()
                && self.reuse.has(*flag)
                && self.instruction.dispatch() == Dispatch::Coupled
        });
        shown.fold(ReuseFlags::NONE, |flags, (_, flag)| flags.with(flag))
    }
}

impl Sample for PrintedText {
    const NAME: &'static str = "text_round_trips";
    const STATEMENT: &'static str =
        "any instruction in any style: its text assembles to it, with the reuse flags that the text shows";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let instruction = generate::instruction(bytes)?;
        let arch = *bytes.choose(&Arch::ALL)?;
        let reuse = ReuseFlags::new(bytes.int_in_range(0..=15)?);
        let instruction = instruction.to_layout(arch.layout());
        Ok(Self { instruction, arch, reuse, assemble: assemble_in })
    }

    fn describe(&self) -> Description {
        vec![
            ("instruction", self.instruction.to_string()),
            ("reuse flags", self.reuse.bits().to_string()),
            ("architecture", self.arch.to_string()),
            ("text", self.text()),
        ]
    }

    fn check(&self) {
        let text = self.text();
        let read = check_text(&self.instruction, &text, self.assemble).map(ControlField::reuse);
        assert_eq!(read.unwrap_or_default(), self.shown(), "{text}");
    }
}

/// Any text.
pub(super) struct ArbitraryText {
    pub(super) text: String,
    pub(super) layout: Layout,
    pub(super) assemble: Assemble,
}

impl Sample for ArbitraryText {
    const NAME: &'static str = "arbitrary_text_is_refused_in_place";
    const STATEMENT: &'static str = "any text: the assembler never panics; what it takes prints and assembles again, what it \
                                refuses it points at";

    fn draw(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let text = generate::text(bytes)?;
        Ok(Self { text, layout: *bytes.choose(&Layout::ALL)?, assemble: assemble_in })
    }

    fn describe(&self) -> Description {
        vec![("text", format!("{:?}", self.text))]
    }

    fn check(&self) {
        let text = &self.text;
        match (self.assemble)(self.layout, text) {
            Ok(assembly) => {
                let instruction = assembly.instruction;
                check_text(&instruction, &instruction.to_string(), self.assemble);
            }
            Err(error) => {
                let place = text.get(error.span.start..error.span.end);
                assert!(place.is_some(), "{text:?} has no place {:?}", error.span);
                assert!(!error.to_string().is_empty());
            }
        }
    }
}

/// Checks that a text of an instruction assembles to it. Gives the control field that the text has.
pub(super) fn check_text(instruction: &Instruction, text: &str, assemble: Assemble) -> Option<ControlField> {
    let read = assemble(instruction.layout(), text).unwrap_or_else(|error| panic!("{text}\n{error}"));
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
