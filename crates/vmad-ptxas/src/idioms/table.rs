//! The idioms themselves.

/// A sequence that replaces another.
#[derive(Clone, Copy, Debug)]
pub struct Idiom {
    /// The name on the command line.
    pub name: &'static str,
    /// What it computes.
    pub title: &'static str,
    /// What it is equal to, for all inputs.
    pub reference: &'static [&'static str],
    /// The sequence, its result in `d`.
    pub code: &'static [&'static str],
}

/// All idioms.
pub const IDIOMS: &[Idiom] = &[
    Idiom {
        name: "dp4a-s32-s32",
        title: "dot product of four signed bytes with four signed bytes, plus c",
        reference: &["dp4a.s32.s32 d, a, b, c;"],
        code: &[
            "vmad.s32.s32.s32 t, a.b0, b.b0, c;",
            "vmad.s32.s32.s32 t, a.b1, b.b1, t;",
            "vmad.s32.s32.s32 t, a.b2, b.b2, t;",
            "vmad.s32.s32.s32 d, a.b3, b.b3, t;",
        ],
    },
    Idiom {
        name: "dp4a-u32-u32",
        title: "dot product of four unsigned bytes with four unsigned bytes, plus c",
        reference: &["dp4a.u32.u32 d, a, b, c;"],
        code: &[
            "vmad.u32.u32.u32 t, a.b0, b.b0, c;",
            "vmad.u32.u32.u32 t, a.b1, b.b1, t;",
            "vmad.u32.u32.u32 t, a.b2, b.b2, t;",
            "vmad.u32.u32.u32 d, a.b3, b.b3, t;",
        ],
    },
    Idiom {
        name: "dp4a-u32-s32",
        title: "dot product of four unsigned bytes with four signed bytes, plus c",
        reference: &["dp4a.u32.s32 d, a, b, c;"],
        code: &[
            "vmad.s32.u32.s32 t, a.b0, b.b0, c;",
            "vmad.s32.u32.s32 t, a.b1, b.b1, t;",
            "vmad.s32.u32.s32 t, a.b2, b.b2, t;",
            "vmad.s32.u32.s32 d, a.b3, b.b3, t;",
        ],
    },
    Idiom {
        name: "dp4a-s32-u32",
        title: "dot product of four signed bytes with four unsigned bytes, plus c",
        reference: &["dp4a.s32.u32 d, a, b, c;"],
        code: &[
            "vmad.s32.s32.u32 t, a.b0, b.b0, c;",
            "vmad.s32.s32.u32 t, a.b1, b.b1, t;",
            "vmad.s32.s32.u32 t, a.b2, b.b2, t;",
            "vmad.s32.s32.u32 d, a.b3, b.b3, t;",
        ],
    },
    Idiom {
        name: "dp4a-by-dp2a",
        title: "dot product of four signed bytes by two dp2a, for boards on which dp4a is slow",
        reference: &["dp4a.s32.s32 d, a, b, c;"],
        code: &[
            "prmt.b32 s, a, 0, 0x9180;",
            "prmt.b32 q, a, 0, 0xb3a2;",
            "dp2a.lo.s32.s32 t, s, b, c;",
            "dp2a.hi.s32.s32 d, q, b, t;",
        ],
    },
    Idiom {
        name: "dp2a-lo-s32-s32",
        title: "dot product of two signed half-words with the two low signed bytes of b, plus c",
        reference: &["dp2a.lo.s32.s32 d, a, b, c;"],
        code: &["vmad.s32.s32.s32 t, a.h0, b.b0, c;", "vmad.s32.s32.s32 d, a.h1, b.b1, t;"],
    },
    Idiom {
        name: "dp2a-hi-s32-s32",
        title: "dot product of two signed half-words with the two high signed bytes of b, plus c",
        reference: &["dp2a.hi.s32.s32 d, a, b, c;"],
        code: &["vmad.s32.s32.s32 t, a.h0, b.b2, c;", "vmad.s32.s32.s32 d, a.h1, b.b3, t;"],
    },
    Idiom {
        name: "dp2a-lo-u32-u32",
        title: "dot product of two unsigned half-words with the two low unsigned bytes of b, plus c",
        reference: &["dp2a.lo.u32.u32 d, a, b, c;"],
        code: &["vmad.u32.u32.u32 t, a.h0, b.b0, c;", "vmad.u32.u32.u32 d, a.h1, b.b1, t;"],
    },
    Idiom {
        name: "dp2a-hi-u32-u32",
        title: "dot product of two unsigned half-words with the two high unsigned bytes of b, plus c",
        reference: &["dp2a.hi.u32.u32 d, a, b, c;"],
        code: &["vmad.u32.u32.u32 t, a.h0, b.b2, c;", "vmad.u32.u32.u32 d, a.h1, b.b3, t;"],
    },
    Idiom {
        name: "dp2a-lo-u32-s32",
        title: "dot product of two unsigned half-words with the two low signed bytes of b, plus c",
        reference: &["dp2a.lo.u32.s32 d, a, b, c;"],
        code: &["vmad.s32.u32.s32 t, a.h0, b.b0, c;", "vmad.s32.u32.s32 d, a.h1, b.b1, t;"],
    },
    Idiom {
        name: "dp2a-lo-s32-u32",
        title: "dot product of two signed half-words with the two low unsigned bytes of b, plus c",
        reference: &["dp2a.lo.s32.u32 d, a, b, c;"],
        code: &["vmad.s32.s32.u32 t, a.h0, b.b0, c;", "vmad.s32.s32.u32 d, a.h1, b.b1, t;"],
    },
    Idiom {
        name: "dp2a-hi-u32-s32",
        title: "dot product of two unsigned half-words with the two high signed bytes of b, plus c",
        reference: &["dp2a.hi.u32.s32 d, a, b, c;"],
        code: &["vmad.s32.u32.s32 t, a.h0, b.b2, c;", "vmad.s32.u32.s32 d, a.h1, b.b3, t;"],
    },
    Idiom {
        name: "dp2a-hi-s32-u32",
        title: "dot product of two signed half-words with the two high unsigned bytes of b, plus c",
        reference: &["dp2a.hi.s32.u32 d, a, b, c;"],
        code: &["vmad.s32.s32.u32 t, a.h0, b.b2, c;", "vmad.s32.s32.u32 d, a.h1, b.b3, t;"],
    },
    Idiom {
        name: "sad4-u8",
        title: "sum of the absolute differences of four unsigned bytes, plus c",
        reference: &[
            "bfe.u32 p, a, 0, 8; bfe.u32 q, b, 0, 8; sad.u32 t, p, q, c;",
            "bfe.u32 p, a, 8, 8; bfe.u32 q, b, 8, 8; sad.u32 t, p, q, t;",
            "bfe.u32 p, a, 16, 8; bfe.u32 q, b, 16, 8; sad.u32 t, p, q, t;",
            "bfe.u32 p, a, 24, 8; bfe.u32 q, b, 24, 8; sad.u32 d, p, q, t;",
        ],
        code: &["vabsdiff4.u32.u32.u32.add d, a, b, c;"],
    },
    Idiom {
        name: "sad2-s16",
        title: "sum of the absolute differences of two signed half-words, plus c",
        reference: &[
            "bfe.s32 p, a, 0, 16; bfe.s32 q, b, 0, 16; sad.s32 t, p, q, c;",
            "bfe.s32 p, a, 16, 16; bfe.s32 q, b, 16, 16; sad.s32 d, p, q, t;",
        ],
        code: &["vabsdiff.u32.s32.s32.add t, a.h0, b.h0, c;", "vabsdiff.u32.s32.s32.add d, a.h1, b.h1, t;"],
    },
    Idiom {
        name: "add-sat-s32",
        title: "saturating sum of two signed words",
        reference: &["cvt.s64.s32 x, a; cvt.s64.s32 y, b; add.s64 x, x, y; cvt.sat.s32.s64 d, x;"],
        code: &["vadd.s32.s32.s32.sat d, a, b;"],
    },
    Idiom {
        name: "add-sat-u32",
        title: "saturating sum of two unsigned words",
        reference: &["add.u32 t, a, b; setp.lo.u32 p, t, a; selp.u32 d, 0xffffffff, t, p;"],
        code: &["vadd.u32.u32.u32.sat d, a, b;"],
    },
    Idiom {
        name: "average-u32",
        title: "average of two unsigned words, rounded up",
        reference: &[
            "cvt.u64.u32 x, a; cvt.u64.u32 y, b; add.u64 x, x, y; add.u64 x, x, 1;",
            "shr.u64 x, x, 1; cvt.u32.u64 d, x;",
        ],
        code: &["or.b32 s, a, b;", "xor.b32 t, a, b;", "shr.u32 t, t, 1;", "sub.u32 d, s, t;"],
    },
    Idiom {
        name: "average-s32",
        title: "average of two signed words, rounded up",
        reference: &[
            "cvt.s64.s32 x, a; cvt.s64.s32 y, b; add.s64 x, x, y; add.s64 x, x, 1;",
            "shr.s64 x, x, 1; cvt.u32.u64 d, x;",
        ],
        code: &["or.b32 s, a, b;", "xor.b32 t, a, b;", "shr.s32 t, t, 1;", "sub.s32 d, s, t;"],
    },
    Idiom {
        name: "q15-multiply",
        title: "product of two Q15 numbers in the low half-words of a and b, rounded, as a 32-bit number",
        reference: &[
            "bfe.s32 p, a, 0, 16; bfe.s32 q, b, 0, 16; mul.wide.s32 x, p, q; add.s64 x, x, 0x4000;",
            "shr.s64 x, x, 15; cvt.sat.s32.s64 d, x;",
        ],
        code: &["vmad.s32.s32.s32.sat.shr15 d, a.h0, b.h0, 0x4000;"],
    },
    Idiom {
        name: "q15-filter2",
        title: "two taps of a Q15 filter: the sum of two products of half-words, rounded, as a 32-bit number",
        reference: &[
            "bfe.s32 p, a, 0, 16; bfe.s32 q, b, 0, 16; mul.wide.s32 x, p, q;",
            "bfe.s32 p, a, 16, 16; bfe.s32 q, b, 16, 16; mul.wide.s32 y, p, q; add.s64 x, x, y;",
            "add.s64 x, x, 0x4000; shr.s64 x, x, 15; cvt.sat.s32.s64 d, x;",
        ],
        code: &["vmad.s32.s32.s32 t, a.h0, b.h0, 0x4000;", "vmad.s32.s32.s32.sat.shr15 d, a.h1, b.h1, t;"],
    },
    Idiom {
        name: "q7-filter4",
        title: "four taps of a Q7 filter: unsigned bytes times signed coefficients, rounded",
        reference: &["dp4a.u32.s32 t, a, b, 0x40; shr.s32 d, t, 7;"],
        code: &[
            "vmad.s32.u32.s32 t, a.b0, b.b0, 0x40;",
            "vmad.s32.u32.s32 t, a.b1, b.b1, t;",
            "vmad.s32.u32.s32 t, a.b2, b.b2, t;",
            "vmad.s32.u32.s32.shr7 d, a.b3, b.b3, t;",
        ],
    },
    Idiom {
        name: "q7-filter",
        title: "an unsigned byte of a times a signed Q7 coefficient in b, plus c, shifted back by 7 bits",
        reference: &[
            "bfe.u32 p, a, 16, 8; bfe.s32 q, b, 8, 8; mul.wide.s32 x, p, q; cvt.s64.s32 y, c;",
            "add.s64 x, x, y; shr.s64 x, x, 7; cvt.sat.s32.s64 d, x;",
        ],
        code: &["vmad.s32.u32.s32.sat.shr7 d, a.b2, b.b1, c;"],
    },
    Idiom {
        name: "multiply-add-one",
        title: "product of two signed half-words plus c plus 1, by .po",
        reference: &["bfe.s32 p, a, 0, 16; bfe.s32 q, b, 0, 16; mad.lo.s32 t, p, q, c; add.s32 d, t, 1;"],
        code: &["vmad.s32.s32.s32.po d, a.h0, b.h0, c;"],
    },
    Idiom {
        name: "unpack-scale",
        title: "a byte times a scale of 16 bits, plus c",
        reference: &["bfe.u32 p, a, 8, 8; and.b32 q, b, 0xffff; mad.lo.u32 d, p, q, c;"],
        code: &["vmad.u32.u32.u32 d, a.b1, b.h0, c;"],
    },
    Idiom {
        name: "clamp",
        title: "a clamped between the bounds b (low) and c (high)",
        reference: &["max.s32 t, a, b;", "min.s32 d, t, c;"],
        code: &["vmax.s32.s32.s32.min d, a, b, c;"],
    },
    Idiom {
        name: "clamp-u8-merge",
        title: "a clamped to a byte and inserted into byte 2 of c",
        reference: &["max.s32 t, a, 0; min.s32 t, t, 255; bfi.b32 d, t, c, 16, 8;"],
        code: &["vadd.u32.s32.s32.sat d.b2, a, 0, c;"],
    },
    Idiom {
        name: "average-u8x4",
        title: "averages of four pairs of unsigned bytes, rounded up",
        reference: &["vavrg4.u32.u32.u32 d, a, b, c;"],
        code: &[
            "or.b32 t, a, b;",
            "xor.b32 u, a, b;",
            "and.b32 u, u, 0xfefefefe;",
            "shr.u32 u, u, 1;",
            "sub.u32 d, t, u;",
        ],
    },
    Idiom {
        name: "equal-u8x4",
        title: "1 in each byte that a and b have in common, else 0",
        reference: &["vset4.u32.u32.eq d, a, b, c;"],
        code: &[
            "xor.b32 t, a, b;",
            "and.b32 u, t, 0x7f7f7f7f;",
            "add.u32 u, u, 0x7f7f7f7f;",
            "or.b32 u, u, t;",
            "not.b32 u, u;",
            "shr.u32 u, u, 7;",
            "and.b32 d, u, 0x01010101;",
        ],
    },
    Idiom {
        name: "add-sat-s16x2",
        title: "saturating sums of two pairs of signed half-words",
        reference: &["vadd2.s32.s32.s32.sat d, a, b, c;"],
        code: &["vadd.s32.s32.s32.sat t.h0, a.h0, b.h0, a;", "vadd.s32.s32.s32.sat d.h1, a.h1, b.h1, t;"],
    },
    Idiom {
        name: "add-sat-u8x4",
        title: "saturating sums of four pairs of unsigned bytes",
        reference: &["vadd4.u32.u32.u32.sat d, a, b, c;"],
        code: &[
            "vadd.u32.u32.u32.sat t.b0, a.b0, b.b0, a;",
            "vadd.u32.u32.u32.sat t.b1, a.b1, b.b1, t;",
            "vadd.u32.u32.u32.sat t.b2, a.b2, b.b2, t;",
            "vadd.u32.u32.u32.sat d.b3, a.b3, b.b3, t;",
        ],
    },
    Idiom {
        name: "max-u16x2",
        title: "maxima of two pairs of unsigned half-words",
        reference: &["vmax2.u32.u32.u32 d, a, b, c;"],
        code: &["vmax.u32.u32.u32 t.h0, a.h0, b.h0, a;", "vmax.u32.u32.u32 d.h1, a.h1, b.h1, t;"],
    },
];
