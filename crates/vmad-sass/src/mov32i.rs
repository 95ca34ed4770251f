//! `MOV32I`, which ptxas puts before an instruction if a constant does not fit its immediate.

use core::fmt;

use vmad_unit::{Register, State};

use crate::isa::Layout;

/// `MOV32I R5, 0x8000`: loads a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mov32i {
    /// The register.
    pub destination: Register,
    /// The constant, 32 bits.
    pub value: u32,
}

impl Mov32i {
    /// No guard, all four bytes.
    const FRAME: u64 = 0x7_f000;

    /// The opcode in Maxwell's place. Kepler's is 0x740, then 2 in bits 1:0.
    const fn opcode(layout: Layout) -> u64 {
        match layout {
            Layout::Maxwell => 0x010,
            Layout::Kepler => 0x4e8,
        }
    }

    /// Reads a word of Maxwell: [`decode_in`](Self::decode_in).
    pub const fn decode(word: u64) -> Option<Self> {
        Self::decode_in(Layout::Maxwell, word)
    }

    /// Reads a word; [`None`] for another instruction, or a guarded one.
    pub const fn decode_in(layout: Layout, word: u64) -> Option<Self> {
        let fields = layout.to_maxwell(word);
        let load = Self { destination: Register::from_encoding(fields as u8), value: (fields >> 20) as u32 };
        if load.encode_in(layout) == word { Some(load) } else { None }
    }

    /// The word. On Maxwell, the constant is in bits 51:20, the register in bits 7:0.
    pub const fn encode_in(self, layout: Layout) -> u64 {
        let fields = Self::FRAME | (self.value as u64) << 20 | self.destination.encoding() as u64;
        layout.of_maxwell(Self::opcode(layout) << 52 | fields)
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
