//! The table.

use vmad_ptx::reading::{self, Mask, Pass, Reading};
use vmad_sass::Arch;

use super::{
    case::Domain,
    condition::{d1, d2, d2m, d3, d3_inputs, d4, d4_inputs, d6, d6_inputs, p8, p10},
    id::Id,
    row::{Example, Interpretation, Kind, Model},
};

/// Every row.
pub const INTERPRETATIONS: [&Interpretation; 9] = [&D1, &D2, &D2M, &D3, &D3P, &D4, &D6, &P8, &P10];

impl Id {
    /// The row.
    pub const fn interpretation(self) -> &'static Interpretation {
        match self {
            Self::D1 => &D1,
            Self::D2 => &D2,
            Self::D2m => &D2M,
            Self::D3 => &D3,
            Self::D3p => &D3P,
            Self::D4 => &D4,
            Self::D6 => &D6,
            Self::P8 => &P8,
            Self::P10 => &P10,
        }
    }
}

const D1: Interpretation = Interpretation {
    id: Id::D1,
    title: reading::D1.title,
    kind: Kind::Reading { reading: reading::D1.readings[1], condition: d1 },
    meanings: [reading::D1.default, reading::D1.other],
    domain: Domain::Modes,
    cases_text: "both types unsigned, c negated, and a shift or `.sat`",
    inputs_text: "c is 0x80000000 or more",
    modes: 45,
    evidence: reading::D1.evidence,
    example: Example {
        instruction: "vmad.u32.u32.u32.sat d, a, b, -c;",
        inputs: [0x0, 0x0, 0xffffffff],
        results: [0x80000000, 0x1],
    },
};

const D2: Interpretation = Interpretation {
    id: Id::D2,
    title: reading::D2.title,
    kind: Kind::Reading { reading: reading::D2.readings[1], condition: d2 },
    meanings: [reading::D2.default, reading::D2.other],
    domain: Domain::Modes,
    cases_text: "two unsigned words, the product or c negated, and `.sat`",
    inputs_text: "tmp is below -2^63, or 2^63 or more",
    modes: 6,
    evidence: reading::D2.evidence,
    example: Example {
        instruction: "vmad.u32.u32.u32.sat d, a, b, -c;",
        inputs: [0xffffffff, 0xffffffff, 0x0],
        results: [0x7fffffff, 0x80000000],
    },
};

const D2M: Interpretation = Interpretation {
    id: Id::D2m,
    title: "the scaled result masked to 64 bits",
    kind: Kind::Reading {
        reading: Reading { mask: Mask::ByFinalSign, pass: Pass::LikeTheOthers, ..Reading::DEFAULT },
        condition: d2m,
    },
    meanings: [
        "the mask changes nothing: the result fits",
        "result = (tmp >> scale) & 0xffffffffffffffff, also without a scale; the final sign gives its sign",
    ],
    domain: Domain::Modes,
    cases_text: "the modes of D2 without a shift (a shifted tmp fits in 64 bits): the case that the pseudo-code omits",
    inputs_text: "tmp is below -2^63, or 2^63 or more",
    modes: 2,
    evidence: "lines 315 and 316 of the PTX ISA's pseudo-code: the mask follows the shift, so the strict interpretation \
               has only a third of the modes of D2",
    example: Example {
        instruction: "vmad.u32.u32.u32.sat d, a, b, -c;",
        inputs: [0xffffffff, 0xffffffff, 0x0],
        results: [0x7fffffff, 0x80000000],
    },
};

const D3: Interpretation = Interpretation {
    id: Id::D3,
    title: "the code of ptxas from sm_70 on, which has no VMAD",
    kind: Kind::Code { model: Model::Emulation, cases: d3, inputs: d3_inputs },
    meanings: [
        "unsigned words and an unsigned c are unsigned",
        "words are multiplied as signed, c is sign-extended, and the clamp takes the high word as signed",
    ],
    domain: Domain::Modes,
    cases_text: "a factor is an unsigned word, or both types are unsigned and the product is not negated; and a shift or `.sat`",
    inputs_text: "bit 31 is set in a factor that is an unsigned word, or in an unsigned c",
    modes: 280,
    evidence: "the code that ptxas 12.9 emits for sm_70, sm_75, sm_80, sm_86, sm_90, sm_100 and sm_120, alike in \
               all 864 modes: IMAD.WIDE and never .U32, SHF.R.S32.HI of c, ISETP.GE of the high word",
    example: Example {
        instruction: "vmad.u32.u32.u32.sat d, a, b, c;",
        inputs: [0x0, 0x0, 0xffffffff],
        results: [0xffffffff, 0x0],
    },
};

