//! Execution of a `VMAD` on the unit.

use vmad_unit::{Effect, Register, State, Trace, execute, trace};

use super::instruction::{SourceB, Vmad};

/// The values of the three ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Ports {
    /// The A port.
    pub a: u32,
    /// The B port: a register, or the imm16 with zeros above it.
    pub b: u32,
    /// The C port.
    pub c: u32,
}

impl Vmad {
    /// The register that each of the ports A, B and C reads; an immediate reads none.
    pub const fn registers(&self) -> [Option<Register>; 3] {
        let b = match self.b {
            SourceB::Register { source, .. } => Some(source.register),
            SourceB::Immediate { .. } => None,
        };
        [Some(self.a.register), b, Some(self.c)]
    }

    /// Reads the ports from the registers.
    pub fn read(&self, state: &State) -> Ports {
        let b = match self.b {
            SourceB::Register { source, .. } => state.registers.read(source.register),
            SourceB::Immediate { value, .. } => value.into(),
        };
        Ports { a: state.registers.read(self.a.register), b, c: state.registers.read(self.c) }
    }

    /// The ports with given values in place of the registers. A port with `RZ` is 0, and an immediate has its own value.
    pub fn feed(&self, ports: Ports) -> Ports {
        let b = match self.b {
            SourceB::Register { source, .. } if source.register.is_zero() => 0,
            SourceB::Register { .. } => ports.b,
            SourceB::Immediate { value, .. } => value.into(),
        };
        Ports {
            a: if self.a.register.is_zero() { 0 } else { ports.a },
            b,
            c: if self.c.is_zero() { 0 } else { ports.c },
        }
    }

    /// The 32-bit result for the ports, without guard and destination.
    pub fn compute(&self, ports: Ports) -> u32 {
        execute(self.mode(), ports.a, ports.b, ports.c)
    }

    /// The same, with every wire.
    pub fn trace(&self, ports: Ports) -> Trace {
        trace(self.mode(), ports.a, ports.b, ports.c)
    }

    /// Executes the instruction: reads, computes, writes back.
    pub fn execute(&self, state: &mut State) -> Effect {
        let result = self.compute(self.read(state));
        state.write_back(self.guard, self.destination, self.cc, result)
    }
}
