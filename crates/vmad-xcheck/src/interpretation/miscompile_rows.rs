//! The miscompiles of ptxas 12.9, with their evidence.

use super::miscompile::Miscompile;

/// A miscompile with its evidence.
#[derive(Clone, Copy, Debug)]
pub struct MiscompileRow {
    /// Which.
    pub miscompile: Miscompile,
    /// What the PTX says, and what the emitted code does.
    pub meanings: [&'static str; 2],
    /// The cases, in words.
    pub cases: &'static str,
    /// The evidence.
    pub evidence: &'static str,
    /// An instruction on which they differ.
    pub example: MiscompileExample,
}

/// An instruction, its inputs and two results.
#[derive(Clone, Copy, Debug)]
pub struct MiscompileExample {
    /// The PTX.
    pub instruction: &'static str,
    /// `a`, `b` and `c`; a constant's place holds the constant.
    pub inputs: [u32; 3],
    /// The results of the PTX and of the emitted code; [`None`] if that is a store.
    pub results: (u32, Option<u32>),
}

/// The miscompiles of the instructions other than `vmad`.
pub const MISCOMPILES: [&MiscompileRow; 3] = [
    &MiscompileRow {
        miscompile: Miscompile::D8,
        meanings: [
            "btype gives the value of a constant: -1 as a .u32 is 4294967295",
            "as in D4: dtype decides that the constant fits an imm16, and btype extends it: -1 becomes 0xffff, as .U16 65535",
        ],
        cases: "vadd, vsub, vabsdiff, vmin and vmax with a constant b of the sets below; never vshl and vshr, whose amount \
                keeps its meaning",
        evidence: "`vmin.s32.u32.u32.sat d, a, -1` becomes `VMNMX.U32.U16.SAT R0, R2, 0xffff, RZ`",
        example: MiscompileExample {
            instruction: "vmin.s32.u32.u32 d, a, -1;",
            inputs: [0x1_0000, 0xffff_ffff, 0],
            results: (0x1_0000, Some(0xffff)),
        },
    },
    &MiscompileRow {
        miscompile: Miscompile::D9,
        meanings: [
            "the comparison of a with the constant",
            "bits 63:57 of the word are 0x5a in place of 0x20, the opcode of VSET; all other fields are those of the VSET with \
             an imm16. nvdisasm 12.8 prints the word as a store (ST)",
        ],
        cases: "every vset with a constant b from 1 to 65535",
        evidence: "`vset.u32.s32.lt d, a, 5` becomes 0xb47a7fe000570200, `ST.E.S16 [R2+-0x5801fffb], R0, P5`; what the hardware \
                   does is not known",
        example: MiscompileExample {
            instruction: "vset.u32.s32.lt d, a, 5;",
            inputs: [4, 5, 0],
            results: (1, None),
        },
    },
    &MiscompileRow {
        miscompile: Miscompile::P7,
        meanings: ["the unsigned comparisons of setp with these names", "VSET.LT for all four"],
        cases: "vset with ls, hi or hs, and with lo if atype is .s32",
        evidence: "`vset.u32.u32.hs d, a, b` becomes `VSET.LT.U32.U32 R0, R2, R3, RZ`",
        example: MiscompileExample {
            instruction: "vset.u32.u32.hs d, a, b;",
            inputs: [0, 0, 0],
            results: (1, Some(0)),
        },
    },
];

/// The miscompiles on sm_70 to sm_120, where every video instruction becomes other instructions.
pub const LATER_MISCOMPILES: [&MiscompileRow; 4] = [
    &MiscompileRow {
        miscompile: Miscompile::D10,
        meanings: [
            "bits 31:16 of d are the low 16 bits of the result, all others those of c",
            "bits 31:16 of d are bits 31:16 of the result",
        ],
        cases: "every merge into d.h1",
        evidence: "the code for `vadd.u32.u32.u32 d.h1, a, b, c` ends with `PRMT R4, R5, 0x3254, R6`: bytes 2 and 3 of the sum; 0x1054 \
                   would be bytes 0 and 1",
        example: MiscompileExample {
            instruction: "vadd.u32.u32.u32 d.h1, a, b, c;",
            inputs: [1, 2, 0],
            results: (0x0003_0000, Some(0)),
        },
    },
    &MiscompileRow {
        miscompile: Miscompile::D11,
        meanings: [
            "the result is clamped to the range of the byte or half-word",
            "vadd, vsub, vabsdiff, vmin, vmax: a negative result becomes the largest number; vshl, vshr: the result is clamped \
             to 32 bits only",
        ],
        cases: "a merge with .sat, other than into d.h1, if the result can be negative; of vshl and vshr, if the result, \
                clamped to 32 bits, can leave the range",
        evidence: "the code for `vsub.u32.u32.u32.sat d.b0, a, b, c` sets all bits of a result whose high word is not 0, and compares it \
                   with 0xff as an unsigned number",
        example: MiscompileExample {
            instruction: "vsub.u32.u32.u32.sat d.b0, a, b, c;",
            inputs: [0, 1, 0],
            results: (0, Some(0xff)),
        },
    },
    &MiscompileRow {
        miscompile: Miscompile::D12,
        meanings: ["a result above 4294967295 becomes 4294967295", "its low 32 bits"],
        cases: "vadd, vsub and vabsdiff with .sat and .u32 as dtype, without a merge, if the result can be above 4294967295",
        evidence: "the code for `vadd.u32.u32.u32.sat d, a, b` ends with ISETP.GE of the high word, and LOP3.LUT: negative results become \
                   0, and the carry has no effect",
        example: MiscompileExample {
            instruction: "vadd.u32.u32.u32.sat d, a, b;",
            inputs: [0xffff_ffff, 1, 0],
            results: (0xffff_ffff, Some(0)),
        },
    },
    &MiscompileRow {
        miscompile: Miscompile::D13,
        meanings: [
            "the low 32 bits of the result, by dtype's sign, are compared with c",
            "64 bits are compared. vadd, vsub, and shifts with .sat: bit 31 of an unsigned result is read as its sign, and c \
             is unsigned; others: the result is not cut to 32 bits; vset: a signed atype makes c signed",
        ],
        cases: ".min and .max: vadd and vsub with .u32 as dtype if the result can be negative or above 2147483647; shifts \
                with .sat likewise; others without .sat if the result can leave dtype's range; vset if atype is .s32",
        evidence: "the code for `vadd.u32.u32.u32.max d, a, b, c` compares with ISETP.GT.U32.EX; the high word of the sum is \
                   SHF.R.S32.HI of the sum, that of c is RZ",
        example: MiscompileExample {
            instruction: "vadd.u32.u32.u32.max d, a, b, c;",
            inputs: [0x8000_0000, 0, 0xffff_ffff],
            results: (0xffff_ffff, Some(0x8000_0000)),
        },
    },
];
