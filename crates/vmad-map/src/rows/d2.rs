use vmad_ptx::reading::ambiguities;

use super::vmad::{VMAD, has_signed_result, is_u32, saturates};
use crate::{
    case::Case,
    condition::{Condition, S64},
    divergence::{Divergence, Example, Inputs},
};

/// tmp in 64 bits.
pub static D2: Divergence = Divergence {
    instructions: VMAD,
    cases: |case| condition(case).is_some(),
    cases_text: "two unsigned words, the product or c negated, and `.sat`",
    inputs: Inputs::Exactly(condition),
    inputs_text: "tmp is below -2^63, or 2^63 or more",
    example: Some(Example {
        instruction: "vmad.u32.u32.u32.sat d, a, b, -c;",
        inputs: [0xffff_ffff, 0xffff_ffff, 0x0],
        here: 0x7fff_ffff,
        there: Some(0x8000_0000),
    }),
    ..Divergence::reading_of(&ambiguities::D2)
};

pub(super) fn condition(case: &Case) -> Option<Condition> {
    let (mode, _) = case.vmad()?;
    let leaves_64_bits = is_u32(mode.a) && is_u32(mode.b) && has_signed_result(mode);
    (leaves_64_bits && saturates(mode)).then_some(Condition { tmp_outside: Some(S64), ..Condition::ALWAYS })
}
