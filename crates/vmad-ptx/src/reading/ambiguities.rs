//! Every ambiguity found in the PTX ISA, with an example on which its interpretations differ.

use super::{
    Assignment, Intermediate, Lower, Mask, MinusC, Pass, Reading, ShiftFill, ShiftLeft, ThirdOperand,
    VmadRange,
};

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
    /// The kind of evidence for the default: `hardware` (values read from a GPU that has the instruction), `prose` (with the
    /// tables), `pseudo-code` (which the prose does not contradict), or `outside the manual`, which does not describe the
    /// case.
    pub basis: &'static str,
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

/// The sign of an unsigned c that is subtracted.
pub const D1: Ambiguity = Ambiguity {
    id: "D1",
    title: "the sign of an unsigned c that is subtracted",
    lines: "271 to 280, 310 and 312",
    default: "c has the sign of the intermediate result: a*b - c with c unsigned",
    other: "the literal pseudo-code: c = ~c on 32 bits, then sext32(c), so a*b - c with c signed",
    basis: "prose",
    evidence: "the PTX ISA contradicts itself: its prose (\"input c has the same sign as the intermediate result\") and its \
           table, which has (u32 * u32) - u32, against lines 310 and 312 of its pseudo-code",
    readings: [DEFAULT, Reading { minus_c: MinusC::SignOfFinal, ..DEFAULT }],
    instruction: "vmad.u32.u32.u32.sat d, a, b, -c;",
    inputs: [1, 1, 0x8000_0000],
};

/// Tmp in a 64-bit register.
pub const D2: Ambiguity = Ambiguity {
    id: "D2",
    title: "tmp in a 64-bit register",
    lines: "305 and 313 against 315 and 316",
    default: "tmp has as many bits as it needs: 66",
    other: "tmp wraps to 64 bits before the shift and the clamp; it is signed if the final result is signed",
    basis: "pseudo-code",
    evidence: "the SASS reference text: \"the tmp variable will contain enough bits to represent all possible values\"; \
           the PTX ISA declares tmp[127:0]; one emulator of the Switch's GPU wraps it",
    readings: [DEFAULT, Reading { mask: Mask::TmpFirst, ..DEFAULT }],
    instruction: "vmad.s32.u32.u32.sat.shr7 d, -a, b, c;",
    inputs: [0xffff_ffff, 0xffff_ffff, 0],
};

/// The input of a second operation where the result is outside the range of dtype.
pub const D5: Ambiguity = Ambiguity {
    id: "D5",
    title: "the input of a second operation where the result is outside the range of dtype",
    lines: "36, 42 and 60",
    default: "the lower 32 bits, as a number of dtype",
    other: "the whole intermediate result",
    basis: "hardware",
    evidence: "a Maxwell's VMNMX.SD.U32.U32.MX.MIN of 0x12345688, 0x8a24c993 and 0x9123064a is 0x8a24c993",
    readings: [DEFAULT, Reading { intermediate: Intermediate::Whole, ..DEFAULT }],
    instruction: "vmax.s32.u32.u32.min d, a, b, c;",
    inputs: [0x1234_5688, 0x8a24_c993, 0x9123_064a],
};

/// The width of the result of optSaturate.
pub const P1: Ambiguity = Ambiguity {
    id: "P1",
    title: "the width of the result of optSaturate",
    lines: "42, 64 and 65",
    default: "the second operation takes the lower 32 bits (D5)",
    other: "optSaturate takes .s34 and returns .s33: a 34-bit result loses its top bit and may change its sign",
    basis: "hardware",
    evidence: "the evidence of D5; no published value has an intermediate result of 34 bits",
    readings: [DEFAULT, Reading { intermediate: Intermediate::S33, ..DEFAULT }],
    instruction: "vadd.u32.u32.u32.max d, a, b, c;",
    inputs: [0xffff_ffff, 0xffff_ffff, 1],
};

/// The sign of c in .min and .max.
pub const P2: Ambiguity = Ambiguity {
    id: "P2",
    title: "the sign of c in .min and .max",
    lines: "80 against 82",
    default: "c is signed if dtype is signed",
    other: "c is signed: optSecOp takes it as .s33, and its own sign bit is extended",
    basis: "hardware",
    evidence: "a Maxwell's VMNMX.UD.S32.U32.MN.MAX of 0x12345688, 0x8a24c993 and 0x9123064a is 0x9123064a",
    readings: [DEFAULT, Reading { third_operand: ThirdOperand::Signed, ..DEFAULT }],
    instruction: "vmin.u32.s32.u32.max d, a, b, c;",
    inputs: [0x1234_5688, 0x8a24_c993, 0x9123_064a],
};

/// Vset: the sign of c, since there is no dtype.
pub const P3: Ambiguity = Ambiguity {
    id: "P3",
    title: "vset: the sign of c, since there is no dtype",
    lines: "364 against 80 and 82",
    default: "the destination and c are unsigned",
    other: "c is signed: optSecOp takes it as .s33, and its own sign bit is extended",
    basis: "prose",
    evidence: "line 364 (but the code that ptxas 12.9 emits for sm_90 extends the sign of c)",
    readings: [DEFAULT, Reading { third_operand: ThirdOperand::Signed, ..DEFAULT }],
    instruction: "vset.s32.s32.lt.min d, a, b, c;",
    inputs: [1, 2, 0x8000_0000],
};

