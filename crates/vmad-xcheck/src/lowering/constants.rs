//! Constants that need a register.

use std::fmt;

use vmad_unit::{Register, State};

/// `MOV32I R5, 0x8000`: loads a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mov32i {
    /// The register.
    pub destination: Register,
    /// The constant's 32 bits.
    pub value: u32,
}

impl Mov32i {
    /// Opcode 0x010, no guard, all four bytes: everything of the word but the constant and the register.
    const FRAME: u64 = 0x0100_0000_0007_f000;

    /// Reads a word; [`None`] if it is another instruction, or guarded.
    pub const fn decode(word: u64) -> Option<Self> {
        let value = (word >> 20) as u32;
        let load = Self { destination: Register::from_encoding(word as u8), value };
        if load.encode() == word { Some(load) } else { None }
    }

    /// The instruction's word: the constant in bits 51:20, the register in bits 7:0.
    pub const fn encode(self) -> u64 {
        Self::FRAME | (self.value as u64) << 20 | self.destination.encoding() as u64
    }

    /// Writes the register.
    pub fn execute(self, state: &mut State) {
        state.registers.write(self.destination, self.value);
    }
}

impl fmt::Display for Mov32i {
    /// As nvdisasm prints it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MOV32I {}, {:#x}", self.destination, self.value)
    }
}

/// The loads so far.
pub(super) struct Constants {
    free: [Register; 3],
    loads: Vec<Mov32i>,
}

impl Constants {
    /// No loads yet; three registers for them, as many as an instruction has sources.
    pub(super) const fn new(free: [Register; 3]) -> Self {
        Self { free, loads: Vec::new() }
    }

    /// The register that holds a constant: `RZ` for 0, that of an equal constant, or a new one.
    pub(super) fn register(&mut self, value: u32) -> Register {
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

    pub(super) fn into_loads(self) -> Vec<Mov32i> {
        self.loads
    }
}
