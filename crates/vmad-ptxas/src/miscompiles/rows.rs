//! The miscompiles of the instructions other than `vmad`.

use vmad_sass::Arch;

use super::{
    code,
    constants::{d8, d8_vset, is_d9},
    later::{d10, d11, d12, d13},
    unsigned_comparison,
};
use crate::row::{Row, Rule, SECOND, WITH_DTYPE, example};

/// D4 in `vadd`, `vsub`, `vabsdiff`, `vmin` and `vmax`, on sm_50 to sm_62.
pub const D8: Row = Row {
    id: "D8",
    title: "a constant b whose sign differs from dtype, on sm_35 to sm_62",
    meanings: [
        "btype gives the value of a constant: -1 as a .u32 is 4294967295",
        "as in D4: dtype decides that the constant fits an imm16, and btype extends it: -1 becomes 0xffff, as .U16 65535",
    ],
    cases_text: "vadd, vsub, vabsdiff, vmin and vmax with a constant b of the sets below; never vshl and vshr, whose amount \
            keeps its meaning",
    evidence: "`vmin.s32.u32.u32.sat d, a, -1` becomes `VMNMX.U32.U16.SAT R0, R2, 0xffff, RZ`",
    example: example("vmin.s32.u32.u32 d, a, -1;", [0x1_0000, 0xffff_ffff, 0], 0x1_0000, Some(0xffff)),
    instructions: &["VADD", "VABSDIFF", "VMNMX"],
    cases: d8,
    result: Rule::Lowered(Arch::Sm50),
    ..Row::EMPTY
};

/// D8 in `vset`, on sm_35 and sm_37.
pub const D8_VSET: Row = Row {
    id: "D8 vset",
    title: "a constant b of vset from 32768 to 65535 whose type is .s32, on sm_35 and sm_37",
    meanings: [
        "btype gives the value of a constant: 32768 is 32768",
        "the constant is an imm16, and btype extends it: 32768 becomes 0x8000, as .S16 -32768",
    ],
    cases_text: "vset with btype .s32 and a constant b from 32768 to 65535, if it changes the result",
    evidence: "the code that ptxas 11.2 to 11.8 emit for sm_35, run by the unit",
    example: example("vset.s32.s32.lt d, a, 32768;", [0, 32768, 0], 1, Some(0)),
    instructions: &["VSET"],
    cases: d8_vset,
    result: Rule::Code(code::vset_with_imm16),
    ..Row::EMPTY
};

/// A constant b of `vset`, on sm_50 to sm_62: the word is a store.
pub const D9: Row = Row {
    id: "D9",
    title: "a constant b of vset, on sm_50 to sm_62: the word is a store (ST), not a VSET",
    meanings: [
        "the comparison of a with the constant",
        "bits 63:57 of the word are 0x5a in place of 0x20, the opcode of VSET; all other fields are those of the VSET with \
         an imm16. nvdisasm 12.8 prints the word as a store (ST)",
    ],
    cases_text: "every vset with a constant b from 1 to 65535",
    evidence: "`vset.u32.s32.lt d, a, 5` becomes 0xb47a7fe000570200, `ST.E.S16 [R2+-0x5801fffb], R0, P5`; what the hardware \
               does is not known",
    example: example("vset.u32.s32.lt d, a, 5;", [4, 5, 0], 1, None),
    instructions: &["VSET"],
    cases: is_d9,
    ..Row::EMPTY
};

/// An unsigned comparison of `vset`, which becomes `.LT`, on sm_50 to sm_62.
pub const P7: Row = Row {
    id: "P7",
    title: "vset: the comparisons lo, ls, hi and hs all become LT",
    meanings: ["the unsigned comparisons of setp with these names", "VSET.LT for all four"],
    cases_text: "vset with ls, hi or hs, and with lo if atype is .s32",
    evidence: "`vset.u32.u32.hs d, a, b` becomes `VSET.LT.U32.U32 R0, R2, R3, RZ`",
    example: example("vset.u32.u32.hs d, a, b;", [0, 0, 0], 1, Some(0)),
    instructions: &["VSET"],
    cases: unsigned_comparison,
    result: Rule::Lowered(Arch::Sm50),
    ..Row::EMPTY
};

