//! Rows with the registers and predicates before an execution and after it.

use std::collections::BTreeMap;

use vmad_sass::Instruction;
use vmad_unit::{Predicate, Register, State};

use super::{Observation, Tally};

/// Registers and predicates by their names, with their values as text.
pub type Values = BTreeMap<String, String>;

/// A fault that no result of an instruction shows.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Fault {
    /// The fault.
    pub kind: &'static str,
    /// How many rows have it.
    pub rows: u64,
    /// The line of the first.
    pub line: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StateRegister {
    Register(Register),
    Predicate(Predicate),
}

impl StateRegister {
    fn parse(name: &str, text: &str) -> Result<(Self, u32), String> {
        let register = Register::from_name(name).map(|register| (Self::Register(register), u32::MAX));
        let predicate = || Predicate::from_name(name).map(|predicate| (Self::Predicate(predicate), 1));
        let (place, last) = register.or_else(predicate).ok_or_else(|| {
            format!("{name:?} is not a register or predicate: expected R0 to R254 or P0 to P6")
        })?;
        let value = u32::from_str_radix(text.strip_prefix("0x").unwrap_or(text), 16);
        let expected = if last == 1 { "0 or 1" } else { "1 to 8 hexadecimal digits" };
        match value {
            Ok(value) if value <= last => Ok((place, value)),
            _ => Err(format!("{name} is {text:?}: expected {expected}")),
        }
    }

    fn read(self, state: &State) -> u32 {
        match self {
            Self::Register(register) => state.registers.read(register),
            Self::Predicate(predicate) => state.predicates.read(predicate).into(),
        }
    }
}

fn values(values: &Values) -> Result<Vec<(StateRegister, u32)>, String> {
    values.iter().map(|(name, text)| StateRegister::parse(name, text)).collect()
}

impl Tally {
    /// Counts a row with states.
    ///
    /// # Errors
    /// A name is no register and no predicate, a value is not a number, or `after` lacks a destination.
    pub fn count_states(
        &mut self,
        line: u64,
        instruction: &Instruction,
        before: &Values,
        after: &Values,
    ) -> Result<(), String> {
        let Some(operation) = instruction.operation() else { return Ok(()) };
        let mut state = State::default();
        for (place, value) in values(before)? {
            match place {
                StateRegister::Register(register) => state.registers.write(register, value),
                StateRegister::Predicate(predicate) => state.predicates.write(predicate, value == 1),
            }
        }
        let after = values(after)?;
        let (ports, is_active) = (instruction.read(&state), state.predicates.passes(instruction.guard()));
        let mut expected = state.clone();
        let _ = instruction.execute(&mut expected);
        let predicates =
            instruction.destination_predicates().into_iter().flatten().map(StateRegister::Predicate);
        let destinations: Vec<StateRegister> = instruction
            .destination_register()
            .map(StateRegister::Register)
            .into_iter()
            .chain(predicates)
            .collect();
        let mut wrong = after.iter().filter(|(place, value)| place.read(&expected) != *value);
        let fault = match wrong.clone().find(|(place, _)| !destinations.contains(place)) {
            Some((StateRegister::Register(register), _)) if register.is_zero() => Some("RZ is not 0"),
            Some(_) => Some("a register or predicate that is no destination changes"),
            None if !is_active && wrong.next().is_some() => {
                Some("the guard is ignored: a destination changes although the guard is false")
            }
            None => None,
        };
        if let Some(kind) = fault {
            self.fault(kind, line);
            return Ok(());
        }
        let value =
            |wanted: &StateRegister| after.iter().find(|(place, _)| place == wanted).map(|(_, value)| *value);
        let result = match destinations.as_slice() {
            [StateRegister::Register(register)] if !register.is_zero() => value(&destinations[0]),
            [StateRegister::Predicate(one), StateRegister::Predicate(other)]
                if one != other && *one != Predicate::PT && *other != Predicate::PT =>
            {
                value(&destinations[0])
                    .zip(value(&destinations[1]))
                    .map(|(first, second)| first | second << 1)
            }
            // Nothing is written, or one predicate.
            _ => {
                if wrong.next().is_some() {
                    self.fault("a destination predicate is wrong", line);
                }
                self.states += 1;
                return Ok(());
            }
        };
        match result {
            _ if !is_active => self.states += 1,
            Some(result) => {
                let instruction = *instruction;
                self.count(&Observation { line, instruction, operation, ports, result });
            }
            None => return Err("after has no value of the destination".to_owned()),
        }
        Ok(())
    }

    fn fault(&mut self, kind: &'static str, line: u64) {
        match self.faults.iter_mut().find(|fault| fault.kind == kind) {
            Some(fault) => fault.rows += 1,
            None => self.faults.push(Fault { kind, rows: 1, line }),
        }
    }
}
