//! The inputs of `exec` and `trace`: an instruction, and initial registers and predicates.

use vmad_sass::{Instruction, KEPLER, NotKnown, Ports, assemble, assemble_in, isa::Layout};
use vmad_unit::{Effect, Kind, Predicate, Register, State};

use crate::{
    excerpt::Place,
    failure::Failure,
    number,
    source::{is_word, word},
    stderr::say,
};

/// The instruction of a mnemonic, in upper or lower case.
pub(crate) fn kind(text: &str) -> Option<Kind> {
    Kind::from_name(&text.to_ascii_uppercase())
}

/// An instruction ready to run.
pub(crate) struct Loaded {
    pub(crate) instruction: Instruction,
    pub(crate) state: State,
    /// Whether the guard is true before the execution: the instruction can write its own guard.
    pub(crate) is_active: bool,
    /// Registers and predicates that the instruction reads without an initial value.
    pub(crate) missing: Vec<String>,
    /// Initial values that have no effect.
    pub(crate) unused: Vec<String>,
}

/// Reads an instruction, and initial values: `R2=0x12345688`, `R3=-5`, `P0=true`. All others are 0 or false.
pub(crate) fn load(text: &str, assignments: &[String]) -> Result<Loaded, Failure> {
    let instruction = instruction(|| "the instruction", text)?;
    let refuse = |error| Failure::piece("the instruction", text, 0..text.len(), &error);
    instruction.operation().ok_or(NotKnown).map_err(refuse)?;
    let mut state = State::default();
    let mut given = Vec::new();
    for text in assignments {
        let name = assign(&mut state, text)?;
        if given.contains(&name) {
            return Err(Failure::input(format!("{text:?}"), &format!("{name} is given twice")));
        }
        given.push(name);
    }
    let mut missing = Vec::new();
    for name in reads(&instruction) {
        if !given.contains(&name) && !missing.contains(&name) {
            missing.push(name);
        }
    }
    let used = |name: &String| writes(&instruction).chain(reads(&instruction)).any(|used| used == *name);
    given.retain(|name| !used(name));
    let is_active = state.predicates.passes(instruction.guard());
    Ok(Loaded { instruction, state, is_active, missing, unused: given })
}

impl Loaded {
    /// Reports on standard error the missing and the unused initial values.
    pub(crate) fn note(&self) {
        if self.instruction.layout() == Layout::Kepler {
            say(format_args!("note: {KEPLER}"));
        }
        note_inputs(&self.missing, &self.unused);
    }

    /// Executes the instruction.
    ///
    /// # Errors
    /// No source says what it computes.
    pub(crate) fn execute(&mut self) -> Result<Effect, Failure> {
        let effect = self.instruction.execute(&mut self.state);
        effect.ok_or_else(|| not_known(&self.instruction))
    }

    pub(crate) fn ports(&self) -> Ports {
        self.instruction.read(&self.state)
    }
}

/// Reports on standard error the missing and the unused initial values.
pub(crate) fn note_inputs(missing: &[String], unused: &[String]) {
    for (what, names) in [("not given, taken as 0", missing), ("given, but not read", unused)] {
        if !names.is_empty() {
            say(format_args!("note: {what}: {}", names.join(", ")));
        }
    }
}

/// Parses an instruction of the family: text, or a word of any architecture.
pub(crate) fn instruction<P: Into<Place>>(place: impl Fn() -> P, text: &str) -> Result<Instruction, Failure> {
    if is_word(text) {
        let whole = 0..text.len();
        let word = word(text).map_err(|error| Failure::piece(place(), text, whole.clone(), &error))?;
        let layout = Layout::of_word(word).unwrap_or(Layout::Maxwell);
        Instruction::decode_in(layout, word).map_err(|error| Failure::piece(place(), text, whole, &error))
    } else {
        // Only a text with `.S` is one of Kepler alone.
        let assembly = assemble(text).or_else(|error| assemble_in(Layout::Kepler, text).map_err(|_| error));
        Ok(assembly.map_err(|error| Failure::text(place(), text, &error))?.instruction)
    }
}

/// The error of an instruction that has no known computation.
pub(crate) fn not_known(instruction: &Instruction) -> Failure {
    Failure::input(instruction.to_string(), &NotKnown)
}

/// The names of the registers and predicates that an instruction reads, except `RZ` and `PT`.
fn reads(instruction: &Instruction) -> impl Iterator<Item = String> {
    let registers = instruction.registers().into_iter().flatten();
    let predicates = instruction.source_predicate().into_iter().chain([instruction.guard().predicate]);
    let predicates = predicates.filter(|&predicate| predicate != Predicate::PT);
    let registers = registers.filter(|register| !register.is_zero()).map(|register| register.to_string());
    registers.chain(predicates.map(|predicate| predicate.to_string()))
}

/// The names of the registers and predicates that an instruction writes.
fn writes(instruction: &Instruction) -> impl Iterator<Item = String> {
    let register = instruction.destination_register().map(|register| register.to_string());
    let predicates = instruction.destination_predicates().into_iter().flatten();
    register.into_iter().chain(predicates.map(|predicate| predicate.to_string()))
}

/// Parses `NAME=VALUE` into the state and returns the name.
fn assign(state: &mut State, text: &str) -> Result<String, Failure> {
    let refuse = |message: &str| Failure::input(format!("{text:?}"), message);
    let (name, value) =
        text.split_once('=').ok_or_else(|| refuse("expected NAME=VALUE, as in R2=0x12345688 or P0=true"))?;
    if let Some(register) = Register::from_name(name).filter(|register| !register.is_zero()) {
        let value = number::of_bits(value, 32).ok_or_else(|| {
            refuse("the value is not a 32-bit number: expected 0x0 to 0xffffffff, or decimal -2147483648 to 4294967295")
        })?;
        state.registers.write(register, value as u32);
    } else if let Some(predicate) = Predicate::from_name(name).filter(|it| *it != Predicate::PT) {
        let value = match value {
            "1" | "true" => true,
            "0" | "false" => false,
            _ => return Err(refuse("the value is not a truth value: expected true, false, 1 or 0")),
        };
        state.predicates.write(predicate, value);
    } else {
        return Err(refuse(
            "not a register or predicate: expected R0 to R254 or P0 to P6 (RZ is always 0, PT is always true)",
        ));
    }
    Ok(name.to_owned())
}
