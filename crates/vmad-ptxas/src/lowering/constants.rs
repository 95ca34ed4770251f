//! Constants in registers.

use vmad_sass::Mov32i;
use vmad_unit::Register;

/// The loads so far.
pub(super) struct Constants {
    free: [Register; 4],
    pub(super) loads: Vec<Mov32i>,
}

impl Constants {
    /// No loads yet, and the registers for them: as many as an instruction has sources, and one more.
    pub(super) const fn new(free: [Register; 4]) -> Self {
        Self { free, loads: Vec::new() }
    }

    /// The register that holds a constant: `RZ` for 0, that of an equal constant, or a new one.
    fn register(&mut self, value: u32) -> Register {
        if value == 0 {
            return Register::RZ;
        }
        if let Some(load) = self.loads.iter().find(|load| load.value == value) {
            return load.destination;
        }
        let destination = self.free[self.loads.len().min(2)];
        self.loads.push(Mov32i { destination, value });
        destination
    }

    /// The register of an operand: its own, that of a constant, or `RZ` if there is no operand.
    pub(super) fn source(&mut self, register: Option<Register>, constant: Option<u32>) -> Register {
        register.unwrap_or_else(|| constant.map_or(Register::RZ, |value| self.register(value)))
    }
}
