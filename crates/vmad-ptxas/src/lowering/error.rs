//! Errors of the lowering.

use std::fmt;

use vmad_sass::Arch;

use crate::miscompiles::D3P;

/// Why ptxas does not compile a PTX instruction to an instruction of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LowerError {
    /// Another instruction than a video instruction.
    #[error("only video instructions become video SASS: this is another instruction")]
    NotVideo,
    /// A SIMD video instruction that ptxas emulates.
    #[error(
        "not a VABSDIFF4: for this SIMD video instruction ptxas emits other instructions. It emits VABSDIFF4 for a \
         vabsdiff4 with dtype .u32 without .sat, selectors and mask; for Kepler, only the selectors are limited"
    )]
    SimdSequence,
    /// The architecture emulates this form: see [`D3P`].
    #[error(
        "not a VMAD on {arch}: {words}, and there ptxas emits VMAD only for two bytes or half-words of registers; \
         what it emits instead is divergence {}",
        D3P
    )]
    NotVmad {
        /// The architecture, sm_60 or later.
        arch: Arch,
        /// The factors that are words, or constants, which count as words from sm_60 on: `a is a 32-bit operand`.
        words: &'static str,
    },
    /// `RZ` given for an operand.
    #[error("{role} cannot be RZ, which holds no value: legal are R0 to R254")]
    ZeroRegister {
        /// The operand.
        role: Role,
    },
}

/// An operand's place in the instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The destination.
    D,
    /// The first source.
    A,
    /// The second source.
    B,
    /// The third source.
    C,
}

impl Role {
    /// All four, in the order in which an instruction names them.
    pub const ALL: [Self; 4] = [Self::D, Self::A, Self::B, Self::C];
}

impl fmt::Display for Role {
    /// `d`, `a`, `b`, `c`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["d", "a", "b", "c"][*self as usize])
    }
}
