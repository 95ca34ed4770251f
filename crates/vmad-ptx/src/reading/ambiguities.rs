//! Every ambiguity found in the PTX ISA, with an example on which its interpretations differ.

use super::{
    Assignment, Intermediate, Lower, Mask, MinusC, Pass, Reading, ShiftFill, ShiftLeft, ThirdOperand,
    VmadRange,
};

/// The evidence for the default interpretation of an ambiguity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Values read from a GPU that has the instruction.
    Hardware,
    /// The prose and the tables.
    Prose,
    /// The pseudo-code; the prose does not contradict it.
    PseudoCode,
    /// A source outside the PTX ISA, which does not have the case.
    Outside,
}

/// A place with two possible interpretations.
#[derive(Clone, Copy, Debug)]
pub struct Ambiguity {
    /// The identifier: D1, P1 and so on.
    pub id: &'static str,
    /// The question.
    pub title: &'static str,
    /// The lines of section 9.7.18.1 of the PTX ISA.
    pub lines: &'static str,
    /// The default interpretation.
    pub default: &'static str,
    /// The other interpretation.
    pub other: &'static str,
    /// The kind of evidence for the default.
    pub basis: Basis,
    /// The evidence in a sentence.
    pub evidence: &'static str,
    /// The two readings; the default is the first.
    pub readings: [Reading; 2],
    /// An instruction on which they differ.
    pub instruction: &'static str,
    /// Its inputs `a`, `b` and `c`.
    pub inputs: [u32; 3],
}

const DEFAULT: Reading = Reading::DEFAULT;

