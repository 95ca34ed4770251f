//! Ordinary integer code that some versions compile wrongly. [`history`](crate::versions::history) has the versions.

/// A pattern of ordinary integer code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integer {
    /// The identifier of its row: `I1`.
    pub row: &'static str,
    /// The pattern in words.
    pub title: &'static str,
    /// The body of a function of `a`, `b` and `c` with result `d`.
    pub code: &'static str,
    /// `a`, `b` and `c`.
    pub inputs: [u32; 3],
    /// The result of the PTX and that of the code.
    pub results: [u32; 2],
}

/// Every pattern.
#[rustfmt::skip]
pub const INTEGERS: [Integer; 12] = [
    Integer { row: "I1", title: "sub.sat.s32 of -2147483648", code: "sub.sat.s32 d, a, -2147483648;", inputs: [0x2, 0x8000_0000, 0x1_0000], results: [0x7fff_ffff, 0x8000_0002] },
    Integer { row: "I2", title: "neg.s16, or 0 minus a number of 16 bits: -32768 becomes 32768 in the instruction that reads the result", code: ".reg .b16 g, h; cvt.u16.u32 h, a; neg.s16 g, h; cvt.s32.s16 d, g;", inputs: [0xffff_8000, 0x80, 0x2], results: [0xffff_8000, 0x8000] },
    Integer { row: "I3", title: "add.s16x2 of a constant, of whose result one half is used", code: ".reg .b32 k, t; .reg .b16 h, i; mov.b32 k, 65537; add.s16x2 t, a, k; mov.b32 {h, i}, t; cvt.u32.u16 d, h;", inputs: [0x2, 0x8000_0000, 0x1_0000], results: [0x3, 0x2] },
    Integer { row: "I4", title: "three numbers in min or max, one of them negated: the negation is lost", code: ".reg .b32 n, m; neg.s32 n, a; max.s32 m, a, n; max.s32 d, m, b;", inputs: [0x9082_2d50, 0x244e_0b47, 0x602b_5e8f], results: [0x6f7d_d2b0, 0x244e_0b47] },
    Integer { row: "I5", title: "add.sat.s32 or sub.sat.s32 of a negated number: -2147483648 has no negation in 32 bits", code: ".reg .b32 t; neg.s32 t, a; sub.sat.s32 d, t, b;", inputs: [0x2, 0x8000_0000, 0x1_0000], results: [0x7fff_fffe, 0x8000_0000] },
    Integer { row: "I6", title: "add.sat.s32 of a negated number to itself: the sum is not saturated", code: ".reg .b32 t; neg.s32 t, a; add.sat.s32 d, t, t;", inputs: [0x7e80_807e, 0x7f80_8181, 0x0081_fe01], results: [0x8000_0000, 0x02fe_ff04] },
    Integer { row: "I7", title: "add.s32 of a constant, then add.sat.s32 of a constant: the first sum is saturated too", code: ".reg .b32 t; add.s32 t, a, 1; add.sat.s32 d, t, 1;", inputs: [0x7fff_ffff, 0x5555_5555, 0x7f], results: [0x8000_0001, 0x7fff_ffff] },
    Integer { row: "I8", title: "a shift of 16 bits by a constant of 65536 or more: the amount is cut to 16 bits", code: ".reg .b16 g, h; cvt.u16.u32 h, a; shl.b16 g, h, 65536; cvt.s32.s16 d, g;", inputs: [0x2, 0x8000_0000, 0x1_0000], results: [0x0, 0x2] },
    Integer { row: "I9", title: "shr.u16 by a number that was sign-extended from 16 bits: its upper half is lost", code: ".reg .b32 t; .reg .b16 g, h; cvt.u16.u32 h, a; bfe.s32 t, b, 0, 16; shr.u16 g, h, t; cvt.s32.s16 d, g;", inputs: [0x7e80_807e, 0x7f80_8181, 0x0081_fe01], results: [0x0, 0xffff_807e] },
    Integer { row: "I10", title: "the sign or the saturation of neg.s32: -2147483648 counts as positive", code: ".reg .b32 t; neg.s32 t, a; cvt.sat.s8.s32 d, t;", inputs: [0x8000_0000, 0x7fff_ffff, 0xffff_fffe], results: [0xffff_ff80, 0x7f] },
    Integer { row: "I11", title: "the sign or the saturation of abs.s32: -2147483648 counts as positive", code: ".reg .b32 t; abs.s32 t, a; cvt.sat.s8.s32 d, t;", inputs: [0x8000_0000, 0x7fff_ffff, 0xffff_fffe], results: [0xffff_ff80, 0x7f] },
    Integer { row: "I12", title: "abs.s16: -32768 becomes 32768 in the instruction that reads the result", code: ".reg .b16 g, h; cvt.u16.u32 h, a; abs.s16 g, h; cvt.s32.s16 d, g;", inputs: [0xffff_8000, 0x80, 0x2], results: [0xffff_8000, 0x8000] },
];
