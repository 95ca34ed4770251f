//! What to write in place of an instruction.

use vmad_ptx::{ast::Instruction, legality::Target};

use super::{Safety, verdicts};
use crate::{
    rewrite::{
        another,
        costs::{self, Lengths},
        ordinary,
    },
    versions::{Generation, Versions},
};

/// The shortest known PTX that computes the same as an instruction that one of some versions miscompiles or refuses, and
/// that each of them compiles correctly: a block as [`ordinary`] builds it, or another video instruction. [`None`] if the
/// instruction needs none.
pub fn rewriting(
    instruction: &Instruction,
    generation: Generation,
    versions: Versions,
) -> Option<Vec<String>> {
    let is_right = |candidate: &Instruction| {
        verdicts(candidate, generation, versions).iter().all(|(_, verdict)| *verdict == Safety::Right)
    };
    if is_right(instruction) {
        return None;
    }
    let another = if generation.has_family() { another(instruction, is_right) } else { None };
    another.or_else(|| ordinary(instruction))
}

/// Why an instruction is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A version of ptxas miscompiles or refuses it.
    Wrong,
    /// ptxas's code for it is longer than for the ordinary code.
    Longer(Lengths),
}

/// What to write in place of an instruction for a target, and why; [`None`] if it is best as it is. For a target before
/// sm_70, only a wrong instruction is replaced.
pub fn better(
    instruction: &Instruction,
    target: Target,
    versions: Versions,
) -> Option<(Reason, Vec<String>)> {
    let generation = Generation::of(target)?;
    if let Some(lines) = rewriting(instruction, generation, versions) {
        return Some((Reason::Wrong, lines));
    }
    let lengths = costs::lengths(instruction, target)?;
    (lengths.ordinary < lengths.video).then_some((Reason::Longer(lengths), ordinary(instruction)?))
}
