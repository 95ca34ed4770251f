use vmad_ptx::reading::ambiguities;
use vmad_unit::Scale;

use super::vmad::{VMAD, has_signed_result, saturates};
use crate::{
    case::Case,
    condition::Condition,
    divergence::{Divergence, Example, Inputs},
};

/// The mask makes the result a number that is never negative.
pub static P8: Divergence = Divergence {
    instructions: VMAD,
    cases: |case| condition(case).is_some(),
    cases_text: "the final result is signed, with a shift and `.sat`",
    inputs: Inputs::Exactly(condition),
    inputs_text: "tmp is negative",
    example: Some(Example {
        instruction: "vmad.u32.u32.s32.sat.shr7 d, a, b, c;",
        inputs: [0x0, 0x0, 0xffff_ffff],
        here: 0xffff_ffff,
        there: Some(0x7fff_ffff),
    }),
    ..Divergence::reading_of(&ambiguities::P8)
};

fn condition(case: &Case) -> Option<Condition> {
    let (mode, _) = case.vmad()?;
    let differs = has_signed_result(mode) && mode.scale != Scale::Pass && saturates(mode);
    differs.then_some(Condition::shr_outside([0, i128::MAX]))
}
