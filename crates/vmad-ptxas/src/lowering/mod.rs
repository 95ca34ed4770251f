//! From a PTX video instruction to SASS, as ptxas does it for sm_35 to sm_62.
//!
//! # What ptxas does
//!
//! | PTX | SASS |
//! |---|---|
//! | `.atype` and `.asel`, `.btype` and `.bsel` | the source formats |
//! | `.dtype` | the sign of the result, except for `vmad`; and the range of an imm16 |
//! | `vmad` with a negated factor, a negated `c`, `.po` | psign 2, 1, 3; two negated factors cancel, even beside `.po` |
//! | `vsub` | `VADD` with `-Rb` |
//! | `vmin`, `vmax` | `VMNMX`, with `.MX` for the maximum |
//! | `vset` with `lo`, `ls`, `hi` or `hs` | `VSET.LT`: wrong in places (P7) |
//! | `.b1`, `.b3` of `d` | `.MRG_8B0` with `RZ`, and a `PRMT` that merges; only the `PRMT` has the guard |
//! | constant 0 as `a`, `b` or `c` | `RZ`, a 32-bit source |
//! | constant `b` of 16 bits, signed as `.dtype` is, in `vset` unsigned; before ptxas 12.5 none below 0 | imm16, signed as `.btype` is: wrong in places (D4, D8); `vset`: the word of a store (D9) |
//! | any other constant | a register, loaded by `MOV32I`; equal constants share it |
//! | constant `a` of `vmad` with `-b` | the constant negated, the product not: wrong in places (D6) |
//! | `vabsdiff4` | `VABSDIFF4`; on Maxwell and Pascal without `.sat`, `.s32` as `dtype`, selectors and mask; else other instructions |
//! | a `c` that is not read | its register; on Kepler `RZ` |
//!
//! Nothing is folded or commuted: `vmad 5, 7, 9` is two `MOV32I` and a `VMAD`. Only a constant's low 32 bits matter.
//!
//! From sm_60 on ptxas emits `VMAD` only for the coupled forms: both sources are a byte or a half-word of a register. A
//! constant factor in the text counts as a word, whatever its value. For the other forms it emits the code that
//! [`emulation`] has, as it does for every form from sm_70 on. The other instructions have the same code on sm_50 to
//! sm_62.
//!
//! From one instruction, it is unknown that a register holds a known constant. ptxas then makes an imm16, from sm_60 on
//! too, and loses the selector (D7; `vmad-validate` finds it).

mod emulated;
mod emulation;
mod error;
mod lowered;
mod ordinary;
mod registers;
mod shape;
mod wide;

pub use emulated::emulate;
pub use emulation::emulation;
pub use error::{LowerError, Role};
pub use lowered::Lowered;
pub use ordinary::{Fused, fuse, ordinary};
pub use registers::Registers;
pub use shape::Shape;
pub use wide::{Written, lower_wide, wide_mode};

use registers::{assigned, loaded};
use vmad_ptx::ast::{Body, Instruction, Operation as Ptx, Tail};
use vmad_sass::{Arch, Destination, Instruction as Word, Parts, Permute, SourceB, SourceC, isa::Layout};
use vmad_unit::{Guard, Operand, Operation, Psign, Register, Selector, Width, vmad};

use crate::{
    miscompiles::{D9, fits_imm16, is_coupled, miscompile, store, widths},
    mode::permutation,
    row::Case,
    versions::{Compiler, Generation, Versions},
};