/// D is assigned twice.
pub const P4: Ambiguity = Ambiguity {
    id: "P4",
    title: "d is assigned twice",
    lines: "156 and 157, 226 and 227, 374 and 375",
    default: "the result of the second operation or of the merge",
    other: "the second assignment uses tmp again: a second operation has no effect",
    basis: "hardware",
    evidence: "line 40, and every published value of an instruction with a second operation",
    readings: [DEFAULT, Reading { assignment: Assignment::LastWins, ..DEFAULT }],
    instruction: "vadd.u32.u32.u32.add d, a, b, c;",
    inputs: [1, 2, 4],
};

/// Vshl.sat: bits shifted beyond bit 33.
pub const P5: Ambiguity = Ambiguity {
    id: "P5",
    title: "vshl.sat: bits shifted beyond bit 33",
    lines: "36, 60 and 64 against 204 and 221",
    default: "the intermediate result is .s34: higher bits are lost before the clamp, and bit 33 is the sign",
    other: "the clamp takes the whole shifted value",
    basis: "prose",
    evidence: "\"a signed 34-bit result\" (line 36); the code that ptxas 12.9 emits for sm_90 also cuts to 34 bits",
    readings: [DEFAULT, Reading { shift_left: ShiftLeft::Whole, ..DEFAULT }],
    instruction: "vshl.u32.u32.u32.sat.clamp d, a, b;",
    inputs: [0x10, 31, 0],
};

/// Vshr: the type that makes a shift signed.
pub const P6: Ambiguity = Ambiguity {
    id: "P6",
    title: "vshr: the type that makes a shift signed",
    lines: "209 and 222 against 60",
    default: "atype: the shift fills with the sign of the 33-bit input",
    other: "dtype: the shift takes the lower 32 bits of a as a number of dtype",
    basis: "pseudo-code",
    evidence: "the code that ptxas 12.9 emits for sm_90 uses the sign of atype; so does the host function of a published \
               test suite for GPUs, whose author ran it on recent ones, on 128,000 rows; no hardware value is published",
    readings: [DEFAULT, Reading { shift_fill: ShiftFill::ByDtype, ..DEFAULT }],
    instruction: "vshr.u32.s32.u32.clamp d, a, b;",
    inputs: [0x8000_0000, 4, 0],
};

/// Vset: .lo .ls .hi .hs, which ptxas accepts and the PTX ISA does not list.
pub const P7: Ambiguity = Ambiguity {
    id: "P7",
    title: "vset: .lo .ls .hi .hs, which ptxas accepts and the PTX ISA does not list",
    lines: "355",
    default: "the unsigned comparisons of setp with these names",
    other: "all four are .lt: ptxas 12.9 emits that for sm_50",
    basis: "outside the manual",
    evidence: "the meaning of the names elsewhere in PTX",
    readings: [DEFAULT, Reading { lower: Lower::AllLess, ..DEFAULT }],
    instruction: "vset.u32.u32.hi d, a, b;",
    inputs: [2, 1, 0],
};

/// The sign of the masked result.
pub const P8: Ambiguity = Ambiguity {
    id: "P8",
    title: "the sign of the masked result",
    lines: "315, 316 and 319",
    default: "the shifted result is signed if the final result is signed",
    other: "x & 0xffffffffffffffff is never negative: a negative result clamps to S32_MAX",
    basis: "prose",
    evidence: "\"this result is sign-extended if the final result is signed\" (line 292) against lines 315, 316 and 319",
    readings: [DEFAULT, Reading { mask: Mask::Unsigned, ..DEFAULT }],
    instruction: "vmad.s32.s32.s32.sat.shr7 d, a, b, c;",
    inputs: [0xffff_ffff, 1024, 0],
};

/// Vmad without .scale: the pseudo-code assigns no result.
pub const P9: Ambiguity = Ambiguity {
    id: "P9",
    title: "vmad without .scale: the pseudo-code assigns no result",
    lines: "314 to 317",
    default: "result = tmp",
    other: "result = tmp & 0xffffffffffffffff, as in the other two cases",
    basis: "prose",
    evidence: "\"optionally scaled\" (line 292); the results differ only if the mask cuts to 64 bits",
    readings: [
        Reading { mask: Mask::ByFinalSign, ..DEFAULT },
        Reading { mask: Mask::ByFinalSign, pass: Pass::LikeTheOthers, ..DEFAULT },
    ],
    instruction: "vmad.s32.u32.u32.sat d, -a, b, c;",
    inputs: [0xffff_ffff, 0xffff_ffff, 0],
};

/// The range of .sat.
pub const P10: Ambiguity = Ambiguity {
    id: "P10",
    title: "the range of .sat",
    lines: "294 and 319 against 62",
    default: "the range of the final result's sign",
    other: "the range of dtype, as for the other video instructions",
    basis: "prose",
    evidence: "the PTX ISA's prose and pseudo-code for vmad (lines 294 and 319); the SASS that ptxas emits does not depend on dtype",
    readings: [DEFAULT, Reading { vmad_range: VmadRange::Dtype, ..DEFAULT }],
    instruction: "vmad.u32.s32.s32.sat d, a, b, c;",
    inputs: [0xffff_ffff, 1, 0],
};

/// The list.
pub const AMBIGUITIES: &[Ambiguity] = &[D1, D2, D5, P1, P2, P3, P4, P5, P6, P7, P8, P9, P10];
