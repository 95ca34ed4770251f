//! What to write in place of an instruction.

use vmad_ptx::{ast::Instruction, legality::Target};

use super::{Safety, verdicts};
use crate::{
    rewrite::{
        another,
        costs::{Costs, costs},
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
    rewriting_for(instruction, generation, generation.first(), versions)
}

/// The same for a target of the generation.
fn rewriting_for(
    instruction: &Instruction,
    generation: Generation,
    target: Target,
    versions: Versions,
) -> Option<Vec<String>> {
    let is_right = |candidate: &Instruction| {
        verdicts(candidate, generation, versions).iter().all(|(_, verdict)| *verdict == Safety::Right)
    };
    if is_right(instruction) {
        return None;
    }
    let another = if generation.has_family() { another(instruction, is_right) } else { None };
    another.or_else(|| ordinary(instruction, target))
}

/// Why an instruction is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A version of ptxas miscompiles or refuses it.
    Wrong,
    /// The code of ptxas 12.9 for it is longer than for the ordinary code, and that of ptxas 13.5 is not shorter.
    Longer(Costs),
}

/// What to write in place of an instruction for a target, and why; [`None`] if it is best as it is. For a target before
/// sm_70, only a wrong instruction is replaced.
pub fn better(
    instruction: &Instruction,
    target: Target,
    versions: Versions,
) -> Option<(Reason, Vec<String>)> {
    let generation = Generation::of(target)?;
    if let Some(lines) = rewriting_for(instruction, generation, target, versions) {
        return Some((Reason::Wrong, lines));
    }
    let [old, new] = costs(instruction, target)?;
    let is_shorter = old.is_shorter() && new.ordinary.instructions <= new.video.instructions;
    is_shorter.then_some((Reason::Longer(old), ordinary(instruction, target)?))
}
