use crate::divergence::{Divergence, Example, Miscompiled};

/// Ordinary code: add.s16x2 of a constant, of whose result one half is used.
pub static I3: Divergence = Divergence {
    id: "I3",
    title: "add.s16x2 of a constant, of whose result one half is used",
    example: Some(Example {
        instruction: ".reg .b32 k, t; .reg .b16 h, i; mov.b32 k, 65537; add.s16x2 t, a, k; mov.b32 {h, i}, t; cvt.u32.u16 d, h;",
        inputs: [0x2, 0x8000_0000, 0x1_0000],
        here: 0x3,
        there: Some(0x2),
    }),
    history: &[Miscompiled::between([12, 0], [13, 0], 90, 121)],
    ..Divergence::EMPTY
};
