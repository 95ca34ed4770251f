//! Patterns of ordinary integer code that some releases compile wrongly.

/// A pattern.
pub(super) struct Pattern {
    /// The name of its row.
    pub name: &'static str,
    /// The body of a function of a, b and c with result d.
    pub line: &'static str,
    /// The same in instructions that `vmad-ptx` has; empty if the line has no other.
    meaning: &'static str,
    /// The first architecture that has the instructions.
    pub first: u32,
}

impl Pattern {
    /// The instructions without declarations.
    pub(super) fn meaning(&self) -> &'static str {
        if self.meaning.is_empty() {
            self.line.rsplit_once(".reg").map_or(self.line, |(_, rest)| {
                rest.split_once("; ").map_or("", |(_, instructions)| instructions)
            })
        } else {
            self.meaning
        }
    }
}

/// Every pattern. Each came from a public report, or from one that was found beside it.
pub(super) const PATTERNS: [Pattern; 10] = [
    Pattern {
        name: "sub.sat of the smallest number",
        line: "sub.sat.s32 d, a, -2147483648;",
        meaning: "",
        first: 0,
    },
    Pattern {
        name: "sub.sat of the smallest number",
        line: ".reg .b32 k; mov.b32 k, -2147483648; sub.sat.s32 d, a, k;",
        meaning: "",
        first: 0,
    },
    Pattern {
        name: "saturating negation of 16 bits",
        line: ".reg .pred p, q, r; .reg .b16 g, h, k; cvt.u16.u32 h, a; neg.s16 g, h; setp.gt.s16 p, h, 0; \
               setp.lt.s16 q, g, 0; xor.pred r, p, q; selp.b16 k, 32767, g, r; cvt.s32.s16 d, k;",
        meaning: "",
        first: 0,
    },
    Pattern {
        name: "comparison of a negation of 16 bits",
        line: ".reg .pred p; .reg .b16 g, h; cvt.u16.u32 h, a; neg.s16 g, h; setp.lt.s16 p, g, 0; selp.b32 d, b, c, p;",
        meaning: "",
        first: 0,
    },
    Pattern {
        name: "comparison of a difference of 16 bits",
        line: ".reg .pred p; .reg .b16 g, h; cvt.u16.u32 h, a; sub.s16 g, 0, h; setp.lt.s16 p, g, 0; selp.b32 d, b, c, p;",
        meaning: "",
        first: 0,
    },
    Pattern {
        name: "low half of add.s16x2 with a constant",
        line: ".reg .b32 k, t; .reg .b16 h, i; mov.b32 k, 65537; add.s16x2 t, a, k; mov.b32 {h, i}, t; cvt.u32.u16 d, h;",
        meaning: "add.u32 t, a, 1; and.b32 d, t, 0xffff;",
        first: 90,
    },
    Pattern {
        name: "high half of add.s16x2 with a constant",
        line: ".reg .b32 k, t; .reg .b16 h, i; mov.b32 k, 65537; add.s16x2 t, a, k; mov.b32 {h, i}, t; cvt.u32.u16 d, i;",
        meaning: "add.u32 t, a, 0x10000; shr.u32 d, t, 16;",
        first: 90,
    },
    Pattern {
        name: "both halves of add.s16x2 with a constant",
        line: ".reg .b32 k; mov.b32 k, 65537; add.s16x2 d, a, k;",
        meaning: "add.u32 s, a, 1; and.b32 s, s, 0xffff; add.u32 t, a, 0x10000; and.b32 t, t, 0xffff0000; or.b32 d, s, t;",
        first: 90,
    },
    Pattern {
        name: "maximum of max(a, -a)",
        line: ".reg .b32 n, m; neg.s32 n, a; max.s32 m, a, n; max.s32 d, m, b;",
        meaning: "",
        first: 0,
    },
    Pattern {
        name: "minimum of min(a, -a)",
        line: ".reg .b32 n, m; neg.s32 n, a; min.s32 m, a, n; min.s32 d, m, b;",
        meaning: "",
        first: 0,
    },
];
