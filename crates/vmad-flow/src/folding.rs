//! The instructions that ptxas evaluates if it knows their operands: `tests/data/constants.tsv` has its answers.

use vmad_ptx::integer::{Integer, Op, Operation};

/// Whether ptxas 12.9, at `-O1` to `-O3`, makes a constant of an instruction's result if all operands are constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folding {
    /// It does.
    Always,
    /// It does not.
    Never,
    /// It was not asked.
    Unknown,
}

/// Whether ptxas evaluates an operation.
pub fn folding(operation: &Operation) -> Folding {
    let Operation::Integer(Integer { op, halves: false, relu: false, carry: None, .. }) = operation else {
        return Folding::Unknown;
    };
    match op {
        Op::Move
        | Op::Add
        | Op::Sub
        | Op::Mul(_)
        | Op::Mul24(_)
        | Op::Mad(_)
        | Op::Mad24(_)
        | Op::Min
        | Op::Max
        | Op::Abs
        | Op::Neg
        | Op::And
        | Op::Or
        | Op::Xor
        | Op::Not
        | Op::Cnot
        | Op::Shl
        | Op::Shr
        | Op::Shf { .. }
        | Op::Bfe
        | Op::Bfi
        | Op::Popc
        | Op::Brev
        | Op::Clz
        | Op::Bfind { .. }
        | Op::Selp
        | Op::Slct
        | Op::Set(..)
        | Op::Setp(..)
        | Op::Cvt(_)
        | Op::Pack(_)
        | Op::Unpack(_) => Folding::Always,
        Op::Prmt(_) | Op::Lop3(_) | Op::Sad => Folding::Never,
        // `div` and `rem` by a constant: a quotient or a remainder of 0 only.
        _ => Folding::Unknown,
    }
}