/// The list.
pub const AMBIGUITIES: &[Ambiguity] = &[
    Ambiguity {
        id: "D1",
        title: "vmad: the sign of an unsigned c that is subtracted",
        lines: "271 to 280, 310 and 312",
        default: "c has the sign of the intermediate result: a*b - c with c unsigned",
        other: "c = ~c on 32 bits, then sext32(c): a*b - c with c signed",
        basis: Basis::Prose,
        evidence: "the table of operand combinations has (u32 * u32) - u32",
        readings: [DEFAULT, Reading { minus_c: MinusC::SignOfFinal, ..DEFAULT }],
        instruction: "vmad.u32.u32.u32.sat d, a, b, -c;",
        inputs: [1, 1, 0x8000_0000],
    },
    Ambiguity {
        id: "D2",
        title: "vmad: whether tmp has 64 bits",
        lines: "305 and 313 against 315 and 316",
        default: "tmp has 128 bits; the shift loses no bit of it",
        other: "tmp is cut to 64 bits before the shift; the final sign gives its sign",
        basis: Basis::PseudoCode,
        evidence: "tmp[127:0]; the SASS reference text says that neither tmp nor shr overflows",
        readings: [DEFAULT, Reading { mask: Mask::TmpFirst, ..DEFAULT }],
        instruction: "vmad.s32.u32.u32.sat.shr7 d, -a, b, c;",
        inputs: [0xffff_ffff, 0xffff_ffff, 0],
    },
    Ambiguity {
        id: "D5",
        title: "the input of a second operation where the result is outside the range of dtype",
        lines: "36, 42 and 60",
        default: "the lower 32 bits, as a number of dtype",
        other: "the whole intermediate result",
        basis: Basis::Hardware,
        evidence: "a Maxwell's VMNMX.SD.U32.U32.MX.MIN of these inputs is 0x8a24c993",
        readings: [DEFAULT, Reading { intermediate: Intermediate::Whole, ..DEFAULT }],
        instruction: "vmax.s32.u32.u32.min d, a, b, c;",
        inputs: [0x1234_5688, 0x8a24_c993, 0x9123_064a],
    },
    Ambiguity {
        id: "P1",
        title: "the width of the result of optSaturate",
        lines: "42, 64 and 65",
        default: "the second operation takes the lower 32 bits (D5)",
        other: "optSaturate takes .s34 and returns .s33: a 34-bit result loses its top bit and may change its sign",
        basis: Basis::Hardware,
        evidence: "that of D5; no published value has an intermediate result of 34 bits",
        readings: [DEFAULT, Reading { intermediate: Intermediate::S33, ..DEFAULT }],
        instruction: "vadd.u32.u32.u32.max d, a, b, c;",
        inputs: [0xffff_ffff, 0xffff_ffff, 1],
    },
    Ambiguity {
        id: "P2",
        title: "the sign of c in .min and .max",
        lines: "80 against 82",
        default: "c is signed if dtype is signed",
        other: "c is an .s33 parameter of optSecOp: its own sign bit is extended",
        basis: Basis::Hardware,
        evidence: "a Maxwell's VMNMX.UD.S32.U32.MN.MAX of these inputs is 0x9123064a",
        readings: [DEFAULT, Reading { third_operand: ThirdOperand::Signed, ..DEFAULT }],
        instruction: "vmin.u32.s32.u32.max d, a, b, c;",
        inputs: [0x1234_5688, 0x8a24_c993, 0x9123_064a],
    },
    Ambiguity {
        id: "P3",
        title: "vset: the sign of c, since there is no dtype",
        lines: "364 against 80 and 82",
        default: "the destination and c are unsigned",
        other: "c is an .s33 parameter of optSecOp: its own sign bit is extended",
        basis: Basis::Prose,
        evidence: "line 364 (but the code that ptxas 12.9 emits for sm_90 extends the sign of c)",
        readings: [DEFAULT, Reading { third_operand: ThirdOperand::Signed, ..DEFAULT }],
        instruction: "vset.s32.s32.lt.min d, a, b, c;",
        inputs: [1, 2, 0x8000_0000],
    },
    Ambiguity {
        id: "P4",
        title: "d is assigned twice",
        lines: "156 and 157, 226 and 227, 374 and 375",
        default: "the result of the second operation or of the merge",
        other: "the second assignment uses tmp again: a second operation has no effect",
        basis: Basis::Hardware,
        evidence: "line 40, and every published value of an instruction with a second operation",
        readings: [DEFAULT, Reading { assignment: Assignment::LastWins, ..DEFAULT }],
        instruction: "vadd.u32.u32.u32.add d, a, b, c;",
        inputs: [1, 2, 4],
    },
    Ambiguity {
        id: "P5",
        title: "vshl.sat: bits shifted beyond bit 33",
        lines: "36, 60 and 64 against 204 and 221",
        default: "the intermediate result is .s34: higher bits are lost before the clamp, and bit 33 is the sign",
        other: "the clamp takes the whole shifted value",
        basis: Basis::Prose,
        evidence: "\"a signed 34-bit result\" (line 36); the code that ptxas 12.9 emits for sm_90 also cuts to 34 bits",
        readings: [DEFAULT, Reading { shift_left: ShiftLeft::Whole, ..DEFAULT }],
        instruction: "vshl.u32.u32.u32.sat.clamp d, a, b;",
        inputs: [0x10, 31, 0],
    },
    Ambiguity {
        id: "P6",
        title: "vshr: the type that makes a shift signed",
        lines: "209 and 222 against 60",
        default: "atype: the shift fills with the sign of the 33-bit input",
        other: "dtype: it gives the sign of the intermediate result",
        basis: Basis::PseudoCode,
        evidence: "the code that ptxas 12.9 emits for sm_90 uses the sign of atype; no hardware value is known",
        readings: [DEFAULT, Reading { shift_fill: ShiftFill::ByDtype, ..DEFAULT }],
        instruction: "vshr.u32.s32.u32.clamp d, a, b;",
        inputs: [0x8000_0000, 4, 0],
    },
    Ambiguity {
        id: "P7",
        title: "vset: .lo .ls .hi .hs, which ptxas accepts and the PTX ISA does not list",
        lines: "355",
        default: "the unsigned comparisons of setp with these names",
        other: "all four are .lt: ptxas 12.9 emits that for sm_50",
        basis: Basis::Outside,
        evidence: "the meaning of the names elsewhere in PTX",
        readings: [DEFAULT, Reading { lower: Lower::AllLess, ..DEFAULT }],
        instruction: "vset.u32.u32.hi d, a, b;",
        inputs: [2, 1, 0],
    },
    Ambiguity {
        id: "P8",
        title: "vmad: the sign of the masked result",
        lines: "315, 316 and 319",
        default: "signed if the final result is signed",
        other: "x & 0xffffffffffffffff is never negative: a negative result clamps to S32_MAX",
        basis: Basis::Prose,
        evidence: "line 292: \"this result is sign-extended if the final result is signed\"",
        readings: [DEFAULT, Reading { mask: Mask::Unsigned, ..DEFAULT }],
        instruction: "vmad.s32.s32.s32.sat.shr7 d, a, b, c;",
        inputs: [0xffff_ffff, 1024, 0],
    },
    Ambiguity {
        id: "P9",
        title: "vmad without .scale: the pseudo-code assigns no result",
        lines: "314 to 317",
        default: "result = tmp",
        other: "result = tmp & 0xffffffffffffffff, as in the other two cases",
        basis: Basis::Prose,
        evidence: "\"optionally scaled\" (line 292); the results differ only if the mask cuts to 64 bits",
        readings: [
            Reading { mask: Mask::ByFinalSign, ..DEFAULT },
            Reading { mask: Mask::ByFinalSign, pass: Pass::LikeTheOthers, ..DEFAULT },
        ],
        instruction: "vmad.s32.u32.u32.sat d, -a, b, c;",
        inputs: [0xffff_ffff, 0xffff_ffff, 0],
    },
    Ambiguity {
        id: "P10",
        title: "vmad.sat: the range",
        lines: "294 and 319 against 62",
        default: "the range of the final sign; dtype has no effect",
        other: "the range of dtype, as for the other eight",
        basis: Basis::Prose,
        evidence: "the prose and pseudo-code of vmad; the code that ptxas emits depends on dtype for no target",
        readings: [DEFAULT, Reading { vmad_range: VmadRange::Dtype, ..DEFAULT }],
        instruction: "vmad.u32.s32.s32.sat d, a, b, c;",
        inputs: [0xffff_ffff, 1, 0],
    },
];
