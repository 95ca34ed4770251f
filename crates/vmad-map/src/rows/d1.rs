use vmad_ptx::reading::ambiguities;
use vmad_unit::Psign;

use super::vmad::{VMAD, has_unsigned_intermediate, saturates, shifts_or_saturates};
use crate::{
    case::Case,
    condition::{Condition, S32_MAX},
    divergence::{Divergence, Example, Inputs},
};

/// `-c` on 32 bits.
pub static D1: Divergence = Divergence {
    instructions: VMAD,
    cases: |case| condition(case).is_some(),
    cases_text: "both types unsigned, c negated, and a shift or `.sat`",
    inputs: Inputs::Exactly(condition),
    inputs_text: "c is 0x80000000 or more",
    example: Some(Example {
        instruction: "vmad.u32.u32.u32.sat d, a, b, -c;",
        inputs: [0x0, 0x0, 0xffff_ffff],
        here: 0x8000_0000,
        there: Some(0x1),
    }),
    ..Divergence::reading_of(&ambiguities::D1)
};

/// Both saturate from `S32_MAX` up; without saturation, 2^32 more in tmp always changes shr\[31:0\].
fn condition(case: &Case) -> Option<Condition> {
    let (mode, _) = case.vmad()?;
    let is_subtracted = has_unsigned_intermediate(mode) && mode.psign == Psign::SubtractC;
    let shr_outside = saturates(mode).then_some([S32_MAX, i128::MAX]);
    let condition = Condition { c_high: true, shr_outside, ..Condition::ALWAYS };
    (is_subtracted && shifts_or_saturates(mode)).then_some(condition)
}
