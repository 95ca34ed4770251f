//! Where each other reading of the PTX ISA differs from the default, for the other video instructions.

use vmad_ptx::ast::{
    Arithmetic, ArithmeticOp, Comparison, Operation, SecOp, Select, Set, Shift, ShiftOp, Source, Tail, Type,
};

/// The operations in which a reading differs from the default for some inputs.
#[derive(Clone, Copy, Debug)]
pub struct FamilyRow {
    /// The identifier of the [ambiguity](vmad_ptx::reading::AMBIGUITIES), whose second reading it is.
    pub id: &'static str,
    /// The operations, in words.
    pub cases: &'static str,
    /// Whether it differs in an operation for some inputs. In the others it is equal for all inputs.
    pub differs_in: fn(&Operation) -> bool,
}

/// The rows, in the order of the table of ambiguities.
pub const FAMILY_ROWS: [FamilyRow; 8] = [
    FamilyRow {
        id: "D5",
        cases: "`.min` and `.max` without `.sat`, if the result can be outside the range of dtype",
        differs_in: leaves_range_before_extreme,
    },
    FamilyRow { id: "P1", cases: "as D5", differs_in: leaves_range_before_extreme },
    FamilyRow {
        id: "P2",
        cases: "`.min` and `.max` with an unsigned dtype",
        differs_in: |operation| has_extreme(operation) && dtype(operation) == Some(Type::U32),
    },
    FamilyRow {
        id: "P3",
        cases: "`vset` with `.min` or `.max`",
        differs_in: |operation| has_extreme(operation) && matches!(operation, Operation::Set(_)),
    },
    FamilyRow {
        id: "P4",
        cases: "`.add`, `.min` and `.max`",
        differs_in: |operation| matches!(tail(operation), Some(Tail::Second(_))),
    },
    FamilyRow {
        id: "P5",
        cases: "`vshl.sat`",
        differs_in: |operation| {
            matches!(operation, Operation::Shift(Shift { op: ShiftOp::Left, sat: true, .. }))
        },
    },
    FamilyRow {
        id: "P6",
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
        cases: "`.ls`, `.hi` and `.hs`, and `.lo` if a is signed",
        differs_in: |operation| match operation {
            Operation::Set(Set { cmp: Comparison::Ls | Comparison::Hi | Comparison::Hs, .. }) => true,
            Operation::Set(Set { cmp: Comparison::Lo, a, .. }) => a.ty.is_signed(),
            _ => false,
        },
    },
];

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
        Operation::Arithmetic(it) if !it.sat => (arithmetic(&it), it.dtype),
        Operation::Shift(it) if !it.sat => (shift(&it), it.dtype),
        _ => return false,
    };
    let legal = match dtype {
        Type::U32 => [0, i64::from(u32::MAX)],
        Type::S32 => [i64::from(i32::MIN), i64::from(i32::MAX)],
    };
    has_extreme(operation) && (range[0] < legal[0] || legal[1] < range[1])
}

/// The smallest and the largest value of an operand.
fn source(source: Source) -> [i64; 2] {
    let bits = source.select.map_or(32, Select::width);
    match source.ty {
        Type::U32 => [0, (1 << bits) - 1],
        Type::S32 => [-(1 << (bits - 1)), (1 << (bits - 1)) - 1],
    }
}

/// The smallest and the largest result before the second operation.
fn arithmetic(it: &Arithmetic) -> [i64; 2] {
    let ([a_min, a_max], [b_min, b_max]) = (source(it.a), source(it.b));
    match it.op {
        ArithmeticOp::Add => [a_min + b_min, a_max + b_max],
        ArithmeticOp::Sub => [a_min - b_max, a_max - b_min],
        // No operand's range ends below the other's start, so that 0 is a difference.
        ArithmeticOp::AbsDiff => [0, (a_max - b_min).max(b_max - a_min)],
        ArithmeticOp::Min => [a_min.min(b_min), a_max.min(b_max)],
        ArithmeticOp::Max => [a_min.max(b_min), a_max.max(b_max)],
    }
}

/// Any byte can be shifted beyond both ends of a range; a shift to the right goes towards 0 or -1.
fn shift(it: &Shift) -> [i64; 2] {
    match it.op {
        ShiftOp::Left => [i64::MIN, i64::MAX],
        ShiftOp::Right => source(it.a),
    }
}
