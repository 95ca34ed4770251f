//! A version of ptxas with the architecture that it compiles for, and the generations of the architectures.

mod compiler;
mod generation;

pub use compiler::Compiler;
pub use generation::Generation;
pub use vmad_map::versions::{NoTarget, Version, VersionError, Versions};
