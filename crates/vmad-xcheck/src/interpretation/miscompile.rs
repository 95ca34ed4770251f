//! What ptxas 12.9 compiles wrong: constants, in all video instructions.

use std::fmt;

use vmad_ptx::ast::{
    Arithmetic, ArithmeticOp, Comparison, Integer, Operand, Operation, Set, Tail, Type, Video,
};
use vmad_unit::Format;

use super::id::Id;
use crate::{corners::range, spelling::operand};

/// A miscompile of ptxas 12.9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Miscompile {
    /// One of `vmad`, on sm_50 to sm_53: D4 or D6.
    Vmad(Id),
    /// D4 in `vadd`, `vsub`, `vabsdiff`, `vmin` and `vmax`, on sm_50 to sm_62.
    D8,
    /// A constant b of `vset`, on sm_50 to sm_62: the word is a store.
    D9,
    /// An unsigned comparison of `vset`, which becomes `.LT`, on sm_50 to sm_62.
    P7,
}

impl Miscompile {
    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vmad(id) => id.name(),
            Self::D8 => "D8",
            Self::D9 => "D9",
            Self::P7 => "P7",
        }
    }

    /// The subject.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Vmad(id) => id.interpretation().title,
            Self::D8 => "a constant b whose sign differs from dtype, on sm_50 to sm_62",
            Self::D9 => "a constant b of vset, on sm_50 to sm_62: the word is a store (ST), not a VSET",
            Self::P7 => "vset: the comparisons lo, ls, hi and hs all become LT",
        }
    }

    /// The miscompile of an instruction other than `vmad`: its code computes something else for some values of its
    /// registers. A constant c counts as a register.
    pub fn of(video: &Video) -> Option<Self> {
        let [a, b] = [video.a(), video.b()].map(constant);
        match video.operation() {
            Operation::Set(_) if b.is_some_and(|b| b != 0 && fits_imm16(b, Type::U32)) => Some(Self::D9),
            Operation::Set(it) => p7(*it).then_some(Self::P7),
            Operation::Arithmetic(it) => b.is_some_and(|b| d8(it, a, b)).then_some(Self::D8),
            // The amounts differ by a multiple of 2^16, and are above 32.
            Operation::Shift(_) | Operation::MultiplyAdd(_) | Operation::Simd2(_) | Operation::Simd4(_) => {
                None
            }
        }
    }

    /// The bits in which the opcodes of D9's store and of `VSET` differ.
    const OPCODES: u64 = (0x5a ^ 0x20) << 57;

    /// The word that ptxas emits in place of a `VSET` with an immediate: bits 63:57 are 0x5a, a store's opcode.
    pub const fn store(vset: u64) -> u64 {
        vset ^ Self::OPCODES
    }

    /// The `VSET` of a word of D9.
    pub const fn video_of(store: u64) -> u64 {
        store ^ Self::OPCODES
    }
}

impl fmt::Display for Miscompile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whether ptxas makes an imm16 of a constant: -32768 to 32767 if `.dtype` is `.s32`, 0 to 65535 if it is `.u32`.
pub(crate) fn fits_imm16(value: u32, dtype: Type) -> bool {
    match dtype {
        Type::S32 => i16::try_from(value as i32).is_ok(),
        Type::U32 => u16::try_from(value).is_ok(),
    }
}

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
    /// The results of the PTX and of the emitted code; [`None`] if that is not a video instruction.
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

/// The constants b of [`Miscompile::D8`] with a register a, as ranges that include both ends: by dtype's sign.
pub fn miscompiled_constants(it: &Arithmetic) -> Vec<[i64; 2]> {
    let mut ranges: Vec<[i64; 2]> = Vec::new();
    let fitting = match it.dtype {
        Type::S32 => -0x8000..0x8000,
        Type::U32 => 0..0x1_0000,
    };
    for b in fitting.filter(|b| d8(it, None, *b as u32)) {
        match ranges.last_mut() {
            Some([_, high]) if *high == b - 1 => *high = b,
            _ => ranges.push([b, b]),
        }
    }
    ranges
}

const fn constant(operand: &Operand<Integer>) -> Option<u32> {
    match operand {
        Operand::Immediate(value) => Some(value.word()),
        Operand::Register(_) => None,
    }
}

/// Whether `.LT` is another comparison: `lo` is one only if a part of a can be negative.
const fn p7(it: Set) -> bool {
    match it.cmp {
        Comparison::Lo => it.a.ty.is_signed(),
        Comparison::Ls | Comparison::Hi | Comparison::Hs => true,
        Comparison::Eq
        | Comparison::Ne
        | Comparison::Lt
        | Comparison::Le
        | Comparison::Gt
        | Comparison::Ge => false,
    }
}

/// Whether there are values of a and c for which the imm16 gives another result than the constant b.
///
/// The intermediate results of two constants are compared at the ends of a's range and next to both constants: there they
/// differ if they differ anywhere. Of the tail, only the width of a merge matters: some c shows every difference.
fn d8(it: &Arithmetic, a: Option<u32>, b: u32) -> bool {
    let exact = number(b, it.b.ty);
    let made = if fits_imm16(b, it.dtype) { imm16(b, it.b.ty) } else { exact };
    let [low, high] = match a {
        Some(a) => [number(a, it.a.ty); 2],
        None => bounds(operand(it.a).format()),
    };
    let candidates = [low, high, 0, 1, made, made + 1, exact].map(|a| a.clamp(low, high));
    made != exact && candidates.into_iter().any(|a| part(it, a, exact) != part(it, a, made))
}

/// A word as a number.
fn number(word: u32, ty: Type) -> i64 {
    if ty.is_signed() { i64::from(word.cast_signed()) } else { i64::from(word) }
}

/// The low 16 bits of a word, extended by a type.
fn imm16(word: u32, ty: Type) -> i64 {
    let half = word as u16;
    if ty.is_signed() { i64::from(half.cast_signed()) } else { i64::from(half) }
}

fn bounds(format: Format) -> [i64; 2] {
    range(format).map(|bound| bound as i64)
}

/// The bits of the result that are written, or go to the second operation.
fn part(it: &Arithmetic, a: i64, b: i64) -> i64 {
    let value = match it.op {
        ArithmeticOp::Add => a + b,
        ArithmeticOp::Sub => a - b,
        ArithmeticOp::AbsDiff => (a - b).abs(),
        ArithmeticOp::Min => a.min(b),
        ArithmeticOp::Max => a.max(b),
    };
    let width = match it.tail {
        Tail::Merge(select) => select.width(),
        Tail::None | Tail::Unused | Tail::Second(_) => 32,
    };
    let value = match (it.sat, it.dtype) {
        (false, _) => value,
        (true, Type::U32) => value.clamp(0, (1 << width) - 1),
        (true, Type::S32) => value.clamp(-(1 << (width - 1)), (1 << (width - 1)) - 1),
    };
    value & ((1 << width) - 1)
}
