use crate::divergence::{Divergence, Example, Miscompiled};

/// Ordinary code: shr.u16 by a number that was sign-extended from 16 bits: its upper half is lost.
pub static I9: Divergence = Divergence {
    id: "I9",
    title: "shr.u16 by a number that was sign-extended from 16 bits: its upper half is lost",
    example: Some(Example {
        instruction: ".reg .b32 t; .reg .b16 g, h; cvt.u16.u32 h, a; bfe.s32 t, b, 0, 16; shr.u16 g, h, t; cvt.s32.s16 d, g;",
        inputs: [0x7e80_807e, 0x7f80_8181, 0x0081_fe01],
        here: 0x0,
        there: Some(0xffff_807e),
    }),
    history: &[Miscompiled::always(35, 121)],
    ..Divergence::EMPTY
};
