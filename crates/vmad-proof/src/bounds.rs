//! The ranges of operands and of intermediate results of PTX video instructions.

use vmad_ptx::ast::{ArithmeticOp, Source, Type};

use crate::{corners::range, meaning::spelling::operand};

/// The smallest and the largest number.
pub type Range = [i128; 2];

/// The numbers of some bits.
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

/// Whether all numbers of a range are in another.
pub const fn is_within([low, high]: Range, [least, most]: Range) -> bool {
    least <= low && high <= most
}

/// The result before the clamp and the second operation: its ends are those of the operands' ends.
pub fn intermediate(op: ArithmeticOp, [a, b]: [Range; 2]) -> Range {
    match op {
        ArithmeticOp::Add => [a[0] + b[0], a[1] + b[1]],
        ArithmeticOp::Sub => [a[0] - b[1], a[1] - b[0]],
        ArithmeticOp::AbsDiff => [0.max(a[0] - b[1]).max(b[0] - a[1]), (a[1] - b[0]).max(b[1] - a[0])],
        ArithmeticOp::Min => [a[0].min(b[0]), a[1].min(b[1])],
        ArithmeticOp::Max => [a[0].max(b[0]), a[1].max(b[1])],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_has_the_smallest_and_the_largest_result() {
        let operands: [[Range; 2]; 4] =
            [[[1, 4], [2, 7]], [[10, 20], [1, 3]], [[-5, 6], [-9, -2]], [[-8, -4], [3, 5]]];
        for [a, b] in operands {
            for op in ArithmeticOp::ALL {
                let results = (a[0]..=a[1]).flat_map(|x| {
                    (b[0]..=b[1]).map(move |y| match op {
                        ArithmeticOp::Add => x + y,
                        ArithmeticOp::Sub => x - y,
                        ArithmeticOp::AbsDiff => i128::abs(x - y),
                        ArithmeticOp::Min => x.min(y),
                        ArithmeticOp::Max => x.max(y),
                    })
                });
                let ends = [results.clone().min(), results.max()].map(Option::unwrap);
                assert_eq!(intermediate(op, [a, b]), ends, "{op:?} of {a:?} and {b:?}");
            }
        }
    }
}
