//! An explanation of a word that is not a `VMAD`, as text.

use std::io::Write;

use vmad_sass::{Instruction, vmad::Ports};
use vmad_xcheck::observed::{AGREEMENT, Differing, differing};

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

    pub(super) fn video_readings(&mut self, instruction: &Instruction) -> Result<(), Failure> {
        let frame = self.palette.frame;
        if instruction.operation().is_none() {
            return Ok(());
        }
        self.heading("where interpretations differ")?;
        let all = differing(instruction);
        if all.is_empty() {
            return self.say(&format!("none known: {AGREEMENT}"));
        }
        self.say("here: the result of this project; there: of the other interpretation")?;
        for Differing { hypothesis, ports, here, there } in all {
            self.say(&format!("{}  {}", hypothesis.name, hypothesis.title()))?;
            let Ports { a, b, c } = ports;
            writeln!(
                self.out,
                "       {frame}a={a:#x} b={b:#x} c={c:#x}: here {here:#x}, there {there:#x}{frame:#}"
            )?;
        }
        Ok(())
    }
}
