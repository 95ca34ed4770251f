use vmad_ptx::ast::Operation;

use crate::{
    case::Case,
    divergence::{Divergence, Model},
    versions::Version,
    word::{history_of_imm16, result_on_kepler},
};

/// `b` is a part of a register that holds a constant, and ptxas put all of the constant's 16 bits into the imm16.
///
/// One PTX instruction cannot express it: it has no [`instructions`](Divergence::instructions).
pub static D7: Divergence = Divergence {
    id: "D7",
    title: "b's selector is lost: the imm16 is the whole constant",
    meanings: [
        "the selected part of the constant",
        "the whole constant, if it fits an imm16 by dtype: see D4",
    ],
    cases: has_lost_selector,
    evidence: "`mov.u32 b, 0x105; vmax.s32.u32.u32 d, a, b.b1` becomes `VMNMX.U32.U16.MX R0, R0, 0x105, RZ`; with 0x10105, \
               `VMNMX.U32.U8.MX R0, R0, R5.B1, RZ`. The words of 487 random instructions with constants in registers, ptxas \
               12.9.86 and 12.0.76, sm_50 and sm_61",
    model: Model::Word(result_on_kepler),
    history: &history_of_imm16(62, [" (b < 0)", ""]),
    ..Divergence::EMPTY
};

/// b has a selector, and its whole register is the imm16.
fn has_lost_selector(case: &Case) -> bool {
    let select = case.ptx.as_ref().and_then(Operation::sources).and_then(|[_, b]| b.select);
    select.is_some() && case.word(Version::NEWEST).is_some_and(|word| word.immediate.is_some())
}
