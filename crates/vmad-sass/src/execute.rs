//! Execution of any instruction of the family on the unit.

use alloc::{
    format,
    string::{String, ToString},
};

use vmad_unit::{Effect, Operation, Outcome, Predicate, Register, State, Trace};

use crate::{isa::Decoded, vmad::Ports, word::Instruction};

/// No source says what an instruction computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no source says what VABSDIFF4 computes with an immediate B (imm8, bits 27:20): legal is a register B"
)]
pub struct NotKnown;

/// What a [shared destination](Instruction::shared_destination) holds: inferred.
pub const SHARED_DESTINATION: &str = "the second result is written last";

impl Instruction {
    /// The operation and its mode.
    ///
    /// # Errors
    /// The instruction is a `VABSDIFF4` with an immediate.
    pub fn known_operation(&self) -> Result<Operation, NotKnown> {
        self.operation().ok_or(NotKnown)
    }

    /// The operation and its mode; [`None`] for a `VABSDIFF4` with an immediate: no source says what it computes.
    pub fn operation(&self) -> Option<Operation> {
        let form = self.form();
        (form.operation)(Decoded { word: self.encode(), form })
    }

    /// The reason why the result is inferred, as [`Operation::inferred`]; for a `VSETP` with a
    /// [shared destination](Self::shared_destination), also the order of the two writes.
    pub fn inferred(&self) -> Option<String> {
        let reason = self.operation()?.inferred()?;
        Some(match self.shared_destination() {
            Some(both) => {
                format!("{reason}; both destinations are {both}: {SHARED_DESTINATION}")
            }
            None => reason.to_string(),
        })
    }

    /// The predicate that is both destinations of a `VSETP`, except `PT`: its value is the second result.
    pub fn shared_destination(&self) -> Option<Predicate> {
        let [first, second] = self.destination_predicates()?;
        (first == second && first != Predicate::PT).then_some(first)
    }

    /// The register that each of the ports A, B and C reads; an immediate and a predicate read none.
    pub fn registers(&self) -> [Option<Register>; 3] {
        ["Ra", "Rb", "Rc"].map(|name| self.register(name))
    }

    /// The immediate, with zeros above it.
    pub fn immediate(&self) -> Option<u32> {
        Some(self.field("imm16").or_else(|| self.field("imm8"))? as u32)
    }

    /// The source predicate of a `VSETP`.
    pub fn source_predicate(&self) -> Option<Predicate> {
        Some(Predicate::from_encoding(self.field("Ps")? as u8))
    }

    /// The destination predicates of a `VSETP`, the first and the second.
    pub fn destination_predicates(&self) -> Option<[Predicate; 2]> {
        let predicate = |name| Some(Predicate::from_encoding(self.field(name)? as u8));
        Some([predicate("Pd")?, predicate("Pe")?])
    }

    /// One execution with every wire. [`None`] as for [`Instruction::operation`].
    pub fn trace(&self, Ports { a, b, c }: Ports) -> Option<Trace> {
        Some(self.operation()?.trace(a, b, c))
    }

    /// The values of the ports: registers, the immediate, and as C the source predicate before its negation, 0 or 1.
    pub fn read(&self, state: &State) -> Ports {
        let [a, b, c] =
            self.registers().map(|register| register.map(|register| state.registers.read(register)));
        let predicate = || self.source_predicate().map(|predicate| state.predicates.read(predicate).into());
        Ports {
            a: a.unwrap_or(0),
            b: b.or_else(|| self.immediate()).unwrap_or(0),
            c: c.or_else(predicate).unwrap_or(0),
        }
    }

    /// The ports A, B and C that have the same value in every execution: 0 for `RZ`, 1 for `PT`, or the immediate.
    /// [`None`] for a port that reads a register or a predicate.
    pub fn fixed(&self) -> [Option<u32>; 3] {
        let zero = |register: Option<Register>| register.filter(|it| it.is_zero()).map(|_| 0);
        let [a, b, c] = self.registers();
        let is_true = || self.source_predicate().filter(|it| *it == Predicate::PT).map(|_| 1);
        [zero(a), self.immediate().or_else(|| zero(b)), zero(c).or_else(is_true)]
    }

    /// The ports with the given values; [`fixed`](Self::fixed) ports keep their own value. For a source predicate, only
    /// bit 0 of C is used.
    pub fn bind(&self, ports: Ports) -> Ports {
        let [a, b, c] = self.fixed();
        let given = if self.source_predicate().is_some() { ports.c & 1 } else { ports.c };
        Ports { a: a.unwrap_or(ports.a), b: b.unwrap_or(ports.b), c: c.unwrap_or(given) }
    }

    /// Executes the instruction: reads, computes, writes back. [`None`] as for [`Instruction::operation`].
    pub fn execute(&self, state: &mut State) -> Option<Effect> {
        let Ports { a, b, c } = self.read(state);
        let outcome = self.operation()?.execute(a, b, c);
        Some(self.write_back(state, outcome))
    }

    fn write_back(&self, state: &mut State, outcome: Outcome) -> Effect {
        match outcome {
            Outcome::Register(result) => {
                let destination = self.register("Rd").unwrap_or(Register::RZ);
                state.write_back(self.guard(), destination, self.field("CC") == Some(1), result)
            }
            Outcome::Predicates(values) => {
                let destinations = self.destination_predicates().unwrap_or([Predicate::PT; 2]);
                state.write_predicates(self.guard(), destinations, values)
            }
        }
    }
}
