use crate::divergence::{Divergence, Example, Miscompiled};

/// Ordinary code: add.s32 of a constant, then add.sat.s32 of a constant: the first sum is saturated too.
pub static I7: Divergence = Divergence {
    id: "I7",
    title: "add.s32 of a constant, then add.sat.s32 of a constant: the first sum is saturated too",
    example: Some(Example {
        instruction: ".reg .b32 t; add.s32 t, a, 1; add.sat.s32 d, t, 1;",
        inputs: [0x7fff_ffff, 0x5555_5555, 0x7f],
        here: 0x8000_0001,
        there: Some(0x7fff_ffff),
    }),
    // The sum of two of them is a number of 32 bits.
    constants: Some(|constant| constant != 0 && constant < 1 << 30),
    history: &[Miscompiled::always(35, 121)],
    ..Divergence::EMPTY
};
