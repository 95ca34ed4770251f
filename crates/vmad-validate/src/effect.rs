//! The effect of any instruction of Maxwell and Pascal on registers, and the instructions that can follow it.

use vmad_files::opcodes::{Opcode, Writes, aligned};
use vmad_sass::{Mov32i, isa::Layout};
use vmad_unit::Register;

use crate::form::Form;

/// The next instruction that is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The next instruction in the code.
    Next,
    /// The instruction at a distance in bytes from the next one; if `conditional`, also the next one.
    Branch {
        /// The distance.
        offset: i32,
        /// Whether the branch may not be taken.
        conditional: bool,
    },
    /// The next instruction; the address at this distance is kept for a [`Flow::Back`] of the same kind.
    Keep(Kept, i32),
    /// A kept address; if conditional, also the next instruction.
    Back(Kept, bool),
    /// None; if conditional, the next instruction.
    End(bool),
    /// The next instruction, after a called function, which may change any register.
    Call,
    /// An address that is not in the word.
    Indirect,
}

/// The instruction for which an address is kept.
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

/// The effect of a word on registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A register gets a constant.
    Constant(Register, u32),
    /// A register gets the value of another, which is not `RZ`.
    Copy {
        /// The register that is written.
        to: Register,
        /// The register that is read.
        from: Register,
    },
    /// Registers may get other values: two ranges, each with its first register and the number of registers.
    Writes([(u8, u8); 2]),
    /// Every register may get another value.
    Call,
}

/// The effect of a word on registers.
///
/// A word without a known opcode is assumed to write as many registers as the alignment of the first allows.
pub fn effect(word: u64) -> Effect {
    if let Some(load) = Mov32i::decode(word) {
        return Effect::Constant(load.destination, load.value);
    }
    if flow(word) == Flow::Call {
        return Effect::Call;
    }
    let first = word as u8;
    // The readers of the result of D9 read this register.
    if Form::of(Layout::Maxwell, word).is_some_and(|form| form.setting.is_store) {
        return Effect::Writes([(first, 1), (0, 0)]);
    }
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

/// The next instruction that is executed after a word.
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
