//! Where the computation of a mode is stated.

use core::fmt;

/// The statement about the computation of a mode: who specifies it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// The PTX ISA.
    Ptx,
    /// The SASS reference text.
    Reference,
    /// PTX has the mode, but the PTX ISA does not decide its result, or ptxas never emits it: the reason.
    Inferred(&'static str),
    /// No PTX instruction has the modifiers.
    NotInPtx {
        /// What PTX lacks: `only vmad has .po`.
        lacks: &'static str,
        /// The computation that is inferred: `computed as the plus one of VMAD`.
        computed: &'static str,
    },
    /// No source says what the instruction computes.
    Nothing,
}

impl Source {
    /// Whether the computation is inferred.
    pub const fn is_inferred(self) -> bool {
        match self {
            Self::Inferred(_) | Self::NotInPtx { .. } => true,
            Self::Ptx | Self::Reference | Self::Nothing => false,
        }
    }
}

impl fmt::Display for Source {
    /// A clause without a period: the reason of an inference, else `the PTX ISA specifies it`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ptx => f.write_str("the PTX ISA specifies it"),
            Self::Reference => f.write_str("the SASS reference text specifies it"),
            Self::Inferred(reason) => f.write_str(reason),
            Self::NotInPtx { lacks, computed } => write!(f, "{lacks}: {computed}"),
            Self::Nothing => f.write_str("no source says what it computes"),
        }
    }
}
