use crate::divergence::{Divergence, Example, Miscompiled};

/// Ordinary code: the sign or the saturation of neg.s32: -2147483648 counts as positive.
pub static I10: Divergence = Divergence {
    id: "I10",
    title: "the sign or the saturation of neg.s32: -2147483648 counts as positive",
    example: Some(Example {
        instruction: ".reg .b32 t; neg.s32 t, a; cvt.sat.s8.s32 d, t;",
        inputs: [0x8000_0000, 0x7fff_ffff, 0xffff_fffe],
        here: 0xffff_ff80,
        there: Some(0x7f),
    }),
    // Asked of ptxas 12.9 for sm_50 and sm_90.
    variants: &[
        ".reg .b32 t; neg.s32 t, a; cvt.sat.u8.s32 d, t;",
        ".reg .b32 t; .reg .b16 h; neg.s32 t, a; cvt.sat.s16.s32 h, t;",
    ],
    history: &[Miscompiled::always(35, 121)],
    ..Divergence::EMPTY
};
