//! Errors of the lowering.

use std::fmt;

use vmad_sass::Arch;
use vmad_unit::Width;

use crate::{miscompiles::D3P, row::Row};

/// Why ptxas does not compile a PTX instruction to an instruction of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LowerError {
    /// Another instruction than a video instruction.
    #[error("only video instructions become video SASS: this is another instruction")]
    NotVideo,
    /// A SIMD video instruction that ptxas emulates.
    #[error(
        "not a VABSDIFF4: ptxas emits VABSDIFF4 only for vabsdiff4 with dtype .u32 without .sat, selectors and mask, and \
         a sequence of other instructions for each other SIMD video instruction"
    )]
    SimdSequence,
    /// The architecture emulates this form: see [`D3P`].
    #[error(
        "not a VMAD on {arch}: {factor}, and there ptxas emits VMAD only for two bytes or half-words of registers; \
         what it emits instead is divergence {}",
        D3P
    )]
    NotVmad {
        /// The architecture, sm_60 or later.
        arch: Arch,
        /// The factor that makes the form decoupled.
        factor: WordFactor,
    },
    /// An architecture of Kepler.
    #[error("what ptxas emits for {arch} is not modelled: legal are sm_50 to sm_62, and sm_70 and later")]
    Kepler {
        /// The architecture.
        arch: Arch,
    },
    /// `RZ` given for an operand.
    #[error("{role} cannot be RZ, which holds no value: legal are R0 to R254")]
    ZeroRegister {
        /// The operand.
        role: Role,
    },
}

impl LowerError {
    /// The row for the code that is emitted instead.
    pub const fn divergence(&self) -> Option<&'static Row> {
        match self {
            Self::NotVmad { .. } => Some(&D3P),
            Self::NotVideo | Self::SimdSequence | Self::Kepler { .. } | Self::ZeroRegister { .. } => None,
        }
    }
}

/// The factors that are words, or constants, which ptxas treats as words from sm_60 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WordFactor {
    /// The first alone.
    A,
    /// The second alone.
    B,
    /// Both.
    Both,
}

impl WordFactor {
    /// From the widths, at least one of which is a word.
    pub(super) const fn of(a: Width, b: Width) -> Self {
        match (a, b) {
            (Width::Word, Width::Word) => Self::Both,
            (Width::Word, Width::Byte | Width::Half) => Self::A,
            (Width::Byte | Width::Half, _) => Self::B,
        }
    }
}

impl fmt::Display for WordFactor {
    /// `a is a 32-bit operand`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::A => "a is a 32-bit operand",
            Self::B => "b is a 32-bit operand",
            Self::Both => "a and b are 32-bit operands",
        })
    }
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
        f.write_str(match self {
            Self::D => "d",
            Self::A => "a",
            Self::B => "b",
            Self::C => "c",
        })
    }
}
