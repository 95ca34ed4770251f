//! The words that count as video instructions, and the registers that they read.

use vmad_sass::{Instruction, Permute};
use vmad_unit::Register;
use vmad_xcheck::miscompiles::vset_of;

/// The video instruction of a word, and whether the word is that of a store (D9).
pub(crate) fn video(word: u64) -> Option<(Instruction, bool)> {
    if let Ok(instruction) = Instruction::decode(word) {
        return Some((instruction, false));
    }
    let instruction = Instruction::decode(vset_of(word)).ok()?;
    let is_set = instruction.mnemonic() == "VSET" && instruction.immediate().is_some();
    is_set.then_some((instruction, true))
}

/// The registers whose values a comparison needs: those that a video instruction reads, or the `PRMT` after one.
pub(crate) fn read(word: u64) -> [Option<Register>; 3] {
    match (video(word), Permute::decode(word)) {
        (Some((instruction, _)), _) => instruction.registers(),
        (None, Some(permute)) => [Some(permute.a), None, Some(permute.c)],
        (None, None) => [None; 3],
    }
}
