//! Executing any instruction of the family on the unit.

use vmad_unit::{Effect, Operation, Outcome, Predicate, Register, State, Trace};

use crate::{isa::Decoded, vmad::Ports, word::Instruction};

impl Instruction {
    /// The operation and its mode; [`None`] for a `VABSDIFF4` with an immediate: no source says what it computes.
    pub fn operation(&self) -> Option<Operation> {
        let form = self.form();
        (form.operation)(Decoded { word: self.encode(), form })
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

    /// The ports with given values: but `RZ` reads 0, `PT` reads 1, and an immediate has its own value.
    pub fn feed(&self, ports: Ports) -> Ports {
        let is_zero = |register: Option<Register>| register.is_some_and(Register::is_zero);
        let [a, b, c] = self.registers();
        let c = match self.source_predicate() {
            Some(Predicate::PT) => 1,
            Some(_) => ports.c & 1,
            None if is_zero(c) => 0,
            None => ports.c,
        };
        Ports {
            a: if is_zero(a) { 0 } else { ports.a },
            b: self.immediate().unwrap_or(if is_zero(b) { 0 } else { ports.b }),
            c,
        }
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
