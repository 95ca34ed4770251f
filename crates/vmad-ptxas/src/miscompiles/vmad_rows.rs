//! The miscompiles of `vmad`, which [the map](crate::row) has too.

use vmad_sass::Arch;

use super::vmad::{d3, d3_inputs, d3p, d4, d4_inputs, d6, d6_inputs};
use crate::row::{Domain, Inputs, Row, Rule, example};

const VMAD: &[&str] = &["VMAD"];

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
