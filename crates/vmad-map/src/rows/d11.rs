use vmad_ptx::ast::{Operation, Tail};
use vmad_unit::Kind;

use super::later::{self, clamp, range};
use crate::{
    bounds::{is_within, numbers},
    case::Case,
    divergence::{Divergence, Example, Miscompiled, Model},
};

/// A saturated merge, from sm_70 on.
pub static D11: Divergence = Divergence {
    id: "D11",
    title: "a merge with .sat takes the upper bound for the lower one, or none",
    meanings: [
        "the result is clamped to the range of the byte or half-word",
        "vadd, vsub, vabsdiff, vmin, vmax: a negative result becomes the largest number; vshl, vshr: the result is clamped \
         to 32 bits only",
    ],
    cases_text: "a merge with .sat, other than into d.h1, if the result can be negative; of vshl and vshr, if the result, \
            clamped to 32 bits, can leave the range",
    evidence: "the code for `vsub.u32.u32.u32.sat d.b0, a, b, c` sets all bits of a result whose high word is not 0, and compares it \
               with 0xff as an unsigned number",
    example: Some(Example {
        instruction: "vsub.u32.u32.u32.sat d.b0, a, b, c;",
        inputs: [0, 1, 0],
        here: 0,
        there: Some(0xff),
    }),
    instructions: &Kind::WITH_DTYPE,
    cases: leaves_the_part,
    model: Model::Code(later::result),
    history: &[Miscompiled::always(70, 121)],
    ..Divergence::EMPTY
};

/// A merge with `.sat`: the result can be negative; of shifts, it can leave the range of the byte or half-word.
fn leaves_the_part(case: &Case) -> bool {
    match (case.ptx, range(case)) {
        (Some(Operation::Arithmetic(it)), Some(result)) => {
            it.sat && matches!(it.tail, Tail::Merge(_)) && result[0] < 0
        }
        (Some(Operation::Shift(it)), Some(result)) => match it.tail {
            Tail::Merge(select) => {
                let clamped = clamp(result, numbers(it.dtype, 32));
                it.sat && !is_within(clamped, numbers(it.dtype, select.width()))
            }
            _ => false,
        },
        _ => false,
    }
}
