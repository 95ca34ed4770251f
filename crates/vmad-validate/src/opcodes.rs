//! The effect of any instruction of Maxwell and Pascal on registers, and the instructions that can follow it.

mod table;

pub use table::{OPCODES, Opcode, Writes};

use vmad_sass::{Mov32i, Vmad};
use vmad_unit::Register;

use table::aligned;

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
/// A word of no opcode may write as many registers as the alignment of the first allows.
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
    let count = known.map_or(aligned(first), |opcode| opcode.registers(word));
    let second = match known {
        Some(Opcode { writes: Writes::Twice, .. }) => ((word >> 28) as u8, count),
        _ => (0, 0),
    };
    Effect::Writes([(first, count), second])
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

/// Where a word goes on.
pub fn flow(word: u64) -> Flow {
    /// Guard `PT` and the condition code's "true", in the instructions that have both.
    const ALWAYS: u64 = 0x7_000f;
    let conditional = word & 0xf_001f != ALWAYS;
    let offset = ((word >> 20) as i32) << 8 >> 8;
    // The target is in a constant bank.
    let is_loaded = word >> 5 & 1 == 1;
    match word >> 52 {
        0xe24 | 0xe29 | 0xe2a | 0xe2b if is_loaded => Flow::Indirect,
        0xe24 => Flow::Branch { offset, conditional },
        0xe29 => Flow::Keep(Kept::Sync, offset),
        0xe2a => Flow::Keep(Kept::Break, offset),
        0xe2b => Flow::Keep(Kept::Continue, offset),
        0xe34 => Flow::Back(Kept::Break, conditional),
        0xe35 => Flow::Back(Kept::Continue, conditional),
        0xe30 | 0xe32 => Flow::End(conditional),
        // JCAL and CAL; then JMX, JMP, PEXIT, BRX, PRET, PLONGJMP, LONGJMP, RTT.
        0xe22 | 0xe26 => Flow::Call,
        0xe20 | 0xe21 | 0xe23 | 0xe25 | 0xe27 | 0xe28 | 0xe31 | 0xe36 => Flow::Indirect,
        0xf0f if word >> 51 & 1 == 1 => Flow::Back(Kept::Sync, conditional),
        _ => Flow::Next,
    }
}
