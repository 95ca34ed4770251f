use vmad_ptx::ast::Operation;
use vmad_unit::Kind;

use crate::{
    case::Case,
    divergence::{Divergence, Example, Miscompiled},
    versions::Version,
};

/// A constant b of `vset`, on sm_50 to sm_62: the word is a store.
pub static D9: Divergence = Divergence {
    id: "D9",
    title: "vset with a constant b becomes a store (ST)",
    meanings: [
        "the comparison of a with the constant",
        "bits 63:57 of the word are 0x5a in place of 0x20, the opcode of VSET; all other fields are those of the VSET with \
         an imm16. nvdisasm 12.8 prints the word as a store (ST)",
    ],
    cases_text: "every vset with a constant b from 1 to 65535",
    evidence: "`vset.u32.s32.lt d, a, 5` becomes 0xb47a7fe000570200, `ST.E.S16 [R2+-0x5801fffb], R0, P5`; what the hardware \
               does is not known",
    example: Some(Example {
        instruction: "vset.u32.s32.lt d, a, 5;",
        inputs: [4, 5, 0],
        here: 1,
        there: None,
    }),
    instructions: &[Kind::Vset],
    cases: has_immediate,
    history: &[Miscompiled::always(50, 62)],
    ..Divergence::EMPTY
};

/// A constant b of `vset` that becomes an imm16.
pub(super) fn has_immediate(case: &Case) -> bool {
    matches!(case.ptx, Some(Operation::Set(_)))
        && case.word(Version::NEWEST).is_some_and(|word| word.is_store())
}
