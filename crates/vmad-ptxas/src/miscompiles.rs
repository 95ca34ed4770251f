//! The miscompiles of ptxas among the [`vmad_map::rows`].
//!
//! A constant c counts as a register: its value does not change whether the code is wrong.

use vmad_map::{case::Case, divergence::Divergence, rows};

use crate::versions::{Compiler, Generation};

/// The first miscompile of an instruction: its code computes something else for some values of its registers.
pub fn miscompile(compiler: Compiler<Generation>, case: &Case) -> Option<&'static Divergence> {
    let Compiler { target, version } = compiler;
    let is_in = |row: &Divergence| target.versions_of(row, case).is_some_and(|it| it.contains(version));
    rows::miscompiles().find(|row| row.differs_in(case) && is_in(row))
}
