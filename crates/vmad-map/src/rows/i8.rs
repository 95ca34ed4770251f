use crate::divergence::{Divergence, Example, Miscompiled};

/// Ordinary code: a shift of 16 bits by a constant of 65536 or more: the amount is cut to 16 bits.
pub static I8: Divergence = Divergence {
    id: "I8",
    title: "a shift of 16 bits by a constant of 65536 or more: the amount is cut to 16 bits",
    example: Some(Example {
        instruction: ".reg .b16 g, h; cvt.u16.u32 h, a; shl.b16 g, h, 65536; cvt.s32.s16 d, g;",
        inputs: [0x2, 0x8000_0000, 0x1_0000],
        here: 0x0,
        there: Some(0x2),
    }),
    // Asked of ptxas 12.9 for sm_50 and sm_90.
    variants: &[".reg .b16 g, h; cvt.u16.u32 h, a; shr.u16 g, h, 65536; cvt.s32.s16 d, g;"],
    // The amount that is left is one of a shift.
    constants: Some(|constant| constant >> 16 != 0 && constant & 0xffff < 16),
    history: &[Miscompiled::always(35, 121)],
    ..Divergence::EMPTY
};