/// Lowers a video instruction as ptxas does: for an architecture alone, the newest version that has it.
///
/// Operands with the same register name share one SASS register: that of the first of them in the order d, a, b, c.
///
/// # Errors
/// The instruction is a float `mad`; ptxas emits other instructions than the family's for it ([`LowerError::NotVmad`],
/// which is D3p, [`LowerError::SimdSequence`] and [`LowerError::KeplerSimd`]); or a register is given as `RZ`.
pub fn lower(
    instruction: &Instruction,
    compiler: impl Into<Compiler<Arch>>,
    registers: &Registers,
) -> Result<Lowered, LowerError> {
    let Compiler { target: arch, version } = compiler.into();
    let Body::Video(video) = &instruction.body else { return Err(LowerError::NotVideo) };
    let refusal = || LowerError::of_simd(video.operation(), arch.layout());
    let (case, ptx) = (Case::on(arch.layout(), video).ok_or_else(refusal)?, video.operation());
    let generation = Generation::from(arch);
    if generation == Generation::Pascal && matches!(ptx, Ptx::MultiplyAdd(_)) && !is_coupled(&case) {
        let words = match widths(&case).map(|width| width == Width::Word) {
            [true, true] => "a and b are 32-bit operands",
            [true, false] => "a is a 32-bit operand",
            [false, _] => "b is a 32-bit operand",
        };
        return Err(LowerError::NotVmad { arch, words });
    }
    let taken = registers.operands()?;
    let (d, sources) = (registers.d, assigned(video, taken));
    // Three for constants and one for an intermediate value.
    let mut free = (5..255).chain(0..5).map(Register::from_encoding).filter(|it| !taken.contains(it));
    let free: [Register; 4] = std::array::from_fn(|_| free.next().unwrap_or(Register::RZ));
    let [of_a, of_b, of_c] = case.constants;

    let (mode, of_a) = negated(case.mode, ptx, of_a);
    let immediate = of_b.filter(|&b| b != 0 && fits_imm16(b, ptx.dtype(), version));
    let constants = [of_a, of_b.filter(|_| immediate.is_none()), of_c];
    let ([a, b, c], loads) = loaded(sources, constants, free);
    let (b, operation) = match immediate {
        Some(b) => (SourceB::Immediate(b as u16), with_half_b(mode)),
        None => (SourceB::Register(b), mode),
    };
    // A constant is loaded nevertheless.
    let is_left_out = arch.layout() == Layout::Kepler && ptx.tail() == Some(Tail::Unused);
    let c = if is_left_out { Register::RZ } else { c };
    let guard = |negated: bool| Guard { predicate: registers.guard, negated };
    let guard = instruction.guard.as_ref().map_or(Guard::ALWAYS, |it| guard(it.negated));
    let permute = permutation(ptx).map(|selectors| Permute { guard, destination: d, a: c, selectors, c: d });
    // The intermediate value must not replace what the PRMT, or code after a false guard, still reads.
    let keeps_d = permute.is_some() && (d == c || guard != Guard::ALWAYS);
    let written = if keeps_d { free[3] } else { d };
    let (guard, c) = if permute.is_some() { (Guard::ALWAYS, Register::RZ) } else { (guard, c) };
    let destination = Destination::Register { register: written, cc: false };
    let parts = Parts { guard, destination, operation, a, b, c: SourceC::Register(c) };
    // The parts of every case are an instruction: checked against ptxas's words.
    let word =
        Word::from_parts(&parts).map_err(|_| LowerError::SimdSequence)?.to_layout(arch.layout()).encode();
    let miscompiled = miscompile(Compiler { target: generation, version }, &case);
    // Nothing else changed.
    let chunks =
        Versions::from(arch).chunks(|version| of_b.is_some_and(|b| fits_imm16(b, ptx.dtype(), version)));
    let versions = chunks.into_iter().map(|(versions, _)| versions).find(|it| it.contains(version));
    Ok(Lowered {
        loads,
        word: if miscompiled == Some(&D9) { store(word) } else { word },
        permute: permute.map(|permute| Permute { c: written, ..permute }),
        arch,
        versions: versions.unwrap_or(version.into()),
        miscompiled,
    })
}

/// The word has the constant as the low half of B.
fn with_half_b(operation: Operation) -> Operation {
    let Some([a, b]) = operation.operands() else { return operation };
    operation.with_operands([a, Operand { selector: Selector::H0, ..b }])
}

/// D6: with a constant a, a negated b of `vmad` negates the constant, and not the product.
fn negated(mode: Operation, ptx: &Ptx, a: Option<u32>) -> (Operation, Option<u32>) {
    match (mode, ptx, a) {
        (Operation::Vmad(mode), Ptx::MultiplyAdd(it), Some(a)) if it.accumulate.b_negate() => {
            let psign = if mode.psign == Psign::NegateProduct { Psign::Add } else { mode.psign };
            (Operation::Vmad(vmad::Mode { psign, ..mode }), Some(a.wrapping_neg()))
        }
        _ => (mode, a),
    }
}
