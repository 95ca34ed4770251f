//! Comparisons of A and B by the sign of one of them.

use vmad_ptx::ast::{Arithmetic, ArithmeticOp, Comparison, Operation, Set, Source, Type};
use vmad_unit::Kind;

use crate::case::Case;

/// The instructions that compare A and B.
pub(super) const COMPARING: &[Kind] = &[Kind::Vmnmx, Kind::Vset, Kind::Vsetp];

/// The compared operands, and whether only their equality counts.
pub(super) const fn compared(case: &Case) -> Option<(Source, Source, bool)> {
    match case.ptx {
        Some(Operation::Arithmetic(Arithmetic {
            op: ArithmeticOp::Min | ArithmeticOp::Max, a, b, ..
        })) => Some((a, b, false)),
        Some(Operation::Set(Set { a, b, cmp, .. })) => {
            Some((a, b, matches!(cmp, Comparison::Eq | Comparison::Ne)))
        }
        _ => None,
    }
}

/// Whether an operand that is extended to 32 bits and read with the sign of `other` changes a comparison with it.
pub(super) const fn is_misread(operand: Source, other: Source, equality: bool) -> bool {
    match (operand.ty, other.ty) {
        (Type::S32, Type::U32) => !equality || other.select.is_none(),
        (Type::U32, Type::S32) => operand.select.is_none(),
        (Type::U32, Type::U32) | (Type::S32, Type::S32) => false,
    }
}
