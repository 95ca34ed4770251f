//! `VSET`: 1 if a comparison of A and B holds, else 0.

use alloc::vec::Vec;

use crate::{
    condition::{Comparison, compare},
    instructions::{
        about::{About, OPERANDS, Writes},
        by_operands,
    },
    logic::Logic,
    operand::{A_WIRES, B_WIRES, Operand, operand},
    record::{Record, Stage},
    saturate::Saturate,
    second_op::{Output, SecondOp},
    sign::Sign,
    source::Source,
};

/// The mode of a `VSET`: all its modifiers. An immediate B is [`Selector::H0`](crate::Selector::H0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Mode {
    /// The A operand.
    pub a: Operand,
    /// The B operand.
    pub b: Operand,
    /// The comparison.
    pub comparison: Comparison,
    /// The second operation, or the merge.
    pub second: SecondOp,
}

impl Mode {
    /// Every mode, in groups with the same operands.
    pub(super) fn groups() -> impl Iterator<Item = Vec<Self>> + Send {
        by_operands(|a, b| {
            let of_second = |second| Comparison::ALL.map(|comparison| Self { a, b, comparison, second });
            SecondOp::ALL.into_iter().flat_map(of_second).collect()
        })
    }

    /// "The intermediate result of the comparison is always unsigned, and therefore destination d and operand c are
    /// also unsigned." Nothing is clamped.
    pub(super) const fn output(self) -> Output {
        Output { sign: Sign::Unsigned, saturate: Saturate::Off, second: self.second }
    }

    /// Who specifies the computation.
    pub(super) const fn source(self) -> Source {
        match self.comparison {
            Comparison::F | Comparison::T => Source::NotInPtx {
                lacks: "PTX's vset has no comparison that is always false or always true",
                computed: "computed as 0 and as 1",
            },
            Comparison::Lt
            | Comparison::Eq
            | Comparison::Le
            | Comparison::Gt
            | Comparison::Ne
            | Comparison::Ge => Source::Ptx,
        }
    }
}

/// The operation in any [`Logic`], before the second operation: PTX ISA, `vset`.
#[inline(always)]
pub fn operate<L: Logic>(
    logic: &L,
    record: &mut impl Record<L::Any>,
    mode: Mode,
    [a, b]: [&L::Bits<32>; 2],
) -> L::Bits<34> {
    let a = operand(logic, record, A_WIRES, mode.a, a);
    let b = operand(logic, record, B_WIRES, mode.b, b);
    let tmp = logic.zero_extend(&compare(logic, record, mode.comparison, &a, &b));
    record.wire(logic, (Stage::Compare, "tmp"), &tmp, Sign::Signed, "");
    tmp
}

pub(super) const ABOUT: About = About {
    writes: Writes::Register,
    shifts_by_b: false,
    summary: "1 if a comparison of A and B is true, else 0.",
    computation: &[
        OPERANDS,
        "\
tmp = a compare b ? 1 : 0
Rd = secop(tmp, Rc)                               # none: tmp
",
    ],
    example: "VSET.LT.U16.S8.ACC R0, R1, R2.B3, R3",
    inputs: [3, 0x8000_0000, 7],
};
