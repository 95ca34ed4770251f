//! The word that ptxas emits for a video instruction: its mode and its constants.
//!
//! ptxas makes an imm16 of some constants b. It negates a constant a of `vmad` beside a minus sign of b in 32 bits. For
//! Maxwell and Pascal, a `vset` with an imm16 has the opcode of a store.

use vmad_ptx::ast::{Operation as Ptx, Tail, Type};
use vmad_unit::{Operand, Operation, Psign, Selector, vmad};

use crate::{
    case::Case,
    divergence::Miscompiled,
    mode::permutation,
    versions::{Version, Versions},
};

/// The versions that make an imm16 of a constant from -32768 to -1, if `.dtype` is `.s32`.
const NEGATIVE_IMM16: Versions = Versions { first: Version::at(12, 5), ..Versions::ALL };

/// The architectures of a row about an imm16 up to one, with the versions that make it; the suffixes are those of a negative
/// `b` and of any other.
pub(crate) const fn history_of_imm16(last: u16, suffixes: [&'static str; 2]) -> [Miscompiled; 2] {
    [
        Miscompiled {
            b_is_negative: Some(true),
            suffix: suffixes[0],
            versions: NEGATIVE_IMM16,
            ..Miscompiled::always(50, last)
        },
        Miscompiled { b_is_negative: Some(false), suffix: suffixes[1], ..Miscompiled::always(35, last) },
    ]
}

/// Whether ptxas makes an imm16 of a constant: 0 to 65535 if `.dtype` is `.u32`; if it is `.s32`, 0 to 32767 up to
/// ptxas 12.4, and -32768 to 32767 from 12.5 on.
pub fn fits_imm16(value: u32, dtype: Type, version: Version) -> bool {
    match dtype {
        Type::S32 if NEGATIVE_IMM16.contains(version) => i16::try_from(value as i32).is_ok(),
        Type::S32 => value < 0x8000,
        Type::U32 => u16::try_from(value).is_ok(),
    }
}

/// The low 16 bits of a word, extended by a type.
pub fn imm16(word: u32, ty: Type) -> i128 {
    let half = word as u16;
    if ty.is_signed() { half.cast_signed().into() } else { half.into() }
}

/// The bits in which the opcodes of a store and of `VSET` differ.
const OPCODES: u64 = (0x5a ^ 0x20) << 57;

/// The word that ptxas emits in place of a `VSET` with an immediate: bits 63:57 are 0x5a, a store's opcode.
pub const fn store(vset: u64) -> u64 {
    vset ^ OPCODES
}

/// The `VSET` whose word became a [`store`].
pub const fn vset_of(store: u64) -> u64 {
    store ^ OPCODES
}

/// A video instruction of SASS without its registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// The mode.
    pub mode: Operation,
    /// The imm16 in place of B.
    pub immediate: Option<u16>,
    /// The constants that are loaded into the registers A, B and C.
    pub loaded: [Option<u32>; 3],
}

impl Case {
    /// The word that a version of ptxas emits for it; [`None`] if no PTX specifies the mode.
    pub fn word(&self, version: Version) -> Option<Word> {
        let ptx = self.ptx?;
        let [a, b, c] = self.constants;
        let (mode, a) = negated(self.mode, &ptx, a);
        let immediate = b.filter(|&b| b != 0 && fits_imm16(b, ptx.dtype(), version));
        Some(match immediate {
            Some(b) => Word { mode: with_half_b(mode), immediate: Some(b as u16), loaded: [a, None, c] },
            None => Word { mode, immediate: None, loaded: [a, b, c] },
        })
    }
}

impl Word {
    /// Whether its opcode is that of a store for Maxwell and Pascal: see [`store`].
    pub const fn is_store(&self) -> bool {
        matches!((self.mode, self.immediate), (Operation::Vset(_), Some(_)))
    }
}

/// The word has the constant as the low half of B.
fn with_half_b(operation: Operation) -> Operation {
    let Some([a, b]) = operation.operands() else { return operation };
    operation.with_operands([a, Operand { selector: Selector::H0, ..b }])
}

/// With a constant a, a minus sign of b of `vmad` negates the constant, and not the product.
fn negated(mode: Operation, ptx: &Ptx, a: Option<u32>) -> (Operation, Option<u32>) {
    match (mode, ptx, a) {
        (Operation::Vmad(mode), Ptx::MultiplyAdd(it), Some(a)) if it.accumulate.b_negate() => {
            let psign = if mode.psign == Psign::NegateProduct { Psign::Add } else { mode.psign };
            (Operation::Vmad(vmad::Mode { psign, ..mode }), Some(a.wrapping_neg()))
        }
        _ => (mode, a),
    }
}

/// The result of the word on Kepler, with the `PRMT` that follows a merge into byte 1 or 3.
pub fn result_on_kepler(case: &Case, inputs: [u32; 3]) -> Option<u32> {
    let ptx = case.ptx?;
    let word = case.word(Version::NEWEST)?;
    let [a, b, c] = std::array::from_fn(|port| word.loaded[port].unwrap_or(inputs[port]));
    let b = word.immediate.map_or(b, u32::from);
    Some(match ptx.tail() {
        // The word has C = 0, and its result is in byte 0.
        Some(Tail::Merge(select)) if permutation(&ptx).is_some() => {
            let mask = 0xff << select.lsb();
            c & !mask | (word.mode.execute(a, b, 0) & 0xff) << select.lsb()
        }
        _ => word.mode.execute(a, b, c),
    })
}

/// The same on Maxwell; [`None`] for a store.
pub fn result_on_maxwell(case: &Case, inputs: [u32; 3]) -> Option<u32> {
    if case.word(Version::NEWEST)?.is_store() { None } else { result_on_kepler(case, inputs) }
}
