//! Errors of the lowering.

use std::fmt;

use vmad_ptx::ast::{LaneArithmetic, LaneOp, Operation};
use vmad_sass::{Arch, isa::Layout};

use crate::versions::Version;
use vmad_map::rows::EMULATED_WORDS;

/// Why ptxas does not compile a PTX instruction to an instruction of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LowerError {
    /// Another instruction than a video instruction.
    #[error("only video instructions become video SASS: this is another instruction")]
    NotVideo,
    /// A SIMD video instruction that ptxas emulates.
    #[error(
        "not a VABSDIFF4: ptxas emits other instructions for this SIMD video instruction. It emits VABSDIFF4 only for \
         vabsdiff4: on Kepler with some of the selectors; later with dtype .u32, without .sat, selectors and mask; \
         from sm_70 to sm_110 also with one type for a and b"
    )]
    SimdSequence,
    /// A SIMD video instruction that is one of Kepler.
    #[error(
        "for sm_35 and sm_37, ptxas emits a SIMD instruction of Kepler (VADD4, VMNMX2 and others), whose \
         words this project does not decode"
    )]
    KeplerSimd,
    /// A constant that another instruction loads.
    #[error(
        "ptxas loads a constant a, and one of two constants b and c, by another instruction, which depends \
         on the code around it: legal is a register, 0, or one constant b or c"
    )]
    Loaded,
    /// Ordinary code of which a part becomes a video instruction: also a `sad` of 16 bits, which is extended first.
    #[error(
        "where the architecture has it, ptxas emits a video instruction for a part of this, and other instructions: \
         legal is code that becomes one video instruction alone"
    )]
    BesideOthers,
    /// A version whose code for sm_70 and later is not recorded.
    #[error("the code of ptxas {version} for sm_70 and later is not recorded: legal is 11.8 to 13.5")]
    NotRecorded {
        /// The version.
        version: Version,
    },
    /// The architecture emulates this form: see [`EMULATED_WORDS`].
    #[error(
        "not a VMAD on {arch}: {words}, and there ptxas emits VMAD only for two bytes or half-words of registers; \
         what it emits instead is divergence {}",
        EMULATED_WORDS
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

impl LowerError {
    /// That of a SIMD instruction that is no `VABSDIFF4`.
    pub(super) const fn of_simd(operation: &Operation, layout: Layout) -> Self {
        let is_difference = matches!(operation, Operation::Simd4(it)
            if matches!(it.op, LaneOp::Arithmetic { op: LaneArithmetic::AbsDiff, .. }));
        match layout {
            Layout::Kepler if !is_difference => Self::KeplerSimd,
            Layout::Kepler | Layout::Maxwell => Self::SimdSequence,
        }
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
        f.write_str(["d", "a", "b", "c"][*self as usize])
    }
}
