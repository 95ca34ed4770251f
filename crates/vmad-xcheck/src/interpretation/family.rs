//! Where each other reading of the PTX ISA differs from the default, for the other video instructions.

use vmad_ptx::{
    ast::{Comparison, Operation, SecOp, Set, Shift, ShiftOp, Tail, Type},
    reading::{AMBIGUITIES, Ambiguity},
};

use crate::bounds::{Range, intermediate, is_within, numbers, values};

/// The operations in which a reading differs from the default for some inputs.
#[derive(Clone, Copy, Debug)]
pub struct FamilyRow {
    /// The identifier of the [ambiguity](vmad_ptx::reading::AMBIGUITIES), whose second reading it is.
    pub id: &'static str,
    /// The mnemonics of the instructions that it is about.
    pub instructions: &'static [&'static str],
    /// The operations, in words.
    pub cases: &'static str,
    /// Whether it differs in an operation for some inputs. In the others it is equal for all inputs.
    pub differs_in: fn(&Operation) -> bool,
}

impl FamilyRow {
    /// The ambiguity.
    pub fn ambiguity(&self) -> Option<&'static Ambiguity> {
        AMBIGUITIES.iter().find(|it| it.id == self.id)
    }
}

/// The instructions with a second operation.
const SECOND: &[&str] = &["VADD", "VABSDIFF", "VMNMX", "VSET", "VSHL", "VSHR"];
/// Those of them with a sign of the result.
const WITH_DTYPE: &[&str] = &["VADD", "VABSDIFF", "VMNMX", "VSHL", "VSHR"];

/// The rows, in the order of the table of ambiguities.
pub const FAMILY_ROWS: [FamilyRow; 8] = [
    FamilyRow {
        id: "D5",
        instructions: WITH_DTYPE,
        cases: "`.min` and `.max` without `.sat`, if the result can be outside the range of dtype",
        differs_in: leaves_range_before_extreme,
    },
    FamilyRow { id: "P1", instructions: WITH_DTYPE, cases: "as D5", differs_in: leaves_range_before_extreme },
    FamilyRow {
        id: "P2",
        instructions: WITH_DTYPE,
        cases: "`.min` and `.max` with an unsigned dtype",
        differs_in: |operation| has_extreme(operation) && dtype(operation) == Some(Type::U32),
    },
    FamilyRow {
        id: "P3",
        instructions: &["VSET"],
        cases: "`vset` with `.min` or `.max`",
        differs_in: |operation| has_extreme(operation) && matches!(operation, Operation::Set(_)),
    },
    FamilyRow {
        id: "P4",
        instructions: SECOND,
        cases: "`.add`, `.min` and `.max`",
        differs_in: |operation| matches!(tail(operation), Some(Tail::Second(_))),
    },
    FamilyRow {
        id: "P5",
        instructions: &["VSHL"],
        cases: "`vshl.sat`",
        differs_in: |operation| {
            matches!(operation, Operation::Shift(Shift { op: ShiftOp::Left, sat: true, .. }))
        },
    },
    FamilyRow {
        id: "P6",
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
        instructions: &["VSET"],
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
