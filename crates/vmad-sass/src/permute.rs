//! `PRMT`, which ptxas puts after an instruction that writes byte 1 or 3 of its result.

use core::fmt;

use vmad_unit::{Guard, Predicate, Register, State};

use crate::isa::Layout;

/// `PRMT R0, R4, 0x4210, R0`: four bytes of two registers, with an immediate selector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Permute {
    /// The guard.
    pub guard: Guard,
    /// The destination.
    pub destination: Register,
    /// The register of the bytes 0 to 3.
    pub a: Register,
    /// The byte of each lane, 4 bits a lane, lane 0 lowest: bits 2:0 a byte from 0 to 7, bit 3 its sign in all 8 bits.
    pub selectors: u16,
    /// The register of the bytes 4 to 7.
    pub c: Register,
}

impl Permute {
    /// Opcode 0x36c, the mode that selects by index: all bits but the fields. Kepler's opcode, 0xb60 and then 1 in bits
    /// 1:0, is the same in Maxwell's places.
    const FRAME: u64 = 0x36c0_0000_0000_0000;

    /// Reads a word of Maxwell: [`decode_in`](Self::decode_in).
    pub const fn decode(word: u64) -> Option<Self> {
        Self::decode_in(Layout::Maxwell, word)
    }

    /// Reads a word; [`None`] for another instruction, another mode, or a selector that is not an immediate.
    pub const fn decode_in(layout: Layout, word: u64) -> Option<Self> {
        let fields = layout.to_maxwell(word);
        let guard = Guard {
            predicate: Predicate::from_encoding((fields >> 16) as u8 & 7),
            negated: fields >> 19 & 1 == 1,
        };
        let permute = Self {
            guard,
            destination: Register::from_encoding(fields as u8),
            a: Register::from_encoding((fields >> 8) as u8),
            selectors: (fields >> 20) as u16,
            c: Register::from_encoding((fields >> 39) as u8),
        };
        if permute.encode_in(layout) == word { Some(permute) } else { None }
    }

    /// The word of Maxwell.
    pub const fn encode(self) -> u64 {
        self.encode_in(Layout::Maxwell)
    }

    /// The word. On Maxwell, C is in bits 46:39, the selectors in 35:20, the guard in 19:16, A in 15:8, the destination in 7:0.
    pub const fn encode_in(self, layout: Layout) -> u64 {
        let fields = Self::FRAME
            | (self.c.encoding() as u64) << 39
            | (self.selectors as u64) << 20
            | (self.guard.negated as u64) << 19
            | (self.guard.predicate.encoding() as u64) << 16
            | (self.a.encoding() as u64) << 8
            | self.destination.encoding() as u64;
        layout.of_maxwell(fields)
    }

    /// The result for values of A and C.
    pub fn compute(self, a: u32, c: u32) -> u32 {
        let bytes = (u64::from(c) << 32 | u64::from(a)).to_le_bytes();
        u32::from_le_bytes([0, 4, 8, 12].map(|at| {
            let selector = self.selectors >> at & 15;
            let byte = bytes[usize::from(selector & 7)];
            if selector & 8 == 0 { byte } else { (byte.cast_signed() >> 7).cast_unsigned() }
        }))
    }

    /// Writes the register if the guard is true.
    pub fn execute(self, state: &mut State) {
        let [a, c] = [self.a, self.c].map(|register| state.registers.read(register));
        state.write_back(self.guard, self.destination, false, self.compute(a, c));
    }
}

impl fmt::Display for Permute {
    /// As nvdisasm prints it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.guard != Guard::ALWAYS {
            write!(f, "{} ", self.guard)?;
        }
        write!(f, "PRMT {}, {}, {:#x}, {}", self.destination, self.a, self.selectors, self.c)
    }
}
