use crate::divergence::{Divergence, Example, Miscompiled};

/// A difference of bytes of constants, one of which ptxas knows from a branch: `vsub4.u32.u32.u32` without modifiers, if a
/// is a constant and a branch shows that b is equal to one; or if a branch shows a, and b is 0.
///
/// One PTX instruction cannot express it.
pub static D14: Divergence = Divergence {
    id: "D14",
    title: "vsub4 of constants, one of them known from a branch that compares it: bit 7 of each byte is wrong",
    meanings: ["the differences of the bytes", "the differences, XOR 0x80808080"],
    evidence: "behind `setp.ne.u32 q, b, 4; @q bra L;` with b loaded or %tid.x, and a = 0: the code stores 0x8080807c (ptxas \
               11.7.99, 12.0.76, 12.9.86, 13.0.48, 13.3.33, 13.3.73 on sm_50, 61, 70, 75, 80, 86, 90, 100 and 120 where they \
               have them), 0x000000fc from 13.4.59 on. Right in 12.9.86 for sm_50: a = 0xffffffff; a known from a branch and b \
               = 3 or 9; both from one branch; other types, .sat, .add, a mask or a selector; vadd4, vavrg4, vabsdiff4, vmin4, \
               vmax4, vset4 and those with 2 lanes; constants that no branch shows",
    example: Some(Example {
        instruction: "vsub4.u32.u32.u32 d, a, b, c;",
        inputs: [0, 4, 0],
        here: 0xfc,
        there: Some(0x8080_807c),
    }),
    // 11.2 to 11.6 were not asked.
    history: &[Miscompiled::until([13, 3], 50, 121)],
    ..Divergence::EMPTY
};
