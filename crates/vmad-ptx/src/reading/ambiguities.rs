//! Every place found where the manual can be read in more than one way, with an example on which the readings part.

use super::{
    Assignment, Intermediate, Lower, Mask, MinusC, Pass, Reading, ShiftFill, ShiftLeft, ThirdOperand,
    VmadRange,
};

/// What the default reading of an ambiguity rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Values read from a GPU that has the instructions.
    Hardware,
    /// The prose and the tables.
    Prose,
    /// The pseudo-code, with no prose against it.
    PseudoCode,
    /// Neither: the manual does not have the case.
    Outside,
}

/// A place that can be read in two ways.
#[derive(Clone, Copy, Debug)]
pub struct Ambiguity {
    /// A short name: D for the design's own, P for those found while writing this crate.
    pub id: &'static str,
    /// What the question is.
    pub title: &'static str,
    /// The lines of the manual.
    pub lines: &'static str,
    /// What the default reading says.
    pub default: &'static str,
    /// What the other one says.
    pub other: &'static str,
    /// What the default rests on.
    pub basis: Basis,
    /// The evidence in a sentence.
    pub evidence: &'static str,
    /// The two readings, the default first.
    pub readings: [Reading; 2],
    /// An instruction on which they part.
    pub instruction: &'static str,
    /// `a`, `b` and `c` for it.
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
        default: "tmp has 128 bits, and nothing is lost before the shift",
        other: "tmp is cut to 64 bits, which the final sign reads, and then shifted",
        basis: Basis::PseudoCode,
        evidence: "tmp[127:0]; and the SASS reference promises that neither tmp nor shr overflows",
        readings: [DEFAULT, Reading { mask: Mask::TmpFirst, ..DEFAULT }],
        instruction: "vmad.s32.u32.u32.sat.shr7 d, -a, b, c;",
        inputs: [0xffff_ffff, 0xffff_ffff, 0],
    },
    Ambiguity {
        id: "D5",
        title: "what a second operation is given of a result that leaves dtype's range",
        lines: "36, 42 and 60",
        default: "the lower 32 bits, read as dtype",
        other: "the whole intermediate result",
        basis: Basis::Hardware,
        evidence: "a Maxwell's VMNMX.SD.U32.U32.MX.MIN of these inputs is 0x8a24c993",
        readings: [DEFAULT, Reading { intermediate: Intermediate::Whole, ..DEFAULT }],
        instruction: "vmax.s32.u32.u32.min d, a, b, c;",
        inputs: [0x1234_5688, 0x8a24_c993, 0x9123_064a],
    },
    Ambiguity {
        id: "P1",
        title: "how wide the result of optSaturate is",
        lines: "42, 64 and 65",
        default: "the lower 32 bits are what reaches the second operation (D5)",
        other: "optSaturate takes .s34 and returns .s33: a 34-bit result loses its top bit and may change its sign",
        basis: Basis::Hardware,
        evidence: "D5's; no published value has an intermediate result of 34 bits",
        readings: [DEFAULT, Reading { intermediate: Intermediate::S33, ..DEFAULT }],
        instruction: "vadd.u32.u32.u32.max d, a, b, c;",
        inputs: [0xffff_ffff, 0xffff_ffff, 1],
    },
    Ambiguity {
        id: "P2",
        title: "the sign of c in .min and .max",
        lines: "80 against 82",
        default: "c is signed if dtype is",
        other: "c is an .s33 parameter of optSecOp: its own sign bit is extended",
        basis: Basis::Hardware,
        evidence: "a Maxwell's VMNMX.UD.S32.U32.MN.MAX of these inputs is 0x9123064a",
        readings: [DEFAULT, Reading { third_operand: ThirdOperand::Signed, ..DEFAULT }],
        instruction: "vmin.u32.s32.u32.max d, a, b, c;",
        inputs: [0x1234_5688, 0x8a24_c993, 0x9123_064a],
    },
    Ambiguity {
        id: "P3",
        title: "vset: the sign of c, where there is no dtype",
        lines: "364 against 80 and 82",
        default: "destination and c are unsigned",
        other: "c is an .s33 parameter of optSecOp: its own sign bit is extended",
        basis: Basis::Prose,
        evidence: "line 364 (against it: the code that ptxas 12.9 emits for sm_90 extends c's own sign)",
        readings: [DEFAULT, Reading { third_operand: ThirdOperand::Signed, ..DEFAULT }],
        instruction: "vset.s32.s32.lt.min d, a, b, c;",
        inputs: [1, 2, 0x8000_0000],
    },
    Ambiguity {
        id: "P4",
        title: "d is assigned twice",
        lines: "156 and 157, 226 and 227, 374 and 375",
        default: "the second operation or the merge, whichever there is",
        other: "the second assignment starts from tmp again: second operations have no effect",
        basis: Basis::Hardware,
        evidence: "line 40, and every published value of an instruction with a second operation",
        readings: [DEFAULT, Reading { assignment: Assignment::LastWins, ..DEFAULT }],
        instruction: "vadd.u32.u32.u32.add d, a, b, c;",
        inputs: [1, 2, 4],
    },
    Ambiguity {
        id: "P5",
        title: "vshl.sat: bits shifted beyond the 34th",
        lines: "36, 60 and 64 against 204 and 221",
        default: "the intermediate result is .s34: what is above is lost before the clamp, and bit 33 is the sign",
        other: "the clamp sees the whole shifted value",
        basis: Basis::Prose,
        evidence: "\"a signed 34-bit result\" (line 36); the code that ptxas 12.9 emits for sm_90 cuts to 34 bits too",
        readings: [DEFAULT, Reading { shift_left: ShiftLeft::Whole, ..DEFAULT }],
        instruction: "vshl.u32.u32.u32.sat.clamp d, a, b;",
        inputs: [0x10, 31, 0],
    },
    Ambiguity {
        id: "P6",
        title: "vshr: what makes a shift signed",
        lines: "209 and 222 against 60",
        default: "atype: the 33-bit input is shifted with its sign",
        other: "dtype: the sign of the intermediate result depends on it",
        basis: Basis::PseudoCode,
        evidence: "the code that ptxas 12.9 emits for sm_90 shifts by atype's sign; none from hardware",
        readings: [DEFAULT, Reading { shift_fill: ShiftFill::ByDtype, ..DEFAULT }],
        instruction: "vshr.u32.s32.u32.clamp d, a, b;",
        inputs: [0x8000_0000, 4, 0],
    },
    Ambiguity {
        id: "P7",
        title: "vset: .lo .ls .hi .hs, which ptxas takes and the manual does not list",
        lines: "355",
        default: "the unsigned comparisons that setp means by these names",
        other: "all four are .lt, which is the code that ptxas 12.9 emits for sm_50",
        basis: Basis::Outside,
        evidence: "the names' meaning elsewhere in PTX",
        readings: [DEFAULT, Reading { lower: Lower::AllLess, ..DEFAULT }],
        instruction: "vset.u32.u32.hi d, a, b;",
        inputs: [2, 1, 0],
    },
    Ambiguity {
        id: "P8",
        title: "vmad: the scaled result as a number after the mask",
        lines: "315, 316 and 319",
        default: "signed if the final result is",
        other: "x & 0xffffffffffffffff is never negative: a negative result clamps to S32_MAX",
        basis: Basis::Prose,
        evidence: "line 292: the result is sign-extended if the final result is signed",
        readings: [DEFAULT, Reading { mask: Mask::Unsigned, ..DEFAULT }],
        instruction: "vmad.s32.s32.s32.sat.shr7 d, a, b, c;",
        inputs: [0xffff_ffff, 1024, 0],
    },
    Ambiguity {
        id: "P9",
        title: "vmad without .scale: the pseudo-code assigns no result",
        lines: "314 to 317",
        default: "result = tmp",
        other: "result = tmp & 0xffffffffffffffff, like the other two",
        basis: Basis::Prose,
        evidence: "\"optionally scaled\" (line 292); the readings part only where the mask is read as one to 64 bits",
        readings: [
            Reading { mask: Mask::ByFinalSign, ..DEFAULT },
            Reading { mask: Mask::ByFinalSign, pass: Pass::LikeTheOthers, ..DEFAULT },
        ],
        instruction: "vmad.s32.u32.u32.sat d, -a, b, c;",
        inputs: [0xffff_ffff, 0xffff_ffff, 0],
    },
    Ambiguity {
        id: "P10",
        title: "vmad.sat: whose range",
        lines: "294 and 319 against 62",
        default: "that of the final sign; dtype has no effect",
        other: "that of dtype, as with the other eight",
        basis: Basis::Prose,
        evidence: "vmad's own prose and pseudo-code; dtype does not reach the code that ptxas makes for any target",
        readings: [DEFAULT, Reading { vmad_range: VmadRange::Dtype, ..DEFAULT }],
        instruction: "vmad.u32.s32.s32.sat d, a, b, c;",
        inputs: [0xffff_ffff, 1, 0],
    },
];
