//! Execution of a `VMAD` on the unit.

use vmad_unit::{Effect, Register, State, Trace, execute, trace};

use super::instruction::{SourceB, Vmad};
use crate::execute::Ports;

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
        self.ports(|register, _| state.registers.read(register), Ports::default())
    }

    /// The ports with the given values in place of the registers. A port with `RZ` is 0, and an immediate keeps its
    /// value.
    pub fn bind(&self, ports: Ports) -> Ports {
        self.ports(|register, given| if register.is_zero() { 0 } else { given }, ports)
    }

    fn ports(&self, value: impl Fn(Register, u32) -> u32, given: Ports) -> Ports {
        let b = match self.b {
            SourceB::Register { source, .. } => value(source.register, given.b),
            SourceB::Immediate { value, .. } => value.into(),
        };
        Ports { a: value(self.a.register, given.a), b, c: value(self.c, given.c) }
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
