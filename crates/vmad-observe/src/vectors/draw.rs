//! The inputs: random registers, corners of the selected fields, and values that reveal wrong rules.

use vmad_map::{
    corners,
    random::{SplitMix64, mix},
};
use vmad_sass::{Instruction, NotKnown, Ports};
use vmad_unit::{Operand, Register, Width};

use super::{FormMode, Vector, aim::aim};

/// The endless stream of vectors of one mode or one instruction, from a seed.
#[derive(Clone, Debug)]
pub struct Stream {
    subject: Subject,
    rng: SplitMix64,
}

/// An instruction that has no vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoVectors {
    /// Its computation is not known.
    #[error(transparent)]
    NotKnown(#[from] NotKnown),
    /// Two ports read a register, which cannot have two values.
    #[error("{0} occurs twice, but a vector has a separate value for each port: expected each register once")]
    Twice(Register),
}

#[derive(Clone, Debug)]
enum Subject {
    Mode(FormMode),
    Instruction(Instruction),
}

impl Stream {
    /// A mode's vectors. They depend only on the seed, the mode and its selectors.
    pub fn of_mode(mode: FormMode, seed: u64) -> Self {
        let rng = SplitMix64::new(seed ^ mix(mode.number()));
        Self { subject: Subject::Mode(mode), rng }
    }

    /// One instruction's vectors, with its own selectors, registers and immediate.
    ///
    /// # Errors
    /// Its operation is not known, or two of its ports read the same register.
    pub fn of_instruction(instruction: Instruction, seed: u64) -> Result<Self, NoVectors> {
        instruction.operation().ok_or(NotKnown)?;
        let [a, b, c] = instruction.registers().map(|port| port.filter(|register| !register.is_zero()));
        if let Some(register) = a.filter(|_| a == b || a == c).or(b.filter(|_| b == c)) {
            return Err(NoVectors::Twice(register));
        }
        let rng = SplitMix64::new(seed ^ mix(instruction.encode()));
        Ok(Self { subject: Subject::Instruction(instruction), rng })
    }

    pub(super) fn draw(&mut self) -> Option<Vector> {
        let rng = &mut self.rng;
        let instruction = match &self.subject {
            Subject::Instruction(instruction) => *instruction,
            Subject::Mode(mode) => {
                let [a, b] = &mode.operands;
                let (a, b) = (rng.choose(a)?, rng.choose(b)?);
                let immediate = field(rng, Width::Half);
                Instruction::decode(mode.word([a, b], immediate.into())).ok()?
            }
        };
        let operation = instruction.operation()?;
        let [a, b] = match operation.operands() {
            Some(operands) => operands.map(|operand| port(rng, operand)),
            None => [bytes(rng), bytes(rng)],
        };
        let c = if rng.once_in(2) { corner(rng, &corners::WORDS) } else { rng.word() };
        let mut ports = instruction.bind(Ports { a, b, c });
        // Every third.
        if rng.once_in(3) {
            ports = instruction.bind(aim(rng, &operation, instruction.immediate().is_some(), ports));
        }
        Some(Vector { instruction, operation, ports })
    }
}

/// A random register, every second time with a corner in the selected field.
fn port(rng: &mut SplitMix64, operand: Operand) -> u32 {
    let field = field(rng, operand.selector.width());
    corners::register(operand.selector, field, rng.word())
}

/// Four bytes, each of them every second time a corner.
fn bytes(rng: &mut SplitMix64) -> u32 {
    (0..4).fold(0, |word, _| word << 8 | field(rng, Width::Byte) & 0xff)
}

/// A field, every second time a corner of its width.
fn field(rng: &mut SplitMix64, width: Width) -> u32 {
    if rng.once_in(2) { corner(rng, corners::of_width(width)) } else { rng.word() }
}

fn corner(rng: &mut SplitMix64, corners: &[u32]) -> u32 {
    rng.choose(corners).unwrap_or_default()
}
