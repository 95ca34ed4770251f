use crate::divergence::{Divergence, Example, Miscompiled};

/// Ordinary code: sub.sat.s32 of -2147483648.
pub static I1: Divergence = Divergence {
    id: "I1",
    title: "sub.sat.s32 of -2147483648 adds -2147483648",
    example: Some(Example {
        instruction: "sub.sat.s32 d, a, -2147483648;",
        inputs: [0x2, 0x8000_0000, 0x1_0000],
        here: 0x7fff_ffff,
        there: Some(0x8000_0002),
    }),
    history: &[Miscompiled::until([12, 9], 35, 121)],
    ..Divergence::EMPTY
};
