//! Execution of any instruction of the family on the unit.

use alloc::{
    format,
    string::{String, ToString},
};

use vmad_unit::{Effect, Predicate, Register, Source, State, Trace};

use crate::{
    instruction::Instruction,
    isa::Layout,
    parts::{Destination, SourceB, SourceC},
};

/// The values of the three ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Ports {
    /// The A port.
    pub a: u32,
    /// The B port: a register, or an immediate with zeros above it.
    pub b: u32,
    /// The C port: a register, or a predicate as 0 or 1.
    pub c: u32,
}

/// Why the value of a [shared destination](Instruction::shared_destination) is inferred.
pub const SHARED_DESTINATION: &str = "the second result is written last";

/// Why every result of an instruction of Kepler is inferred.
pub const KEPLER: &str = "Kepler: as on Maxwell; no value of a Kepler card is published";

impl Instruction {
    /// Who specifies the computation: [`Source::Nothing`] as for [`Instruction::operation`].
    pub fn source(&self) -> Source {
        self.operation().map_or(Source::Nothing, |operation| operation.source())
    }

    /// The reason why the result is inferred: that of its [source](Self::source); for a `VSETP` with a
    /// [shared destination](Self::shared_destination), also the order of the two writes; and [`KEPLER`] for every
    /// result of Kepler. [`None`] if a document specifies the result, or if no source does.
    pub fn inferred(&self) -> Option<String> {
        let source = self.source();
        let reason = source.is_inferred().then(|| match self.shared_destination() {
            Some(both) => format!("{source}; both destinations are {both}: {SHARED_DESTINATION}"),
            None => source.to_string(),
        });
        match (self.layout(), source, reason) {
            (_, Source::Nothing, _) => None,
            (Layout::Maxwell, _, reason) => reason,
            (Layout::Kepler, _, None) => Some(KEPLER.to_string()),
            (Layout::Kepler, _, Some(reason)) => Some(format!("{KEPLER}; on Maxwell: {reason}")),
        }
    }

    /// The predicate that is both destinations of a `VSETP`, except `PT`: its value is the second result.
    pub fn shared_destination(&self) -> Option<Predicate> {
        let [first, second] = self.destination_predicates()?;
        (first == second && first != Predicate::PT).then_some(first)
    }

    /// The register that each of the ports A, B and C reads; an immediate and a predicate read none.
    pub fn registers(&self) -> [Option<Register>; 3] {
        let b = if let SourceB::Register(register) = self.b() { Some(register) } else { None };
        let c = if let SourceC::Register(register) = self.c() { Some(register) } else { None };
        [Some(self.a()), b, c]
    }

    /// The immediate, with zeros above it.
    pub fn immediate(&self) -> Option<u32> {
        if let SourceB::Immediate(value) = self.b() { Some(value.into()) } else { None }
    }

    /// The source predicate of a `VSETP`.
    pub fn source_predicate(&self) -> Option<Predicate> {
        if let SourceC::Predicate(predicate) = self.c() { Some(predicate) } else { None }
    }

    /// The destination register; [`None`] for a `VSETP`.
    pub fn destination_register(&self) -> Option<Register> {
        if let Destination::Register { register, .. } = self.destination() { Some(register) } else { None }
    }

    /// The destination predicates of a `VSETP`, the first and the second.
    pub fn destination_predicates(&self) -> Option<[Predicate; 2]> {
        if let Destination::Predicates(both) = self.destination() { Some(both) } else { None }
    }

    /// Whether the condition code is written: `Rd.CC`.
    pub fn cc(&self) -> bool {
        matches!(self.destination(), Destination::Register { cc: true, .. })
    }

    /// The values of the ports: registers, the immediate, and as C the source predicate before its negation, 0 or 1.
    pub fn read(&self, state: &State) -> Ports {
        Ports {
            a: state.registers.read(self.a()),
            b: match self.b() {
                SourceB::Register(register) => state.registers.read(register),
                SourceB::Immediate(value) => value.into(),
            },
            c: match self.c() {
                SourceC::Register(register) => state.registers.read(register),
                SourceC::Predicate(predicate) => state.predicates.read(predicate).into(),
            },
        }
    }

    /// The ports A, B and C that have the same value in every execution: 0 for `RZ`, 1 for `PT`, or the immediate.
    /// [`None`] for a port that reads a register or a predicate.
    pub fn fixed(&self) -> [Option<u32>; 3] {
        let zero = |register: Register| register.is_zero().then_some(0);
        let b = match self.b() {
            SourceB::Register(register) => zero(register),
            SourceB::Immediate(value) => Some(value.into()),
        };
        let c = match self.c() {
            SourceC::Register(register) => zero(register),
            SourceC::Predicate(predicate) => (predicate == Predicate::PT).then_some(1),
        };
        [zero(self.a()), b, c]
    }

    /// The ports with the given values; [`fixed`](Self::fixed) ports keep their own value. For a source predicate, only
    /// bit 0 of C is used.
    pub fn bind(&self, ports: Ports) -> Ports {
        let [a, b, c] = self.fixed();
        let given = if self.source_predicate().is_some() { ports.c & 1 } else { ports.c };
        Ports { a: a.unwrap_or(ports.a), b: b.unwrap_or(ports.b), c: c.unwrap_or(given) }
    }

    /// The result for the ports, as [`Operation::execute`](vmad_unit::Operation::execute). [`None`] as for [`Instruction::operation`].
    pub fn compute(&self, Ports { a, b, c }: Ports) -> Option<u32> {
        Some(self.operation()?.execute(a, b, c))
    }

    /// The same, with every wire.
    pub fn trace(&self, Ports { a, b, c }: Ports) -> Option<Trace> {
        Some(self.operation()?.trace(a, b, c))
    }

    /// Executes the instruction: reads, computes, writes back. [`None`] as for [`Instruction::operation`].
    pub fn execute(&self, state: &mut State) -> Option<Effect> {
        let result = self.compute(self.read(state))?;
        Some(match self.destination() {
            Destination::Register { register, cc } => state.write_back(self.guard(), register, cc, result),
            Destination::Predicates(destinations) => {
                let values = [0, 1].map(|bit| result >> bit & 1 == 1);
                state.write_predicates(self.guard(), destinations, values)
            }
        })
    }
}
