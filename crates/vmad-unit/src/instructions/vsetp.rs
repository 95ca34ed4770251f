//! `VSETP`: two predicates from a comparison of A and B and a source predicate.

use alloc::vec::Vec;

use crate::{
    condition::{BoolOp, Comparison, compare},
    instructions::{
        Instruction, Writes,
        about::{About, OPERANDS},
        operand_pairs,
    },
    logic::Logic,
    operand::{Operand, WireNames, operand},
    record::{Record, Stage},
    sign::Sign,
};

/// The mode of a `VSETP`: all its modifiers. An immediate B is [`Selector::H0`](crate::Selector::H0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Mode {
    /// The A operand.
    pub a: Operand,
    /// The B operand.
    pub b: Operand,
    /// The comparison.
    pub comparison: Comparison,
    /// The operation on the comparison and the source predicate.
    pub join: BoolOp,
    /// Whether the source predicate is negated.
    pub negated: bool,
}

/// The computation in any [`Logic`].
///
/// The third input is the source predicate before its negation, in bit 0. Bit 0 of the result is the first destination
/// predicate, `holds op source`; bit 1 is the second, `!holds op source`, as in the PTX ISA's `setp`.
#[inline(always)]
pub fn compute<L: Logic>(
    logic: &L,
    record: &mut impl Record<L::Any>,
    mode: Mode,
    [a, b, c]: [L::Bits<32>; 3],
) -> L::Bits<32> {
    let a = operand(logic, record, WireNames::A, mode.a, &a);
    let b = operand(logic, record, WireNames::B, mode.b, &b);
    let source = logic.field::<32, 1>(&c, 0);
    let (source, note) = if mode.negated { (logic.invert(&source), "negated") } else { (source, "") };
    record.wire(logic, (Stage::Select, "source"), &source, Sign::Unsigned, note);
    let holds = compare(logic, record, mode.comparison, &a, &b);
    let first = mode.join.join(logic, &holds, &source);
    record.wire(logic, (Stage::Join, "first"), &first, Sign::Unsigned, "holds op src");
    let second = mode.join.join(logic, &logic.invert(&holds), &source);
    record.wire(logic, (Stage::Join, "second"), &second, Sign::Unsigned, "!holds op src");
    let both = logic.shift_left(&logic.zero_extend::<1, 2>(&second), 1);
    let both = logic.add(&both, &logic.zero_extend(&first));
    record.wire(logic, (Stage::Join, "result"), &both, Sign::Unsigned, mode.join.name());
    logic.zero_extend(&both)
}

pub(super) enum Vsetp {}

impl Instruction for Vsetp {
    type Mode = Mode;

    const ABOUT: About = About {
        summary: "Two predicates from a comparison of A and B and a source predicate.",
        computation: &[
            OPERANDS,
            "\
holds = a compare b
source = Ps, or !Ps
Pd = holds op source
Pe = !holds op source                             # op: AND, OR, XOR
",
        ],
        example: "VSETP.GT.U8.U32.AND P3, P4, R2.B2, R5, !P1",
        inputs: [0x0012_0000, 3, 0],
    };

    const WRITES: Writes = Writes::Predicates;

    fn groups() -> impl Iterator<Item = Vec<Mode>> + Send {
        operand_pairs().map(|(a, b)| {
            let modes = Comparison::ALL.into_iter().flat_map(|comparison| {
                BoolOp::ALL.into_iter().flat_map(move |join| {
                    [false, true].map(|negated| Mode { a, b, comparison, join, negated })
                })
            });
            modes.collect()
        })
    }

    operands_a_and_b!();
    fn inferred(_: &Mode) -> Option<&'static str> {
        Some("no PTX produces VSETP: the comparison is that of vset, the predicates are those of setp")
    }

    #[inline(always)]
    fn compute<L: Logic>(
        logic: &L,
        record: &mut impl Record<L::Any>,
        mode: Mode,
        inputs: [L::Bits<32>; 3],
    ) -> L::Bits<32> {
        compute(logic, record, mode, inputs)
    }
}
