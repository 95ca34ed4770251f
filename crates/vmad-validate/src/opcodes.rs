//! The other instructions of Maxwell and Pascal, as far as it takes to follow a register's value back.

use vmad_sass::{Mov32i, Vmad};
use vmad_unit::Register;

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

/// An opcode that is known: `word >> 48 & mask == bits`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opcode {
    /// nvdisasm's name.
    pub name: &'static str,
    mask: u16,
    bits: u16,
    /// What it writes.
    pub writes: Writes,
}

/// What an instruction writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writes {
    /// No register, though bits 7:0 say something.
    Nothing,
    /// The register of bits 7:0.
    One,
    /// As many from there on as the size says that stands at this bit of the word: 5 is 64 bits, 6 is 128.
    Load(u32),
}

impl Opcode {
    const fn new(name: &'static str, mask: u16, bits: u16, writes: Writes) -> Self {
        Self { name, mask, bits, writes }
    }

    /// The opcode of a word, if it is known.
    pub fn of(word: u64) -> Option<&'static Self> {
        OPCODES.iter().find(|opcode| opcode.is(word))
    }

    /// Whether a word is of it.
    pub const fn is(&self, word: u64) -> bool {
        (word >> 48) as u16 & self.mask == self.bits
    }

    /// How many registers from bits 7:0 on a word of it writes.
    pub const fn registers(&self, word: u64) -> u8 {
        match self.writes {
            Writes::Nothing => 0,
            Writes::One => 1,
            Writes::Load(at) => match word >> at & 7 {
                5 => 2,
                6 | 7 => 4,
                _ => 1,
            },
        }
    }
}

/// Instructions that stand among `VMAD`s, and write no register or fewer than an unknown one may. A test holds the
/// table against what nvdisasm says of words of it.
pub const OPCODES: [Opcode; 43] = {
    use Writes::{Load, Nothing, One};
    const fn op(name: &'static str, mask: u16, bits: u16, writes: Writes) -> Opcode {
        Opcode::new(name, mask, bits, writes)
    }
    [
        op("BRA", 0xfff0, 0xe240, Nothing),
        op("SSY", 0xfff0, 0xe290, Nothing),
        op("CAL", 0xfff0, 0xe260, Nothing),
        op("PBK", 0xfff0, 0xe2a0, Nothing),
        op("PCNT", 0xfff0, 0xe2b0, Nothing),
        op("EXIT", 0xfff0, 0xe300, Nothing),
        op("RET", 0xfff0, 0xe320, Nothing),
        op("BRK", 0xfff0, 0xe340, Nothing),
        op("CONT", 0xfff0, 0xe350, Nothing),
        op("SYNC", 0xfff8, 0xf0f8, Nothing),
        op("DEPBAR", 0xfff8, 0xf0f0, Nothing),
        op("BAR", 0xfff8, 0xf0a8, Nothing),
        op("NOP", 0xfff8, 0x50b0, Nothing),
        op("MEMBAR", 0xfff8, 0xef98, Nothing),
        op("PSETP", 0xfff8, 0x5090, Nothing),
        op("ISETP", 0xfff0, 0x5b60, Nothing),
        op("ISETP", 0xfff0, 0x4b60, Nothing),
        op("FSETP", 0xfff0, 0x5bb0, Nothing),
        op("FSETP", 0xfff0, 0x4bb0, Nothing),
        op("ISETP", 0xfef0, 0x3660, Nothing),
        op("FSETP", 0xfef0, 0x36b0, Nothing),
        op("ST", 0xe000, 0xa000, Nothing),
        op("STG", 0xfff8, 0xeed8, Nothing),
        op("STS", 0xfff8, 0xef58, Nothing),
        op("STL", 0xfff8, 0xef50, Nothing),
        op("LDG", 0xfff8, 0xeed0, Load(48)),
        op("LDS", 0xfff8, 0xef48, Load(48)),
        op("LDL", 0xfff8, 0xef40, Load(48)),
        op("LDC", 0xfff8, 0xef90, Load(48)),
        op("LD", 0xe000, 0x8000, Load(53)),
        op("XMAD", 0xffc0, 0x5b00, One),
        op("IADD", 0xfff8, 0x5c10, One),
        op("IADD", 0xfff8, 0x4c10, One),
        op("LOP", 0xfff8, 0x5c40, One),
        op("LOP3", 0xfff8, 0x5be0, One),
        op("LOP3", 0xfc00, 0x3c00, One),
        op("LOP3", 0xfe00, 0x0200, One),
        op("SHL", 0xfff8, 0x5c48, One),
        op("SHR", 0xfff8, 0x5c28, One),
        op("MOV", 0xfff8, 0x5c98, One),
        op("MOV", 0xfff8, 0x4c98, One),
        op("S2R", 0xfff8, 0xf0c8, One),
        op("IADD32I", 0xfe00, 0x1c00, One),
    ]
};

/// `TEXS`, `TLDS` and `TLD4S`, which write two registers or pairs: bits 7:0 and 35:28.
const TWO_DESTINATIONS: Opcode = Opcode::new("TEXS", 0xf000, 0xd000, Writes::One);

/// `MOV Rd, Ra`, of all four bytes and unguarded, but for the registers.
const MOV: u64 = 0x5c98_0780_0007_0000;

/// What a word does to registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A register is a constant.
    Constant(Register, u32),
    /// A register is a copy of another, which is not `RZ`.
    Copy {
        /// The register that is written.
        to: Register,
        /// The register that is read.
        from: Register,
    },
    /// Registers may have other values: so many from a first on, twice.
    Writes([(u8, u8); 2]),
    /// Every register may have another value.
    Call,
}

/// What a word does to registers.
///
/// An unknown instruction may write the register of bits 7:0 and the rest of a wide result: two registers from an even
/// number on, four from a multiple of four on.
pub fn effect(word: u64) -> Effect {
    if let Some(load) = Mov32i::decode(word) {
        return Effect::Constant(load.destination, load.value);
    }
    if let Ok(vmad) = Vmad::decode(word) {
        return Effect::Writes([(vmad.destination.encoding(), 1), (0, 0)]);
    }
    if flow(word) == Flow::Call {
        return Effect::Call;
    }
    let first = word as u8;
    if word & !0x0ff0_00ff == MOV {
        let (to, from) = (Register::from_encoding(first), Register::from_encoding((word >> 20) as u8));
        return if from.is_zero() { Effect::Constant(to, 0) } else { Effect::Copy { to, from } };
    }
    let known = Opcode::of(word);
    let count = |first: u8| known.map_or(aligned(first), |opcode| opcode.registers(word));
    let second = (word >> 28) as u8;
    let second = if TWO_DESTINATIONS.is(word) { (second, count(second)) } else { (0, 0) };
    Effect::Writes([(first, count(first)), second])
}

/// What a word leaves in a register.
pub fn left(word: u64, register: Register) -> Left {
    let writes = |written: bool, what: Left| if written { what } else { Left::Untouched };
    match effect(word) {
        Effect::Constant(to, value) => writes(to == register, Left::Constant(value)),
        Effect::Copy { to, from } => writes(to == register, Left::Copy(from)),
        Effect::Writes(ranges) => {
            let is_in = |(first, count): (u8, u8)| {
                register.encoding().checked_sub(first).is_some_and(|distance| distance < count)
            };
            writes(ranges.into_iter().any(is_in), Left::Unknown)
        }
        Effect::Call => Left::Unknown,
    }
}

/// How many registers a result that starts at one can have.
const fn aligned(first: u8) -> u8 {
    match first % 4 {
        0 => 4,
        2 => 2,
        _ => 1,
    }
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
