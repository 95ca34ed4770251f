//! Patterns of ordinary integer code that some releases compile wrongly.

pub(super) struct Pattern {
    /// The name of its row.
    pub name: &'static str,
    /// The first architecture that has the instructions.
    pub first: u16,
    /// The body of a function of a, b and c with result d.
    pub line: &'static str,
    /// The same in instructions that `vmad-ptx` has; empty if the line has no other.
    meaning: &'static str,
}

impl Pattern {
    /// The instructions without declarations.
    pub(super) fn meaning(&self) -> &'static str {
        if !self.meaning.is_empty() {
            return self.meaning;
        }
        let Some((_, rest)) = self.line.rsplit_once(".reg") else { return self.line };
        rest.split_once("; ").map_or("", |(_, instructions)| instructions)
    }
}

/// Every pattern. I1 to I4 are in public reports; the others were found by random code.
#[rustfmt::skip]
pub(super) const PATTERNS: [Pattern; 31] = [
    Pattern { name: "I1", first: 0, line: "sub.sat.s32 d, a, -2147483648;", meaning: "" },
    Pattern { name: "I1", first: 0, line: ".reg .b32 k; mov.b32 k, -2147483648; sub.sat.s32 d, a, k;", meaning: "" },
    Pattern { name: "I2", first: 0, line: ".reg .b16 g, h; cvt.u16.u32 h, a; neg.s16 g, h; cvt.s32.s16 d, g;", meaning: "" },
    Pattern { name: "I2", first: 0, line: ".reg .b16 g, h; cvt.u16.u32 h, a; sub.s16 g, 0, h; cvt.s32.s16 d, g;", meaning: "" },
    Pattern { name: "I12", first: 0, line: ".reg .b16 g, h; cvt.u16.u32 h, a; abs.s16 g, h; cvt.s32.s16 d, g;", meaning: "" },
    Pattern { name: "I2", first: 0, line: ".reg .pred p; .reg .b16 g, h; cvt.u16.u32 h, a; neg.s16 g, h; setp.lt.s16 p, g, 0; selp.b32 d, b, c, p;", meaning: "" },
    Pattern { name: "I2", first: 0, line: ".reg .pred p, q, r; .reg .b16 g, h, k; cvt.u16.u32 h, a; neg.s16 g, h; setp.gt.s16 p, h, 0; setp.lt.s16 q, g, 0; xor.pred r, p, q; selp.b16 k, 32767, g, r; cvt.s32.s16 d, k;", meaning: "" },
    Pattern { name: "I3", first: 90, line: ".reg .b32 k, t; .reg .b16 h, i; mov.b32 k, 65537; add.s16x2 t, a, k; mov.b32 {h, i}, t; cvt.u32.u16 d, h;", meaning: "add.u32 t, a, 1; and.b32 d, t, 0xffff;" },
    Pattern { name: "I3", first: 90, line: ".reg .b32 k, t; .reg .b16 h, i; mov.b32 k, 65537; add.s16x2 t, a, k; mov.b32 {h, i}, t; cvt.u32.u16 d, i;", meaning: "add.u32 t, a, 0x10000; shr.u32 d, t, 16;" },
    Pattern { name: "right, add.s16x2", first: 90, line: ".reg .b32 k; mov.b32 k, 65537; add.s16x2 d, a, k;", meaning: "add.u32 s, a, 1; and.b32 s, s, 0xffff; add.u32 t, a, 0x10000; and.b32 t, t, 0xffff0000; or.b32 d, s, t;" },
    Pattern { name: "I4", first: 0, line: ".reg .b32 n, m; neg.s32 n, a; max.s32 m, a, n; max.s32 d, m, b;", meaning: "" },
    Pattern { name: "I4", first: 0, line: ".reg .b32 n, m; neg.s32 n, a; min.s32 m, a, n; min.s32 d, m, b;", meaning: "" },
    Pattern { name: "I4", first: 0, line: ".reg .b32 n, m; neg.s32 n, a; max.s32 m, b, c; max.s32 d, m, n;", meaning: "" },
    Pattern { name: "I5", first: 0, line: ".reg .b32 t; neg.s32 t, b; add.sat.s32 d, a, t;", meaning: "" },
    Pattern { name: "I5", first: 0, line: ".reg .b32 t; neg.s32 t, a; sub.sat.s32 d, t, b;", meaning: "" },
    Pattern { name: "I5", first: 0, line: ".reg .b32 t; neg.s32 t, b; sub.sat.s32 d, a, t;", meaning: "" },
    Pattern { name: "I6", first: 0, line: ".reg .b32 t; neg.s32 t, a; add.sat.s32 d, t, t;", meaning: "" },
    Pattern { name: "I7", first: 0, line: ".reg .b32 t; add.s32 t, a, 1; add.sat.s32 d, t, 1;", meaning: "" },
    Pattern { name: "I7", first: 0, line: ".reg .b32 t; sub.s32 t, 31, b; add.sat.s32 d, t, 2147483647;", meaning: "" },
    Pattern { name: "I7", first: 0, line: ".reg .b32 t; sub.s32 t, 2147483647, c; sub.sat.s32 d, t, 2147483647;", meaning: "" },
    Pattern { name: "right, add, add.sat", first: 0, line: ".reg .b32 t; add.s32 t, a, b; add.sat.s32 d, t, c;", meaning: "" },
    Pattern { name: "I8", first: 0, line: ".reg .b16 g, h; cvt.u16.u32 h, a; shr.s16 g, h, -2147483648; cvt.s32.s16 d, g;", meaning: "" },
    Pattern { name: "I8", first: 0, line: ".reg .b16 g, h; cvt.u16.u32 h, a; shl.b16 g, h, 65536; cvt.s32.s16 d, g;", meaning: "" },
    Pattern { name: "I9", first: 0, line: ".reg .b32 t; .reg .b16 g, h; cvt.u16.u32 h, a; bfe.s32 t, b, 0, 16; shr.u16 g, h, t; cvt.s32.s16 d, g;", meaning: "" },
    Pattern { name: "right, shr.u16", first: 0, line: ".reg .b16 g, h; cvt.u16.u32 h, a; shr.u16 g, h, b; cvt.s32.s16 d, g;", meaning: "" },
    Pattern { name: "I10", first: 0, line: ".reg .pred p; .reg .b32 t; neg.s32 t, a; setp.ge.s32 p, t, 0; selp.b32 d, b, c, p;", meaning: "" },
    Pattern { name: "I10", first: 0, line: ".reg .b32 t; neg.s32 t, a; slct.s32.s32 d, b, c, t;", meaning: "" },
    Pattern { name: "I10", first: 0, line: ".reg .b32 t; neg.s32 t, a; cvt.sat.s8.s32 d, t;", meaning: "" },
    Pattern { name: "right, neg, max", first: 0, line: ".reg .b32 t; neg.s32 t, a; max.s32 d, t, 0;", meaning: "" },
    Pattern { name: "I11", first: 0, line: ".reg .b32 t; abs.s32 t, a; cvt.sat.s8.s32 d, t;", meaning: "" },
    Pattern { name: "I11", first: 0, line: ".reg .pred p; .reg .b32 t; abs.s32 t, a; setp.lt.s32 p, t, 0; selp.b32 d, b, c, p;", meaning: "" },
];
