use crate::divergence::{Divergence, Example, Miscompiled};

/// Ordinary code: three numbers in min or max, one of them negated: the negation is lost.
pub static I4: Divergence = Divergence {
    id: "I4",
    title: "three numbers in min or max, one of them negated: the negation is lost",
    example: Some(Example {
        instruction: ".reg .b32 n, m; neg.s32 n, a; max.s32 m, a, n; max.s32 d, m, b;",
        inputs: [0x9082_2d50, 0x244e_0b47, 0x602b_5e8f],
        here: 0x6f7d_d2b0,
        there: Some(0x244e_0b47),
    }),
    // Asked of ptxas 12.9 and 13.3 for sm_90 and sm_100.
    variants: &[
        ".reg .b32 n, m; neg.s32 n, a; max.s32 m, b, n; max.s32 d, m, c;",
        ".reg .b32 n, m; neg.s32 n, a; min.s32 m, b, n; min.s32 d, m, c;",
    ],
    history: &[Miscompiled::between([12, 6], [13, 3], 90, 110)],
    ..Divergence::EMPTY
};
