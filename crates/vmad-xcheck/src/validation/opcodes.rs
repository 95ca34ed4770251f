//! The other instructions of Maxwell and Pascal, as far as it takes to follow a register's value back.

use vmad_sass::Vmad;
use vmad_unit::Register;

use crate::lowering::Mov32i;

/// What an instruction leaves in a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// What was there before.
    Untouched,
    /// A constant.
    Constant(u32),
    /// What another register holds, which is not `RZ`.
    Copy(Register),
    /// Something else, or perhaps nothing.
    Unknown,
}

/// Where an instruction goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// At the next instruction.
    Next,
    /// At an address, this many bytes from the next instruction, or there too.
    Branch {
        /// The distance.
        offset: i32,
        /// Whether it may also go on at the next.
        conditional: bool,
    },
    /// At the next instruction; it keeps an address for a [`Flow::Back`] of its kind.
    Keep(Kept, i32),
    /// At an address that was kept, or at the next instruction if it is conditional.
    Back(Kept, bool),
    /// Nowhere, or at the next instruction if it is conditional.
    End(bool),
    /// At the next instruction, once a function has come back that may have changed any register.
    Call,
    /// At an address that is not in the word.
    Indirect,
}

/// What an address is kept for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// `SSY`, for `SYNC`.
    Sync,
    /// `PBK`, for `BRK`.
    Break,
    /// `PCNT`, for `CONT`.
    Continue,
}

/// An opcode: `word >> 48 & mask == bits`.
#[derive(Clone, Copy, Debug)]
pub struct Opcode {
    /// nvdisasm's name.
    pub name: &'static str,
    mask: u16,
    bits: u16,
}

impl Opcode {
    const fn new(name: &'static str, mask: u16, bits: u16) -> Self {
        Self { name, mask, bits }
    }

    /// Whether a word is of it.
    pub const fn is(&self, word: u64) -> bool {
        (word >> 48) as u16 & self.mask == self.bits
    }
}

/// The instructions that write no register, though bits 7:0 say something: those of every kernel's control flow, stores
/// and comparisons. A test holds the table against what nvdisasm calls words of it. What is not in it is taken to write.
pub const NO_REGISTER: [Opcode; 22] = [
    // BRA, SSY, PBK and the others up to 0xe2f; EXIT, RET, BRK, CONT and the others up to 0xe3f.
    Opcode::new("BRA", 0xfe00, 0xe200),
    Opcode::new("SYNC", 0xfff8, 0xf0f8),
    Opcode::new("DEPBAR", 0xfff8, 0xf0f0),
    Opcode::new("BAR", 0xfff8, 0xf0a8),
    Opcode::new("NOP", 0xfff8, 0x50b0),
    Opcode::new("MEMBAR", 0xfff8, 0xef98),
    Opcode::new("ISETP", 0xfff0, 0x5b60),
    Opcode::new("ISETP", 0xfff0, 0x4b60),
    // Bit 56 is an immediate's sign.
    Opcode::new("ISETP", 0xfef0, 0x3660),
    Opcode::new("FSETP", 0xfff0, 0x5bb0),
    Opcode::new("FSETP", 0xfff0, 0x4bb0),
    Opcode::new("FSETP", 0xfef0, 0x36b0),
    Opcode::new("DSETP", 0xfff0, 0x5b80),
    Opcode::new("DSETP", 0xfff0, 0x4b80),
    Opcode::new("DSETP", 0xfef0, 0x3680),
    Opcode::new("PSETP", 0xfff8, 0x5090),
    Opcode::new("ST", 0xe000, 0xa000),
    Opcode::new("STG", 0xfff8, 0xeed8),
    Opcode::new("STS", 0xfff8, 0xef58),
    Opcode::new("STL", 0xfff8, 0xef50),
    Opcode::new("RED", 0xfff8, 0xebf8),
    Opcode::new("R2P", 0xfff8, 0x5cf0),
];

/// `TEXS`, `TLDS` and `TLD4S`, which write two registers or pairs: bits 7:0 and 35:28.
const TWO_DESTINATIONS: Opcode = Opcode::new("TEXS", 0xf000, 0xd000);

/// `MOV Rd, Ra`, of all four bytes and unguarded, but for the registers.
const MOV: u64 = 0x5c98_0780_0007_0000;

/// What a word leaves in a register.
///
/// An instruction that is not known here is taken to write the register of bits 7:0, and what may belong to the same
/// wide result: two registers from an even number on, four from a multiple of four on.
pub fn left(word: u64, register: Register) -> Left {
    let writes = |written: bool, what: Left| if written { what } else { Left::Untouched };
    if let Some(load) = Mov32i::decode(word) {
        return writes(load.destination == register, Left::Constant(load.value));
    }
    if let Ok(vmad) = Vmad::decode(word) {
        return writes(vmad.destination == register, Left::Unknown);
    }
    if flow(word) == Flow::Call {
        return Left::Unknown;
    }
    if NO_REGISTER.iter().any(|opcode| opcode.is(word)) {
        return Left::Untouched;
    }
    let destination = word as u8;
    if word & !0x0ff0_00ff == MOV {
        let source = Register::from_encoding((word >> 20) as u8);
        let what = if source.is_zero() { Left::Constant(0) } else { Left::Copy(source) };
        return writes(destination == register.encoding(), what);
    }
    let second = TWO_DESTINATIONS.is(word).then_some((word >> 28) as u8);
    let written = [Some(destination), second].into_iter().flatten().any(|first| reaches(first, register));
    writes(written, Left::Unknown)
}

/// Whether a result that starts at a register can reach another.
const fn reaches(first: u8, register: Register) -> bool {
    let registers = match first % 4 {
        0 => 4,
        2 => 2,
        _ => 1,
    };
    let at = register.encoding();
    first <= at && at - first < registers
}

/// Where a word goes on.
pub fn flow(word: u64) -> Flow {
    /// Guard `PT` and the condition code's "true", in the instructions that have both.
    const ALWAYS: u64 = 0x7_000f;
    let conditional = word & 0xf_001f != ALWAYS;
    let offset = ((word >> 20) as i32) << 8 >> 8;
    match word >> 52 {
        0xe24 => Flow::Branch { offset, conditional },
        0xe29 => Flow::Keep(Kept::Sync, offset),
        0xe2a => Flow::Keep(Kept::Break, offset),
        0xe2b => Flow::Keep(Kept::Continue, offset),
        0xe34 => Flow::Back(Kept::Break, conditional),
        0xe35 => Flow::Back(Kept::Continue, conditional),
        0xe30 | 0xe32 => Flow::End(conditional),
        // JCAL and CAL; then JMX, JMP, BRX, PRET, PLONGJMP, LONGJMP, RTT.
        0xe22 | 0xe26 => Flow::Call,
        0xe20 | 0xe21 | 0xe25 | 0xe27 | 0xe28 | 0xe31 | 0xe36 => Flow::Indirect,
        0xf0f if word >> 51 & 1 == 1 => Flow::Back(Kept::Sync, conditional),
        _ => Flow::Next,
    }
}
