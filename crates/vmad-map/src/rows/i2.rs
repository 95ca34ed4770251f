use crate::divergence::{Divergence, Example, Miscompiled};

/// Ordinary code: neg.s16, or 0 minus a number of 16 bits: -32768 becomes 32768 in the instruction that reads the result.
pub static I2: Divergence = Divergence {
    id: "I2",
    title: "neg.s16, or 0 minus a number of 16 bits: -32768 becomes 32768 in the instruction that reads the result",
    example: Some(Example {
        instruction: ".reg .b16 g, h; cvt.u16.u32 h, a; neg.s16 g, h; cvt.s32.s16 d, g;",
        inputs: [0xffff_8000, 0x80, 0x2],
        here: 0xffff_8000,
        there: Some(0x8000),
    }),
    history: &[Miscompiled::until([13, 2], 35, 121)],
    ..Divergence::EMPTY
};
