//! Where each other reading of the PTX ISA differs from the default, for the other video instructions.

use vmad_ptx::ast::{
    Arithmetic, ArithmeticOp, Comparison, LaneOp, LaneTail, Operation, SecOp, Set, Shift, ShiftOp, Simd,
    Source, Tail, Type,
};

use super::{family_row::FamilyRow, rival::Rival};
use crate::bounds::{Range, intermediate, is_within, numbers, values};

/// The instructions with a second operation.
pub(crate) const SECOND: &[&str] = &["VADD", "VABSDIFF", "VMNMX", "VSET", "VSHL", "VSHR"];
/// Those of them with a sign of the result.
const WITH_DTYPE: &[&str] = &["VADD", "VABSDIFF", "VMNMX", "VSHL", "VSHR"];

/// The instructions that compare A and B.
const COMPARING: &[&str] = &["VMNMX", "VSET", "VSETP"];

/// The rows: first the readings, in the order of the table of ambiguities.
pub const FAMILY_ROWS: [FamilyRow; 11] = [
    FamilyRow {
        id: "D5",
        rival: Rival::Reading,
        instructions: WITH_DTYPE,
        cases: "`.min` and `.max` without `.sat`, if the result can be outside the range of dtype",
        differs_in: leaves_range_before_extreme,
    },
    FamilyRow {
        id: "P1",
        rival: Rival::Reading,
        instructions: WITH_DTYPE,
        cases: "as for D5",
        differs_in: leaves_range_before_extreme,
    },
    FamilyRow {
        id: "P2",
        rival: Rival::Reading,
        instructions: WITH_DTYPE,
        cases: "`.min` and `.max` with an unsigned dtype",
        differs_in: |operation| has_extreme(operation) && dtype(operation) == Some(Type::U32),
    },
    FamilyRow {
        id: "P3",
        rival: Rival::Reading,
        instructions: &["VSET"],
        cases: "`vset` with `.min` or `.max`",
        differs_in: |operation| has_extreme(operation) && matches!(operation, Operation::Set(_)),
    },
    FamilyRow {
        id: "P4",
        rival: Rival::Reading,
        instructions: SECOND,
        cases: "`.add`, `.min` and `.max`",
        differs_in: |operation| matches!(tail(operation), Some(Tail::Second(_))),
    },
    FamilyRow {
        id: "P5",
        rival: Rival::Reading,
        instructions: &["VSHL"],
        cases: "`vshl.sat`",
        differs_in: |operation| {
            matches!(operation, Operation::Shift(Shift { op: ShiftOp::Left, sat: true, .. }))
        },
    },
    FamilyRow {
        id: "P6",
        rival: Rival::Reading,
        instructions: &["VSHR"],
        cases: "`vshr`, if a is signed and dtype is not, or dtype is signed and a is an unsigned word",
        differs_in: |operation| match *operation {
            Operation::Shift(Shift { op: ShiftOp::Right, dtype, a, .. }) => match (a.ty, dtype) {
                (Type::S32, Type::U32) => true,
                (Type::U32, Type::S32) => a.select.is_none(),
                _ => false,
            },
            _ => false,
        },
    },
    FamilyRow {
        id: "P7",
        rival: Rival::Reading,
        instructions: &["VSET"],
        cases: "`.ls`, `.hi` and `.hs`, and `.lo` if a is signed",
        differs_in: |operation| match operation {
            Operation::Set(Set { cmp: Comparison::Ls | Comparison::Hi | Comparison::Hs, .. }) => true,
            Operation::Set(Set { cmp: Comparison::Lo, a, .. }) => a.ty.is_signed(),
            _ => false,
        },
    },
    FamilyRow {
        id: "sign-of-a",
        rival: Rival::SignOf(0),
        instructions: COMPARING,
        cases: "`VMNMX`, `VSET` and `VSETP`: B is signed and A is not, or A is signed and B is an unsigned word. EQ and \
                NE only if the one that is not signed is a word",
        differs_in: |operation| {
            compared(operation).is_some_and(|(a, b, equality)| is_misread(b, a, equality))
        },
    },
    FamilyRow {
        id: "sign-of-b",
        rival: Rival::SignOf(1),
        instructions: COMPARING,
        cases: "`VMNMX`, `VSET` and `VSETP`: A is signed and B is not, or B is signed and A is an unsigned word. EQ and \
                NE only if the one that is not signed is a word",
        differs_in: |operation| {
            compared(operation).is_some_and(|(a, b, equality)| is_misread(a, b, equality))
        },
    },
    FamilyRow {
        id: "lane-bytes",
        rival: Rival::LaneBytes,
        instructions: &["VABSDIFF4"],
        cases: "`VABSDIFF4.ACC`, if A and B differ in sign",
        differs_in: |operation| {
            matches!(operation, Operation::Simd4(Simd { op: LaneOp::Arithmetic { tail: LaneTail::Add, .. }, atype, btype, .. })
                if atype != btype)
        },
    },
];

/// The compared operands, and whether only their equality counts.
const fn compared(operation: &Operation) -> Option<(Source, Source, bool)> {
    match *operation {
        Operation::Arithmetic(Arithmetic { op: ArithmeticOp::Min | ArithmeticOp::Max, a, b, .. }) => {
            Some((a, b, false))
        }
        Operation::Set(Set { a, b, cmp, .. }) => Some((a, b, matches!(cmp, Comparison::Eq | Comparison::Ne))),
        _ => None,
    }
}

/// Whether an operand that is extended to 32 bits and read with the sign of `other` changes a comparison with it.
const fn is_misread(operand: Source, other: Source, equality: bool) -> bool {
    match (operand.ty, other.ty) {
        (Type::S32, Type::U32) => !equality || other.select.is_none(),
        (Type::U32, Type::S32) => operand.select.is_none(),
        (Type::U32, Type::U32) | (Type::S32, Type::S32) => false,
    }
}

const fn tail(operation: &Operation) -> Option<Tail> {
    match operation {
        Operation::Arithmetic(it) => Some(it.tail),
        Operation::Shift(it) => Some(it.tail),
        Operation::Set(it) => Some(it.tail),
        Operation::Simd2(_) | Operation::Simd4(_) | Operation::MultiplyAdd(_) => None,
    }
}

const fn dtype(operation: &Operation) -> Option<Type> {
    match operation {
        Operation::Arithmetic(it) => Some(it.dtype),
        Operation::Shift(it) => Some(it.dtype),
        _ => None,
    }
}

/// Whether the second operation is a comparison.
fn has_extreme(operation: &Operation) -> bool {
    matches!(tail(operation), Some(Tail::Second(SecOp::Min | SecOp::Max)))
}

fn leaves_range_before_extreme(operation: &Operation) -> bool {
    let (range, dtype) = match *operation {
        Operation::Arithmetic(it) if !it.sat => (intermediate(it.op, [values(it.a), values(it.b)]), it.dtype),
        Operation::Shift(it) if !it.sat => (shift(&it), it.dtype),
        _ => return false,
    };
    has_extreme(operation) && !is_within(range, numbers(dtype, 32))
}

/// Any byte can be shifted beyond both ends of a range; a shift to the right goes towards 0 or -1.
fn shift(it: &Shift) -> Range {
    match it.op {
        ShiftOp::Left => [i128::MIN, i128::MAX],
        ShiftOp::Right => values(it.a),
    }
}
