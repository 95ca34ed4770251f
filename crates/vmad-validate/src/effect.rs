//! The effect of any instruction of Maxwell and Pascal on registers, and its jumps.

use vmad_files::opcodes::{Opcode, Writes, aligned};
use vmad_sass::{Mov32i, isa::Layout};
use vmad_unit::Register;

use crate::form::WordForm;

/// Where the code can continue after a word, apart from the next word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jump {
    /// To the instruction at a distance in bytes from the next one, now or with a later `SYNC`, `BRK` or `CONT`.
    To(i32),
    /// To an address that is not in the word.
    Unknown,
}

/// An unguarded `MOV Rd, Ra` of all four bytes, without the registers.
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
    if is_call(word) {
        return Effect::Call;
    }
    let first = word as u8;
    // The readers of the result of a store read this register.
    if WordForm::of(Layout::Maxwell, word).is_some_and(|form| form.setting.is_store) {
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

/// Where the code can continue after a word, apart from the next word. A called function returns to the next word.
pub fn jump(word: u64) -> Option<Jump> {
    // The target is in a constant bank.
    let is_loaded = word >> 5 & 1 == 1;
    match word >> 52 {
        // BRA, SSY, PBK, PCNT.
        0xe24 | 0xe29 | 0xe2a | 0xe2b if !is_loaded => Some(Jump::To(((word >> 20) as i32) << 8 >> 8)),
        // JMX, JMP, PEXIT, BRX, PRET, PLONGJMP, LONGJMP, RTT.
        0xe24 | 0xe29 | 0xe2a | 0xe2b | 0xe20 | 0xe21 | 0xe23 | 0xe25 | 0xe27 | 0xe28 | 0xe31 | 0xe36 => {
            Some(Jump::Unknown)
        }
        _ => None,
    }
}

/// Whether a word calls a function: `JCAL`, `CAL`.
const fn is_call(word: u64) -> bool {
    matches!(word >> 52, 0xe22 | 0xe26)
}
