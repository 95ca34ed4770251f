use crate::divergence::{Divergence, Example, Miscompiled};

/// Ordinary code: add.sat.s32 of a negated number to itself: the sum is not saturated.
pub static I6: Divergence = Divergence {
    id: "I6",
    title: "add.sat.s32 of a negated number to itself: the sum is not saturated",
    example: Some(Example {
        instruction: ".reg .b32 t; neg.s32 t, a; add.sat.s32 d, t, t;",
        inputs: [0x7e80_807e, 0x7f80_8181, 0x0081_fe01],
        here: 0x8000_0000,
        there: Some(0x02fe_ff04),
    }),
    history: &[Miscompiled::until([12, 9], 35, 121)],
    ..Divergence::EMPTY
};