const D3P: Interpretation = Interpretation {
    id: Id::D3p,
    title: "the code of ptxas from sm_60 to sm_62, for the decoupled forms",
    kind: Kind::Code { model: Model::Emulation, cases: d3, inputs: d3_inputs },
    meanings: [
        "unsigned words and an unsigned c are unsigned",
        "as in D3: words are multiplied as signed, c is sign-extended, and the clamp takes the high word as signed; the coupled forms (two bytes or half-words of registers) are VMAD, and correct",
    ],
    domain: Domain::Decoupled,
    cases_text: "a factor is an unsigned word (always so if both types are unsigned); and a shift or `.sat`",
    inputs_text: "bit 31 is set in a factor that is an unsigned word, or in an unsigned c",
    modes: 220,
    evidence: "the code that ptxas 12.9 emits for sm_60, sm_61 and sm_62: the XMADs of mul.hi.s32 (not those of \
               mul.hi.u32), SHR of c, ISET.GE of the high word",
    example: Example {
        instruction: "vmad.u32.u32.u32.sat d, a, b, c;",
        inputs: [0x0, 0x0, 0xffffffff],
        results: [0xffffffff, 0x0],
    },
};

const D4: Interpretation = Interpretation {
    id: Id::D4,
    title: "a constant b whose sign differs from dtype, on sm_50 to sm_53",
    kind: Kind::Code { model: Model::Lowered(Arch::Sm50), cases: d4, inputs: d4_inputs },
    meanings: [
        "btype gives the value of a constant: -1 as a .u32 is 4294967295",
        "ptxas decides by dtype that the constant fits an imm16, but btype extends it: -1 becomes 0xffff, as .U16 65535",
    ],
    domain: Domain::ConstantB,
    cases_text: "dtype `.s32`, btype `.u32`, and b is a constant from -32768 to -1 (4294934528 to 4294967295); or dtype \
                 `.u32`, btype `.s32`, and b is a constant from 32768 to 65535",
    inputs_text: "the selected part of a is not 0",
    modes: 288,
    evidence: "`vmad.s32.u32.u32 d, a, -1, c` becomes `VMAD.U32.U16 R0, R2, 0xffff, R4`, and `vmad.u32.u32.s32 d, a, \
               32768, c` becomes `VMAD.U32.S16 R0, R2, 0x8000, R4`: miscompiles",
    example: Example {
        instruction: "vmad.s32.u32.u32 d, a, -1, c;",
        inputs: [0x1, 0xffffffff, 0x0],
        results: [0xffffffff, 0xffff],
    },
};

const D6: Interpretation = Interpretation {
    id: Id::D6,
    title: "a constant a beside a negated b, on sm_50 to sm_53",
    kind: Kind::Code { model: Model::Lowered(Arch::Sm50), cases: d6, inputs: d6_inputs },
    meanings: [
        "the product is negated; therefore the product and c are signed",
        "ptxas negates the constant in 32 bits, not the product",
    ],
    domain: Domain::ConstantA,
    cases_text: "b is negated, there is a shift or `.sat`, and a is a constant: any `.u32` (0 only if both types are \
                 unsigned and there is a shift), or -2147483648 as `.s32`",
    inputs_text: "the selected part of b is not 0, or c is 0x80000000 or more",
    modes: 120,
    evidence: "`vmad.s32.u32.u32.sat d, 7, -b, c` becomes `MOV32I R5, 0xfffffff9; VMAD.U32.U32.SAT R0, R5, R3, R4`: \
               a miscompile",
    example: Example {
        instruction: "vmad.u32.u32.u32.sat d, 1, -b, c;",
        inputs: [0x1, 0xffffffff, 0x0],
        results: [0x80000000, 0xffffffff],
    },
};

const P8: Interpretation = Interpretation {
    id: Id::P8,
    title: reading::P8.title,
    kind: Kind::Reading { reading: reading::P8.readings[1], condition: p8 },
    meanings: [reading::P8.default, reading::P8.other],
    domain: Domain::Modes,
    cases_text: "the final result is signed, with a shift and `.sat`",
    inputs_text: "tmp is negative",
    modes: 252,
    evidence: reading::P8.evidence,
    example: Example {
        instruction: "vmad.u32.u32.s32.sat.shr7 d, a, b, c;",
        inputs: [0x0, 0x0, 0xffffffff],
        results: [0xffffffff, 0x7fffffff],
    },
};

const P10: Interpretation = Interpretation {
    id: Id::P10,
    title: reading::P10.title,
    kind: Kind::Reading { reading: reading::P10.readings[1], condition: p10 },
    meanings: [reading::P10.default, reading::P10.other],
    domain: Domain::Dtypes,
    cases_text: "`.sat`; dtype and the final result differ in sign; and the result can leave the range common to both (a \
                 shifted unsigned result: by 7 with a word as a factor, by 15 with two words or a word and a half-word)",
    inputs_text: "the result before the clamp is negative or above 2147483647",
    modes: 412,
    evidence: reading::P10.evidence,
    example: Example {
        instruction: "vmad.s32.u32.u32.sat d, a, b, c;",
        inputs: [0x0, 0x0, 0xffffffff],
        results: [0xffffffff, 0x7fffffff],
    },
};