/// A merge into `d.h1`, from sm_70 on.
pub const D10: Row = Row {
    id: "D10",
    title: "a merge into d.h1, on sm_70 to sm_120: the upper half of the result is taken",
    meanings: [
        "bits 31:16 of d are the low 16 bits of the result, all others those of c",
        "bits 31:16 of d are bits 31:16 of the result",
    ],
    cases_text: "every merge into d.h1",
    evidence: "the code for `vadd.u32.u32.u32 d.h1, a, b, c` ends with `PRMT R4, R5, 0x3254, R6`: bytes 2 and 3 of the sum; 0x1054 \
               would be bytes 0 and 1",
    example: example("vadd.u32.u32.u32 d.h1, a, b, c;", [1, 2, 0], 0x0003_0000, Some(0)),
    instructions: SECOND,
    cases: d10,
    result: Rule::Code(code::later),
    ..Row::EMPTY
};

/// A saturated merge, from sm_70 on.
pub const D11: Row = Row {
    id: "D11",
    title: "a merge with .sat, on sm_70 to sm_120: the lower bound is the upper one, or there is no clamp",
    meanings: [
        "the result is clamped to the range of the byte or half-word",
        "vadd, vsub, vabsdiff, vmin, vmax: a negative result becomes the largest number; vshl, vshr: the result is clamped \
         to 32 bits only",
    ],
    cases_text: "a merge with .sat, other than into d.h1, if the result can be negative; of vshl and vshr, if the result, \
            clamped to 32 bits, can leave the range",
    evidence: "the code for `vsub.u32.u32.u32.sat d.b0, a, b, c` sets all bits of a result whose high word is not 0, and compares it \
               with 0xff as an unsigned number",
    example: example("vsub.u32.u32.u32.sat d.b0, a, b, c;", [0, 1, 0], 0, Some(0xff)),
    instructions: WITH_DTYPE,
    cases: d11,
    result: Rule::Code(code::later),
    ..Row::EMPTY
};

/// An unsigned saturation, from sm_70 on.
pub const D12: Row = Row {
    id: "D12",
    title: ".sat to .u32, on sm_70 to sm_120: there is no upper bound",
    meanings: ["a result above 4294967295 becomes 4294967295", "its low 32 bits"],
    cases_text: "vadd, vsub and vabsdiff with .sat and .u32 as dtype, without a merge, if the result can be above 4294967295",
    evidence: "the code for `vadd.u32.u32.u32.sat d, a, b` ends with ISETP.GE of the high word, and LOP3.LUT: negative results become \
               0, and the carry has no effect",
    example: example("vadd.u32.u32.u32.sat d, a, b;", [0xffff_ffff, 1, 0], 0xffff_ffff, Some(0)),
    instructions: &["VADD", "VABSDIFF"],
    cases: d12,
    result: Rule::Code(code::later),
    ..Row::EMPTY
};

/// A minimum or maximum as second operation, from sm_70 on.
pub const D13: Row = Row {
    id: "D13",
    title: "min or max as second operation, on sm_70 to sm_120: another number is compared",
    meanings: [
        "the low 32 bits of the result, by dtype's sign, are compared with c",
        "64 bits are compared. vadd, vsub, and shifts with .sat: bit 31 of an unsigned result is read as its sign, and c \
         is unsigned; others: the result is not cut to 32 bits; vset: a signed atype makes c signed",
    ],
    cases_text: ".min and .max: vadd and vsub with .u32 as dtype if the result can be negative or above 2147483647; shifts \
            with .sat likewise; others without .sat if the result can leave dtype's range; vset if atype is .s32",
    evidence: "the code for `vadd.u32.u32.u32.max d, a, b, c` compares with ISETP.GT.U32.EX; the high word of the sum is \
               SHF.R.S32.HI of the sum, that of c is RZ. A published test suite for GPUs leaves the shifts with .min and .max out: the \
               results of a GPU \"defy common sense\"",
    example: example(
        "vadd.u32.u32.u32.max d, a, b, c;",
        [0x8000_0000, 0, 0xffff_ffff],
        0xffff_ffff,
        Some(0x8000_0000),
    ),
    instructions: SECOND,
    cases: d13,
    result: Rule::Code(code::later),
    ..Row::EMPTY
};
