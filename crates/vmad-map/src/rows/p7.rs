use vmad_ptx::{
    ast::{Comparison, Operation},
    reading::ambiguities,
};
use vmad_unit::Kind;

use crate::{
    case::Case,
    divergence::{Divergence, Example, Miscompiled},
};

/// An unsigned comparison of `vset`, which becomes `.LT`, on sm_35 to sm_62.
pub static P7: Divergence = Divergence {
    title: "vset: the comparisons lo, ls, hi and hs all become LT",
    meanings: ["the unsigned comparisons of setp with these names", "VSET.LT for all four"],
    evidence: "`vset.u32.u32.hs d, a, b` becomes `VSET.LT.U32.U32 R0, R2, R3, RZ`",
    instructions: &[Kind::Vset],
    cases: can_differ_from_less,
    cases_text: "`vset` with ls, hi or hs, and with lo if atype is .s32",
    example: Some(Example {
        instruction: "vset.u32.u32.hs d, a, b;",
        inputs: [0, 0, 0],
        here: 1,
        there: Some(0),
    }),
    history: &[Miscompiled::always(35, 62)],
    // No word has these comparisons.
    is_hypothesis: false,
    ..Divergence::reading_of(&ambiguities::P7)
};

/// For `lo`, `.LT` can give another result only if a part of a can be negative.
fn can_differ_from_less(case: &Case) -> bool {
    let Some(Operation::Set(it)) = case.ptx else { return false };
    match it.cmp {
        Comparison::Lo => it.a.ty.is_signed(),
        cmp => cmp.needs_unsigned_btype(),
    }
}
