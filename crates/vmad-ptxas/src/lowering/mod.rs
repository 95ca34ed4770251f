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
//! | `vset` with `lo`, `ls`, `hi` or `hs` | `VSET.LT`: wrong in places |
//! | `.b1`, `.b3` of `d` | `.MRG_8B0` with `RZ`, and a `PRMT` that merges; only the `PRMT` has the guard |
//! | constant 0 as `a`, `b` or `c` | `RZ`, a 32-bit source |
//! | constant `b` of 16 bits, signed as `.dtype` is, in `vset` unsigned; before ptxas 12.5 none below 0 | imm16, signed as `.btype` is: wrong in places; `vset`: the word of a [store](vmad_map::rows::STORE) |
//! | any other constant | a register, loaded by `MOV32I`; equal constants share it |
//! | constant `a` of `vmad` with `-b` | the constant negated, the product not: wrong in places |
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
//! too, and loses the selector ([`LOST_SELECTOR`](vmad_map::rows::LOST_SELECTOR); `vmad-validate` finds it).

mod emulation;
mod error;
mod lowered;
mod ordinary;
mod registers;
mod shape;
mod wide;

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
use vmad_unit::{Guard, Operation, Register};

use vmad_map::{
    case::Case,
    mode::{is_plain, permutation},
    word::{Word as EmittedWord, store},
};

use crate::{
    miscompiles::miscompile,
    versions::{Compiler, Generation},
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
    let compiler @ Compiler { target: arch, version } = compiler.into();
    let Body::Video(video) = &instruction.body else { return Err(LowerError::NotVideo) };
    let (ptx, constants) = (video.operation(), video.operands().map(|operand| operand?.constant()));
    let (case, made) = emitted(*ptx, constants, compiler)?;
    let taken = registers.operands()?;
    let (d, sources) = (registers.d, assigned(video, taken));
    // Three for constants and one for an intermediate value.
    let mut free =
        (5..255).chain(0..5).map(Register::from_encoding).filter(|register| !taken.contains(register));
    let free: [Register; 4] = std::array::from_fn(|_| free.next().unwrap_or(Register::RZ));
    let ([a, b, c], loads) = loaded(sources, made.loaded, free);
    let b = made.immediate.map_or(SourceB::Register(b), SourceB::Immediate);
    // A constant is loaded nevertheless.
    let is_left_out = arch.layout() == Layout::Kepler && ptx.tail() == Some(Tail::Unused);
    let c = if is_left_out { Register::RZ } else { c };
    let guard = |negated: bool| Guard { predicate: registers.guard, negated };
    let guard = instruction.guard.as_ref().map_or(Guard::ALWAYS, |ptx_guard| guard(ptx_guard.negated));
    let permute = permutation(ptx).map(|selectors| Permute { guard, destination: d, a: c, selectors, c: d });
    // The intermediate value must not replace what the PRMT, or code after a false guard, still reads.
    let keeps_d = permute.is_some() && (d == c || guard != Guard::ALWAYS);
    let written = if keeps_d { free[3] } else { d };
    let (guard, c) = if permute.is_some() { (Guard::ALWAYS, Register::RZ) } else { (guard, c) };
    let destination = Destination::Register { register: written, cc: false };
    let parts = Parts { guard, destination, operation: made.mode, a, b, c: SourceC::Register(c) };
    // The parts of every case are an instruction: checked against ptxas's words.
    let word =
        Word::from_parts(&parts).map_err(|_| LowerError::SimdSequence)?.to_layout(arch.layout()).encode();
    let generation = Generation::from(arch);
    let miscompiled = miscompile(Compiler { target: generation, version }, case);
    // Nothing else changed.
    let chunks = generation.versions().chunks(|version| case.word(version));
    let versions = chunks.into_iter().map(|(versions, _)| versions).find(|range| range.contains(version));
    Ok(Lowered {
        loads,
        word: if made.is_store() && generation != Generation::Kepler { store(word) } else { word },
        permute: permute.map(|permute| Permute { c: written, ..permute }),
        arch,
        versions: versions.unwrap_or(version.into()),
        miscompiled,
    })
}

/// The case of an operation with its constants, and the word that ptxas emits for it, without registers.
///
/// # Errors
/// As [`lower`].
pub fn emitted(
    ptx: Ptx,
    constants: [Option<u32>; 3],
    Compiler { target: arch, version }: Compiler<Arch>,
) -> Result<(Case, EmittedWord), LowerError> {
    let case = Case::of_operation(ptx, constants).filter(|case| has_mode(arch.layout(), case.mode));
    let case = case.ok_or_else(|| LowerError::of_simd(&ptx, arch.layout()))?;
    if Generation::from(arch) == Generation::Pascal && matches!(ptx, Ptx::MultiplyAdd(_)) {
        let words = match case.has_word_factors() {
            [true, true] => Some("a and b are 32-bit operands"),
            [true, false] => Some("a is a 32-bit operand"),
            [false, true] => Some("b is a 32-bit operand"),
            [false, false] => None,
        };
        if let Some(words) = words {
            return Err(LowerError::NotVmad { arch, words });
        }
    }
    // The case has PTX.
    Ok((case, case.word(version).ok_or(LowerError::SimdSequence)?))
}

/// Whether ptxas emits a mode for the architectures with a layout.
fn has_mode(layout: Layout, mode: Operation) -> bool {
    match mode {
        Operation::Vabsdiff4(mode) => layout == Layout::Kepler || is_plain(mode),
        _ => true,
    }
}
