use vmad_ptx::{ast::Type, reading::ambiguities};
use vmad_unit::{Operand, Psign, vmad::Mode};

use super::vmad::{VMAD, has_signed_result, saturates};
use crate::{
    case::Case,
    condition::{Condition, S32_MAX},
    divergence::{Divergence, Example, Inputs},
    domain::Domain,
};

/// `.sat` to the range of dtype.
pub static P10: Divergence = Divergence { by_dtype: &[&U32, &S32], ..BOTH };

static U32: Divergence = Divergence {
    id: "P10-u32",
    meanings: [BOTH.meanings[0], "SAT clamps to the range of dtype, which is u32"],
    domain: Domain::Dtype(Type::U32),
    ..BOTH
};

static S32: Divergence = Divergence {
    id: "P10-s32",
    meanings: [BOTH.meanings[0], "SAT clamps to the range of dtype, which is s32"],
    domain: Domain::Dtype(Type::S32),
    ..BOTH
};

const BOTH: Divergence = Divergence {
    instructions: VMAD,
    domain: Domain::Dtypes,
    cases: |case| condition(case).is_some(),
    cases_text: "`.sat`; dtype and the final result differ in sign; and the result can leave the range common to both (a \
                 shifted unsigned result: by 7 with a word as a factor, by 15 with two words or a word and a half-word)",
    inputs: Inputs::Exactly(condition),
    inputs_text: "the result before the clamp is negative or above 2147483647",
    example: Some(Example {
        instruction: "vmad.s32.u32.u32.sat d, a, b, c;",
        inputs: [0x0, 0x0, 0xffff_ffff],
        here: 0xffff_ffff,
        there: Some(0x7fff_ffff),
    }),
    ..Divergence::reading_of(&ambiguities::P10)
};

/// A signed result can be negative in every mode. An unsigned one must be able to exceed `S32_MAX`, which narrow
/// factors cannot once they are shifted.
fn condition(case: &Case) -> Option<Condition> {
    let (mode, dtype) = case.vmad()?;
    let can_leave_both = has_signed_result(mode) || largest(mode) > S32_MAX;
    let differs = saturates(mode) && dtype.is_signed() != has_signed_result(mode) && can_leave_both;
    differs.then_some(Condition::shr_outside([0, S32_MAX]))
}

/// The largest shr of unsigned factors: all bits set.
fn largest(mode: Mode) -> i128 {
    let factor = |operand: Operand| (1 << operand.selector.width().bits()) - 1;
    let sum: i128 = factor(mode.a) * factor(mode.b) + i128::from(u32::MAX);
    (sum + i128::from(mode.psign == Psign::PlusOne)) >> mode.scale.count()
}
