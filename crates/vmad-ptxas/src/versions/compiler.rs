//! A version of ptxas, and what it compiles for.

use vmad_sass::Arch;

use super::{Generation, Version};

/// A version of ptxas that compiles for an architecture or a generation. By default it is the newest version that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Compiler<T> {
    /// The architecture or the generation.
    pub target: T,
    /// The version.
    pub version: Version,
}

impl From<Arch> for Compiler<Arch> {
    fn from(target: Arch) -> Self {
        Self { target, version: Generation::from(target).versions().last }
    }
}

impl From<Generation> for Compiler<Generation> {
    fn from(target: Generation) -> Self {
        Self { target, version: target.versions().last }
    }
}

impl From<Arch> for Generation {
    fn from(arch: Arch) -> Self {
        match arch {
            Arch::Sm35 | Arch::Sm37 => Self::Kepler,
            Arch::Sm50 | Arch::Sm52 | Arch::Sm53 => Self::Maxwell,
            Arch::Sm60 | Arch::Sm61 | Arch::Sm62 => Self::Pascal,
        }
    }
}
