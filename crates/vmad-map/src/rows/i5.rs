use crate::divergence::{Divergence, Example, Miscompiled};

/// Ordinary code: add.sat.s32 or sub.sat.s32 of a negated number: -2147483648 has no negation in 32 bits.
pub static I5: Divergence = Divergence {
    id: "I5",
    title: "add.sat.s32 or sub.sat.s32 of a negated number: -2147483648 has no negation in 32 bits",
    example: Some(Example {
        instruction: ".reg .b32 t; neg.s32 t, a; sub.sat.s32 d, t, b;",
        inputs: [0x2, 0x8000_0000, 0x1_0000],
        here: 0x7fff_fffe,
        there: Some(0x8000_0000),
    }),
    // Asked of ptxas 12.9 for sm_50 and sm_90.
    variants: &[".reg .b32 t; neg.s32 t, a; add.sat.s32 d, t, b;"],
    history: &[Miscompiled::until([12, 9], 35, 121)],
    ..Divergence::EMPTY
};
