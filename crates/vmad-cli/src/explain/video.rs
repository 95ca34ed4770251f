//! An explanation of a word that is not a `VMAD`, as text.

use vmad_sass::Instruction;

use super::text::{COUPLED, Page};
use crate::failure::Failure;

impl Page<'_> {
    /// The form of an instruction that is not a `VMAD`.
    pub(super) fn video_form(&mut self, instruction: &Instruction) -> Result<(), Failure> {
        self.heading("form")?;
        let b = if instruction.immediate().is_some() { "an immediate" } else { "a register" };
        self.say(&format!("{}: B is {b}", instruction.mnemonic()))?;
        self.say(&format!("{}: {COUPLED}", instruction.dispatch().name()))
    }

    /// The wires of an instruction that is not a `VMAD`, and how far sources specify it.
    pub(super) fn video_computes(&mut self, instruction: &Instruction) -> Result<(), Failure> {
        self.heading("computes")?;
        if let Err(error) = instruction.known_operation() {
            return self.say(&format!("unknown: {error}"));
        }
        for line in instruction.formula().unwrap_or_default() {
            self.say(&line)?;
        }
        self.say(&match instruction.inferred() {
            Some(reason) => format!("inferred: {reason}"),
            None => "the PTX ISA specifies it".to_owned(),
        })
    }
}
