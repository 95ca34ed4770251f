//! The ranges of operands and of intermediate results of PTX video instructions.

use vmad_ptx::ast::{ArithmeticOp, Source, Type};

use crate::{corners::range, meaning::spelling::operand};

/// The smallest and the largest number.
pub type Range = [i128; 2];

/// The range of the numbers of `bits` bits.
pub const fn numbers(ty: Type, bits: u32) -> Range {
    match ty {
        Type::S32 => [-(1 << (bits - 1)), (1 << (bits - 1)) - 1],
        Type::U32 => [0, (1 << bits) - 1],
    }
}

/// The values of an operand in a register.
pub fn values(source: Source) -> Range {
    range(operand(source).format())
}

/// A word as a number.
pub fn number(word: u32, ty: Type) -> i128 {
    if ty.is_signed() { word.cast_signed().into() } else { word.into() }
}

/// The values of an operand in a register, or of a constant.
pub fn operand_range(source: Source, constant: Option<u32>) -> Range {
    constant.map_or_else(|| values(source), |word| [number(word, source.ty); 2])
}

/// Whether all numbers of a range are in another.
pub const fn is_within([low, high]: Range, [least, most]: Range) -> bool {
    least <= low && high <= most
}

/// The result before the clamp and the second operation: its ends come from the ends of the operands.
pub fn intermediate(op: ArithmeticOp, [a, b]: [Range; 2]) -> Range {
    match op {
        ArithmeticOp::Add => [a[0] + b[0], a[1] + b[1]],
        ArithmeticOp::Sub => [a[0] - b[1], a[1] - b[0]],
        ArithmeticOp::AbsDiff => [0.max(a[0] - b[1]).max(b[0] - a[1]), (a[1] - b[0]).max(b[1] - a[0])],
        ArithmeticOp::Min => [a[0].min(b[0]), a[1].min(b[1])],
        ArithmeticOp::Max => [a[0].max(b[0]), a[1].max(b[1])],
    }
}
