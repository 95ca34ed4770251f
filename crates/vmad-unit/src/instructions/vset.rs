//! `VSET`: 1 if a comparison of A and B holds, else 0.

use alloc::vec::Vec;

use crate::{
    condition::{Comparison, compare},
    instructions::{
        Instruction,
        about::{About, OPERANDS},
        operand_pairs,
    },
    logic::Logic,
    operand::{Operand, WireNames, operand},
    record::{Record, Stage},
    saturate::Saturate,
    second_op::{Output, SecondOp, second_operation},
    sign::Sign,
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

/// The operation in any [`Logic`], before the second operation: PTX ISA, `vset`.
#[inline(always)]
pub fn operate<L: Logic>(
    logic: &L,
    record: &mut impl Record<L::Any>,
    mode: Mode,
    [a, b]: [&L::Bits<32>; 2],
) -> L::Bits<34> {
    let a = operand(logic, record, WireNames::A, mode.a, a);
    let b = operand(logic, record, WireNames::B, mode.b, b);
    let tmp = logic.zero_extend(&compare(logic, record, mode.comparison, &a, &b));
    record.wire(logic, (Stage::Compare, "tmp"), &tmp, Sign::Signed, "");
    tmp
}

pub(super) enum Vset {}

impl Instruction for Vset {
    type Mode = Mode;

    const ABOUT: About = About {
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

    fn groups() -> impl Iterator<Item = Vec<Mode>> + Send {
        operand_pairs().map(|(a, b)| {
            let modes = SecondOp::ALL
                .into_iter()
                .flat_map(|second| Comparison::ALL.map(|comparison| Mode { a, b, comparison, second }));
            modes.collect()
        })
    }

    operands_a_and_b!();
    /// "The intermediate result of the comparison is always unsigned, and therefore destination d and operand c are
    /// also unsigned." Nothing is clamped.
    fn output(mode: &Mode) -> Option<Output> {
        Some(Output { sign: Sign::Unsigned, saturate: Saturate::Off, second: mode.second })
    }

    fn inferred(mode: &Mode) -> Option<&'static str> {
        match mode.comparison {
            Comparison::F | Comparison::T => {
                Some("ptxas emits no VSET.F or VSET.T: computed as never and always")
            }
            _ => None,
        }
    }

    #[inline(always)]
    fn compute<L: Logic>(
        logic: &L,
        record: &mut impl Record<L::Any>,
        mode: Mode,
        [a, b, c]: [L::Bits<32>; 3],
    ) -> L::Bits<32> {
        let tmp = operate(logic, record, mode, [&a, &b]);
        second_operation(logic, record, (Sign::Unsigned, mode.second), (&tmp, "tmp[31:0]"), &c)
    }
}
