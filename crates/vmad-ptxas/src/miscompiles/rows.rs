//! The miscompiles. The miscompiles of `vmad` are also in [the map](crate::row).

use vmad_sass::Arch;
use vmad_unit::Kind;

use super::{
    code,
    constants::{d8, d8_vset, is_d9},
    later::{d10, d11, d12, d13},
    unsigned_comparison,
    vmad::{d3, d3_inputs, d3p, d4, d4_inputs, d6, d6_inputs},
};
use crate::row::{Domain, Inputs, Row, Rule, example};

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
    instructions: &[Kind::Vadd, Kind::Vabsdiff, Kind::Vmnmx],
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
    instructions: &[Kind::Vset],
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
    instructions: &[Kind::Vset],
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
    instructions: &[Kind::Vset],
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
    instructions: &Kind::WITH_SECOND_OP,
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
    instructions: &Kind::WITH_DTYPE,
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
    instructions: &[Kind::Vadd, Kind::Vabsdiff],
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
    instructions: &Kind::WITH_SECOND_OP,
    cases: d13,
    result: Rule::Code(code::later),
    ..Row::EMPTY
};

const VMAD: &[Kind] = &[Kind::Vmad];

/// The code of sm_70 and later for `vmad`.
pub const D3: Row = Row {
    id: "D3",
    title: "the code of ptxas from sm_70 on, which has no VMAD",
    meanings: [
        "unsigned words and an unsigned c are unsigned",
        "words are multiplied as signed, c is sign-extended, and the clamp takes the high word as signed",
    ],
    instructions: VMAD,
    domain: Domain::Modes,
    cases: d3,
    cases_text: "a factor is an unsigned word, or both types are unsigned and the product is not negated; and a shift or `.sat`",
    inputs: Inputs::Within(d3_inputs),
    inputs_text: "bit 31 is set in a factor that is an unsigned word, or in an unsigned c",
    evidence: "the code that ptxas 12.9 emits for sm_70, sm_75, sm_80, sm_86, sm_90, sm_100 and sm_120, alike in \
               all 864 modes: IMAD.WIDE and never .U32, SHF.R.S32.HI of c, ISETP.GE of the high word",
    example: example("vmad.u32.u32.u32.sat d, a, b, c;", [0x0, 0x0, 0xffffffff], 0xffffffff, Some(0x0)),
    result: Rule::Emulation,
};

/// The code of sm_60 to sm_62 for the decoupled forms of `vmad`.
pub const D3P: Row = Row {
    id: "D3p",
    title: "the code of ptxas from sm_60 to sm_62, for the decoupled forms",
    meanings: [
        "unsigned words and an unsigned c are unsigned",
        "as in D3: words are multiplied as signed, c is sign-extended, and the clamp takes the high word as signed; the coupled forms (two bytes or half-words of registers) are VMAD, and correct",
    ],
    domain: Domain::Decoupled,
    cases: d3p,
    cases_text: "a factor is an unsigned word (always so if both types are unsigned); and a shift or `.sat`",
    evidence: "the code that ptxas 12.9 emits for sm_60, sm_61 and sm_62: the XMADs of mul.hi.s32 (not those of \
               mul.hi.u32), SHR of c, ISET.GE of the high word",
    ..D3
};

/// A constant b of `vmad`.
pub const D4: Row = Row {
    id: "D4",
    title: "a constant b whose sign differs from dtype, on sm_35 to sm_53",
    meanings: [
        "btype gives the value of a constant: -1 as a .u32 is 4294967295",
        "ptxas decides by dtype that the constant fits an imm16, but btype extends it: -1 becomes 0xffff, as .U16 65535",
    ],
    instructions: VMAD,
    domain: Domain::ConstantB,
    cases: d4,
    cases_text: "dtype `.s32`, btype `.u32`, and b is a constant from -32768 to -1 (4294934528 to 4294967295); or dtype \
                 `.u32`, btype `.s32`, and b is a constant from 32768 to 65535",
    inputs: Inputs::Within(d4_inputs),
    inputs_text: "the selected part of a is not 0",
    evidence: "`vmad.s32.u32.u32 d, a, -1, c` becomes `VMAD.U32.U16 R0, R2, 0xffff, R4`, and `vmad.u32.u32.s32 d, a, \
               32768, c` becomes `VMAD.U32.S16 R0, R2, 0x8000, R4`: miscompiles",
    example: example("vmad.s32.u32.u32 d, a, -1, c;", [0x1, 0xffffffff, 0x0], 0xffffffff, Some(0xffff)),
    result: Rule::Lowered(Arch::Sm50),
};

/// A constant a of `vmad` beside a negated b.
pub const D6: Row = Row {
    id: "D6",
    title: "a constant a beside a negated b, on sm_35 to sm_53",
    meanings: [
        "the product is negated; therefore the product and c are signed",
        "ptxas negates the constant in 32 bits, not the product",
    ],
    instructions: VMAD,
    domain: Domain::ConstantA,
    cases: d6,
    cases_text: "b is negated, there is a shift or `.sat`, and a is a constant: any `.u32` (0 only if both types are \
                 unsigned and there is a shift), or -2147483648 as `.s32`",
    inputs: Inputs::Within(d6_inputs),
    inputs_text: "the selected part of b is not 0, or c is 0x80000000 or more",
    evidence: "`vmad.s32.u32.u32.sat d, 7, -b, c` becomes `MOV32I R5, 0xfffffff9; VMAD.U32.U32.SAT R0, R5, R3, R4`: \
               a miscompile",
    example: example(
        "vmad.u32.u32.u32.sat d, 1, -b, c;",
        [0x1, 0xffffffff, 0x0],
        0x80000000,
        Some(0xffffffff),
    ),
    result: Rule::Lowered(Arch::Sm50),
};
