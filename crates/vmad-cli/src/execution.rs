//! An instruction that is executed on initial values: `exec` and `trace`.

use vmad_ptx::sequence::Width;
use vmad_sass::{AnyArch, AnyInstruction, NotKnown, Ports, SHARED_DESTINATION};
use vmad_unit::{Effect, Operation, Predicate, Register, State, Writes};

use crate::{
    excerpt::Place,
    failure::{Exit, Failure},
    inputs::{any_instruction, check_inputs, given},
    stderr::say,
};

/// An instruction that was executed.
pub(crate) struct Executed {
    pub(crate) instruction: AnyInstruction,
    pub(crate) operation: Operation,
    pub(crate) ports: Ports,
    /// Whether the guard was true.
    is_active: bool,
    pub(crate) effect: Effect,
}

/// Executes an instruction on initial values of all registers, predicates and other operands that it reads:
/// `R2=0x12345688`, `P0=true`, `UR4=5`, `c[0x0][0x160]=5`. Values that are not read are reported on standard error.
pub(crate) fn execute(
    place: &Place,
    text: &str,
    arch: AnyArch,
    assignments: &[String],
) -> Result<Executed, Failure> {
    let instruction = any_instruction(place, text, arch)?;
    let refuse = || Failure::piece(place.clone(), text, 0..text.len(), &NotKnown);
    let operation = instruction.operation().ok_or_else(refuse)?;
    let (operands, guard) = (instruction.operands(), instruction.guard());
    let read = operands.iter().zip(instruction.fixed()).filter(|(_, fixed)| fixed.is_none());
    let guarding = (guard.predicate != Predicate::PT).then(|| guard.predicate.to_string());
    let read: Vec<String> = read.map(|(name, _)| name.clone()).collect();
    let reads: Vec<&String> = read.iter().chain(&guarding).collect();
    let (given, others) = given(assignments, "R2=0x12345688 or P0=true", |name| {
        let is_predicate = Predicate::from_name(name).is_some_and(|predicate| predicate != Predicate::PT);
        let is_register = Register::from_name(name).is_some_and(|register| !register.is_zero());
        let is_word = is_register || read.iter().any(|read| read == name);
        let width = is_predicate.then_some(Width::Predicate).or(is_word.then_some(Width::Bits(32)));
        Some((name.to_owned(), width?))
    })?;
    if let Some(name) = others.first() {
        let text = assignments.iter().find(|text| text.starts_with(&format!("{name}="))).unwrap_or(name);
        return Err(match instruction {
            AnyInstruction::Narrow(_) => Failure::input(
                format!("{text:?}"),
                "not a register or predicate: expected R0 to R254 or P0 to P6 (RZ is always 0, PT is always true)",
            ),
            AnyInstruction::Wide(_) => {
                let operands = read.join(", ");
                let message = format!(
                    "not a register, a predicate or an operand: expected R0 to R254, P0 to P6, or of {operands}"
                );
                Failure::input(format!("{name:?}"), &message)
            }
        });
    }
    let mut state = State::default();
    for (name, value) in &given {
        if let Some(register) = Register::from_name(name) {
            state.registers.write(register, *value as u32);
        } else if let Some(predicate) = Predicate::from_name(name) {
            state.predicates.write(predicate, *value == 1);
        }
    }
    let value = |name: &str| given.iter().find(|(given, _)| given == name).map(|(_, value)| *value as u32);
    let destinations = instruction.destinations();
    let names = given.iter().map(|(name, _)| name);
    let unused: Vec<_> =
        names.filter(|name| !reads.contains(name) && !destinations.contains(name)).cloned().collect();
    let missing = reads.iter().filter(|name| value(name).is_none()).map(|name| (*name).clone());
    check_inputs(place.clone(), missing, &unused)?;
    let [a, b, c] = operands.map(|name| value(&name).unwrap_or_default());
    let ports = instruction.bind(Ports { a, b, c });
    let is_active = state.predicates.passes(guard);
    let effect = instruction.execute(&mut state, ports).ok_or_else(refuse)?;
    for unknown in instruction.unknown() {
        say(format_args!("note: {unknown}"));
    }
    Ok(Executed { instruction, operation, ports, is_active, effect })
}

impl Executed {
    /// Exit code 2 for a predicate result that no source describes.
    pub(crate) fn verdict(&self) -> Exit {
        if self.unknown_predicate().is_some() { Exit::BadInput } else { Exit::Fine }
    }

    /// The predicate result of a word of 128 bits, which is not computed.
    fn unknown_predicate(&self) -> Option<Predicate> {
        let AnyInstruction::Wide(wide) = self.instruction else { return None };
        Some(wide.parts().predicate).filter(|predicate| self.is_active && *predicate != Predicate::PT)
    }

    /// `R0 = 0x91235462` or `P0 = 1, P1 = 0`, or the reason why nothing changes.
    pub(crate) fn written(&self) -> String {
        let predicates = self.effect.predicates.iter().flatten();
        let predicates: Vec<_> =
            predicates.map(|(predicate, value)| format!("{predicate} = {}", u8::from(*value))).collect();
        match self.effect.register {
            _ if !self.is_active => {
                format!("nothing changes: the guard {} is false", self.instruction.guard())
            }
            Some((register, value)) => format!("{register} = {value:#010x}"),
            None if !predicates.is_empty() => predicates.join(", "),
            None => match self.operation.kind().writes() {
                Writes::Predicates => "no predicate changes: the destinations are PT".to_owned(),
                Writes::Register => "no register changes: the destination is RZ".to_owned(),
            },
        }
    }

    /// The write-back, and what is not known of it.
    pub(crate) fn lines(&self) -> Vec<String> {
        let is_shared = match &self.instruction {
            AnyInstruction::Narrow(narrow) => narrow.shared_destination().is_some(),
            AnyInstruction::Wide(_) => false,
        };
        let inferred = if is_shared && self.effect.predicates.iter().any(Option::is_some) {
            format!(" (inferred: {SHARED_DESTINATION})")
        } else {
            String::new()
        };
        let mut lines = vec![self.written() + &inferred];
        lines.extend(self.unknown_predicate().map(|predicate| format!("{predicate} = unknown")));
        if self.effect.condition_code {
            lines.push("CC = unspecified (no published source says what .CC writes)".to_owned());
        }
        lines
    }
}
