//! `MOV32I`, which ptxas puts before an instruction if a constant does not fit its immediate.

use core::fmt;

use vmad_unit::{Register, State};

/// `MOV32I R5, 0x8000`: loads a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mov32i {
    /// The register.
    pub destination: Register,
    /// The constant, 32 bits.
    pub value: u32,
}

impl Mov32i {
    /// Opcode 0x010, no guard, all four bytes: all bits but the constant and the register.
    const FRAME: u64 = 0x0100_0000_0007_f000;

    /// Reads a word; [`None`] for another instruction, or a guarded one.
    pub const fn decode(word: u64) -> Option<Self> {
        let value = (word >> 20) as u32;
        let load = Self { destination: Register::from_encoding(word as u8), value };
        if load.encode() == word { Some(load) } else { None }
    }

    /// The word: the constant in bits 51:20, the register in bits 7:0.
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
