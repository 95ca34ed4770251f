use vmad_ptx::ast::{Operation, Select, Tail};
use vmad_unit::Kind;

use super::later;
use crate::divergence::{Divergence, Example, Miscompiled, Model};

/// A merge into `d.h1`, from sm_70 on.
pub static D10: Divergence = Divergence {
    id: "D10",
    title: "a merge into d.h1 takes the upper half of the result",
    meanings: [
        "bits 31:16 of d are the low 16 bits of the result, all others those of c",
        "bits 31:16 of d are bits 31:16 of the result",
    ],
    cases_text: "every merge into d.h1",
    evidence: "the code for `vadd.u32.u32.u32 d.h1, a, b, c` ends with `PRMT R4, R5, 0x3254, R6`: bytes 2 and 3 of the sum; 0x1054 \
               would be bytes 0 and 1",
    example: Some(Example {
        instruction: "vadd.u32.u32.u32 d.h1, a, b, c;",
        inputs: [1, 2, 0],
        here: 0x0003_0000,
        there: Some(0),
    }),
    instructions: &Kind::WITH_SECOND_OP,
    cases: |case| case.ptx.as_ref().and_then(Operation::tail) == Some(Tail::Merge(Select::H1)),
    model: Model::Code(later::result),
    history: &[Miscompiled::until([13, 2], 70, 121)],
    ..Divergence::EMPTY
};
