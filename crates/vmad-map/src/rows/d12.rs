use vmad_ptx::ast::{Operation, Tail, Type};
use vmad_unit::Kind;

use super::later::{self, exceeds_unsigned_word};
use crate::{
    case::Case,
    divergence::{Divergence, Example, Miscompiled, Model},
};

/// An unsigned saturation, from sm_70 on.
pub static D12: Divergence = Divergence {
    id: "D12",
    title: ".sat to .u32 has no upper bound",
    meanings: ["a result above 4294967295 becomes 4294967295", "its low 32 bits"],
    cases_text: "vadd, vsub and vabsdiff with .sat and .u32 as dtype, without a merge, if the result can be above 4294967295",
    evidence: "the code for `vadd.u32.u32.u32.sat d, a, b` ends with ISETP.GE of the high word, and LOP3.LUT: negative results become \
               0, and the carry has no effect",
    example: Some(Example {
        instruction: "vadd.u32.u32.u32.sat d, a, b;",
        inputs: [0xffff_ffff, 1, 0],
        here: 0xffff_ffff,
        there: Some(0),
    }),
    instructions: &[Kind::Vadd, Kind::Vabsdiff],
    cases: saturates_above,
    model: Model::Code(later::result),
    history: &[Miscompiled::always(70, 121)],
    ..Divergence::EMPTY
};

/// `.sat` to an unsigned word that the result can exceed, without a merge.
fn saturates_above(case: &Case) -> bool {
    let Some(Operation::Arithmetic(it)) = case.ptx else { return false };
    let is_merged = matches!(it.tail, Tail::Merge(_));
    it.sat && it.dtype == Type::U32 && !is_merged && exceeds_unsigned_word(case)
}
