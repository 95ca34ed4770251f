//! An interpreter of the integer SASS that ptxas emits in place of video instructions. It reads nvdisasm's text.
//!
//! It is an oracle: it shares no code with the models that it is compared with. It has the instructions of the recorded
//! code for sm_50 to sm_120. Every other instruction is an error.

mod alu;
mod dot;
mod extremes;
mod functions;
mod operand;
mod pascal;
mod wide;

use std::collections::HashMap;

/// Registers, predicates, and the state between two instructions.
#[derive(Debug, Default)]
pub struct Machine {
    registers: HashMap<String, u32>,
    predicates: HashMap<String, bool>,
    /// `.CC`.
    carry: bool,
    /// The high word of a product of `XMAD`s.
    high: u32,
}

/// Runs instructions with `; ` between them: `a`, `b` and `c` in R4, R5 and R6; the result is R4.
///
/// # Errors
/// An instruction or an operand that the interpreter does not know.
pub fn run(code: &str, [a, b, c]: [u32; 3]) -> Result<u32, String> {
    let mut machine = Machine::new([("R4", a), ("R5", b), ("R6", c)]);
    machine.execute(code)?;
    machine.value("R4")
}

impl Machine {
    /// A machine with values in some registers.
    pub fn new<'r>(registers: impl IntoIterator<Item = (&'r str, u32)>) -> Self {
        let mut machine = Self::default();
        for (name, value) in registers {
            machine.set(name, value);
        }
        machine
    }

    /// Executes instructions with `; ` between them.
    ///
    /// # Errors
    /// An instruction or an operand that the interpreter does not know.
    pub fn execute(&mut self, code: &str) -> Result<(), String> {
        for instruction in code.split("; ").filter(|instruction| !instruction.is_empty()) {
            self.guarded(instruction).map_err(|error| format!("{error} in {instruction}"))?;
        }
        Ok(())
    }

    fn guarded(&mut self, instruction: &str) -> Result<(), String> {
        let Some(rest) = instruction.strip_prefix('@') else { return self.step(instruction) };
        let (guard, rest) = rest.split_once(' ').ok_or("a guard alone")?;
        if self.predicate(guard)? { self.step(rest) } else { Ok(()) }
    }

    fn step(&mut self, instruction: &str) -> Result<(), String> {
        let (opcode, rest) = instruction.split_once(' ').unwrap_or((instruction, ""));
        let operands: Vec<&str> = rest.split(", ").map(str::trim).collect();
        // Uniform instructions compute the same.
        let plain = opcode.strip_prefix('U').filter(|_| rest.starts_with('U')).unwrap_or(opcode);
        let known = self.pascal(plain, &operands)?
            || self.wide(plain, &operands)?
            || self.dot(plain, &operands)?
            || self.extremes(plain, &operands)?
            || self.alu(plain, &operands)?;
        if known {
            return Ok(());
        }
        Err(format!("{opcode} is not known"))
    }

    /// Writes a register; nothing into RZ.
    pub fn set(&mut self, register: &str, value: u32) {
        if !matches!(register, "RZ" | "URZ") {
            self.registers.insert(register.to_owned(), value);
        }
    }

    fn set_predicate(&mut self, name: &str, value: bool) {
        if !matches!(name, "PT" | "UPT") {
            self.predicates.insert(name.to_owned(), value);
        }
    }
}
