//! Generations of GPUs.

use vmad_ptx::legality::Target;

use super::Versions;
use vmad_map::{case::Case, divergence::Divergence};

/// Targets for which ptxas emits the same kind of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Generation {
    /// sm_35 and sm_37: every video instruction is one instruction, and no `vset` is a store.
    Kepler,
    /// sm_50, sm_52 and sm_53: every scalar video instruction is one instruction.
    Maxwell,
    /// sm_60, sm_61 and sm_62: the same, but a `vmad` with a 32-bit factor is a sequence.
    Pascal,
    /// sm_70 and sm_72: sequences of other instructions. CUDA 13 does not have them.
    Volta,
    /// sm_75 to sm_121: sequences of other instructions.
    Later,
}

impl Generation {
    /// All generations, from the oldest.
    pub const ALL: [Self; 5] = [Self::Kepler, Self::Maxwell, Self::Pascal, Self::Volta, Self::Later];

    /// The generation of a target, if its GPUs have one.
    pub const fn of(target: Target) -> Option<Self> {
        Some(match target.number {
            35..=37 => Self::Kepler,
            50..=53 => Self::Maxwell,
            60..=62 => Self::Pascal,
            70..=72 => Self::Volta,
            75.. => Self::Later,
            _ => return None,
        })
    }

    /// Whether the GPUs have video instructions.
    pub const fn has_family(self) -> bool {
        matches!(self, Self::Kepler | Self::Maxwell | Self::Pascal)
    }

    /// The first target.
    pub const fn first(self) -> Target {
        Target::sm(match self {
            Self::Kepler => 35,
            Self::Maxwell => 50,
            Self::Pascal => 60,
            Self::Volta => 70,
            Self::Later => 75,
        })
    }

    /// The versions that have the first target.
    pub fn versions(self) -> Versions {
        Versions::with(self.first()).unwrap_or(Versions::ALL)
    }

    /// The versions that miscompile a case as a row says: those of the part of the row for the case.
    pub fn versions_of(self, row: &Divergence, case: &Case) -> Option<Versions> {
        let arch = self.first().number;
        row.miscompiled(case, arch)?.versions_for(arch)
    }

    /// The targets in words.
    pub const fn targets(self) -> &'static str {
        match self {
            Self::Kepler => "sm_35-37",
            Self::Maxwell => "sm_50-53",
            Self::Pascal => "sm_60-62",
            Self::Volta => "sm_70-72",
            Self::Later => "sm_75-121",
        }
    }
}
