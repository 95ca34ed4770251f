//! The table of kinds of video instructions and operands.

use vmad_ptx::{ast::Instruction, syntax::parse_one};

/// A kind of instruction and operands. All instructions of a kind have the verdicts of the example, in each version.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The opcodes.
    pub opcodes: &'static [&'static str],
    /// The modifiers and the operands, in words.
    pub operands: &'static str,
    /// An instruction of the kind.
    pub example: &'static str,
}

impl Kind {
    /// The example, which is legal PTX.
    pub fn instruction(&self) -> Option<Instruction> {
        Some(parse_one(self.example).ok()?.instruction)
    }

    /// The opcodes of all kinds, in the order of their first kind.
    pub fn all_opcodes() -> Vec<&'static str> {
        let mut names = Vec::new();
        for name in KINDS.iter().flat_map(|kind| kind.opcodes) {
            if !names.contains(name) {
                names.push(*name);
            }
        }
        names
    }

    /// The kinds of an opcode.
    pub fn of(opcode: &str) -> Vec<&'static Self> {
        KINDS.iter().filter(|kind| kind.opcodes.contains(&opcode)).collect()
    }
}

const FIVE: &[&str] = &["vadd", "vsub", "vabsdiff", "vmin", "vmax"];

const SEVEN: &[&str] = &["vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr"];
const ALL_BUT_VMAD: &[&str] = &["vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vset"];

const SIMD: &[&str] = &[
    "vadd2",
    "vsub2",
    "vavrg2",
    "vabsdiff2",
    "vmin2",
    "vmax2",
    "vset2",
    "vadd4",
    "vsub4",
    "vavrg4",
    "vabsdiff4",
    "vmin4",
    "vmax4",
    "vset4",
];

/// Every kind. A constant without a remark counts as a register.
pub const KINDS: [Kind; 24] = [
    Kind {
        opcodes: FIVE,
        operands: "registers; constants a and c; without the cases below",
        example: "vadd.s32.s32.s32.sat d, a, b;",
    },
    Kind {
        opcodes: ALL_BUT_VMAD,
        operands: "d.h1: a merge into the upper half-word",
        example: "vadd.u32.u32.u32 d.h1, a, b, c;",
    },
    Kind {
        opcodes: SEVEN,
        operands: "another merge with .sat, if the result can be negative (vshl and vshr: if it can leave the byte or \
                   half-word)",
        example: "vsub.u32.u32.u32.sat d.b0, a, b, c;",
    },
    Kind {
        opcodes: &["vadd", "vsub", "vabsdiff"],
        operands: ".sat with dtype .u32, if the result can be above 4294967295; no merge",
        example: "vadd.u32.u32.u32.sat d, a, b;",
    },
    Kind {
        opcodes: ALL_BUT_VMAD,
        operands: "second operation min or max, if the result can leave dtype's range, or with dtype .u32 be above \
                   2147483647 (vadd, vsub, and .sat of shifts); vset: if a is signed",
        example: "vadd.u32.u32.u32.max d, a, b, c;",
    },
    Kind {
        opcodes: FIVE,
        operands: "b constant from -32768 to -1, with dtype .s32 and btype .u32, if it changes the result",
        example: "vmin.s32.u32.u32 d, a, -1;",
    },
    Kind {
        opcodes: FIVE,
        operands: "b constant from 32768 to 65535, with dtype .u32 and btype .s32, if it changes the result",
        example: "vmin.u32.s32.s32 d, a, 32768;",
    },
    Kind {
        opcodes: &["vsub"],
        operands: "the same constants, with .sat, .min or .max",
        example: "vsub.s32.u32.u32.sat d, a, -1;",
    },
    Kind { opcodes: FIVE, operands: "another constant b", example: "vmin.s32.u32.u32 d, a, 5;" },
    Kind {
        opcodes: &["vshl", "vshr"],
        operands: "without the cases above",
        example: "vshl.u32.u32.u32.clamp d, a, 5;",
    },
    Kind {
        opcodes: &["vset"],
        operands: "eq ne lt le gt ge, with registers; constants a and c, b = 0 or above 65535; without the cases above",
        example: "vset.s32.u32.lt d, a, b;",
    },
    Kind {
        opcodes: &["vset"],
        operands: "lo, with an unsigned a and a register b",
        example: "vset.u32.u32.lo d, a, b;",
    },
    Kind {
        opcodes: &["vset"],
        operands: "ls hi hs; lo with a signed a",
        example: "vset.s32.u32.hs d, a.b0, b;",
    },
    Kind { opcodes: &["vset"], operands: "b constant, from 1 to 65535", example: "vset.u32.s32.lt d, a, 5;" },
    Kind {
        opcodes: &["vset"],
        operands: "b constant from 32768 to 65535 with btype .s32, if it changes the result",
        example: "vset.s32.s32.lt d, a, 32768;",
    },
    Kind {
        opcodes: &["vmad"],
        operands: "neither shift nor .sat, with registers; constants a and c",
        example: "vmad.s32.s32.u32 d, a.b0, b.b1, c;",
    },
    Kind {
        opcodes: &["vmad"],
        operands: "shift or .sat, with a signed product; no factor is an unsigned word",
        example: "vmad.s32.s32.u32.sat.shr15 d, a.h0, b.h0, c;",
    },
    Kind {
        opcodes: &["vmad"],
        operands: "shift or .sat, two unsigned bytes or half-words, product not negated",
        example: "vmad.u32.u32.u32.shr7 d, a.b0, b.b0, c;",
    },
    Kind {
        opcodes: &["vmad"],
        operands: "shift or .sat, a factor is an unsigned word",
        example: "vmad.s32.u32.s32.sat d, a, b.h0, c;",
    },
    Kind {
        opcodes: &["vmad"],
        operands: "b constant from -32768 to -1, with dtype .s32 and btype .u32",
        example: "vmad.s32.u32.u32 d, a, -1, c;",
    },
    Kind {
        opcodes: &["vmad"],
        operands: "b constant from 32768 to 65535, with dtype .u32 and btype .s32",
        example: "vmad.u32.u32.s32 d, a, 32768, c;",
    },
    Kind { opcodes: &["vmad"], operands: "another constant b", example: "vmad.s32.s32.s32 d, a, 5, c;" },
    Kind {
        opcodes: &["vmad"],
        operands: "a constant, b with a minus sign, shift or .sat, and a is unsigned or -2147483648",
        example: "vmad.s32.u32.s32.sat d, 7, -b, c;",
    },
    Kind { opcodes: SIMD, operands: "all forms", example: "vadd4.u32.u32.u32 d, a, b, c;" },
];
