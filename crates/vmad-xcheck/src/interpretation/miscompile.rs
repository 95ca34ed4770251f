//! What ptxas 12.9 compiles wrong: constants, in all video instructions.

use std::fmt;

use vmad_ptx::ast::{Arithmetic, ArithmeticOp, Comparison, Operand, Operation, Set, Tail, Type, Video};
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
    /// A merge into `d.h1`, from sm_70 on.
    D10,
    /// A saturated merge, from sm_70 on.
    D11,
    /// An unsigned saturation, from sm_70 on.
    D12,
    /// A minimum or maximum as second operation, from sm_70 on.
    D13,
}

impl Miscompile {
    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vmad(id) => id.name(),
            Self::D8 => "D8",
            Self::D9 => "D9",
            Self::P7 => "P7",
            Self::D10 => "D10",
            Self::D11 => "D11",
            Self::D12 => "D12",
            Self::D13 => "D13",
        }
    }

    /// The subject.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Vmad(id) => id.interpretation().title,
            Self::D8 => "a constant b whose sign differs from dtype, on sm_50 to sm_62",
            Self::D9 => "a constant b of vset, on sm_50 to sm_62: the word is a store (ST), not a VSET",
            Self::P7 => "vset: the comparisons lo, ls, hi and hs all become LT",
            Self::D10 => "a merge into d.h1, on sm_70 to sm_120: the upper half of the result is taken",
            Self::D11 => {
                "a merge with .sat, on sm_70 to sm_120: the lower bound is the upper one, or there is no clamp"
            }
            Self::D12 => ".sat to .u32, on sm_70 to sm_120: there is no upper bound",
            Self::D13 => "min or max as second operation, on sm_70 to sm_120: another number is compared",
        }
    }

    /// The miscompile of an instruction other than `vmad`: its code computes something else for some values of its
    /// registers. A constant c counts as a register.
    pub fn of(video: &Video) -> Option<Self> {
        let [a, b] = [video.a(), video.b()].map(Operand::constant);
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

/// The first and the last constant b of [`Miscompile::D8`] with a register a, by dtype's sign; each constant between them
/// is one too. [`None`] if there is none.
pub fn miscompiled_constants(it: &Arithmetic) -> Option<[i64; 2]> {
    let mut wrong = fitting(it.dtype).filter(|b| d8(it, None, *b as u32));
    let first = wrong.next()?;
    Some([first, wrong.next_back().unwrap_or(first)])
}

/// The numbers of which ptxas makes an imm16.
fn fitting(dtype: Type) -> std::ops::Range<i64> {
    match dtype {
        Type::S32 => -0x8000..0x8000,
        Type::U32 => 0..0x1_0000,
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

#[cfg(test)]
mod tests {
    use vmad_ptx::ast::Operation;

    use super::*;
    use crate::family::operations;

    #[test]
    fn the_miscompiled_constants_are_one_range() {
        let mut ranges = 0;
        for operation in operations().step_by(vmad_testing::cases(211, 23)) {
            let Operation::Arithmetic(it) = operation else { continue };
            let wrong = fitting(it.dtype).filter(|b| d8(&it, None, *b as u32)).count() as i64;
            let range = miscompiled_constants(&it);
            assert_eq!(range.map_or(0, |[first, last]| last - first + 1), wrong, "{it:?}");
            ranges += usize::from(range.is_some());
        }
        assert!(ranges > 10, "{ranges}");
    }
}
