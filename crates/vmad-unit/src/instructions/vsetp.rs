//! `VSETP`: two predicates from a comparison of A and B and a source predicate.

use alloc::vec::Vec;

use crate::{
    condition::{BoolOp, Comparison, compare},
    instructions::{
        about::{About, OPERANDS, Writes},
        by_operands,
    },
    logic::Logic,
    operand::{A_WIRES, B_WIRES, Operand, operand},
    record::{Record, Stage},
    sign::Sign,
    source::Source,
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

impl Mode {
    /// Every mode, in groups with the same operands.
    pub(super) fn groups() -> impl Iterator<Item = Vec<Self>> + Send {
        by_operands(|a, b| {
            let joins =
                Comparison::ALL.into_iter().flat_map(|comparison| BoolOp::ALL.map(|join| (comparison, join)));
            let negations =
                |(comparison, join)| [false, true].map(|negated| Self { a, b, comparison, join, negated });
            joins.flat_map(negations).collect()
        })
    }
}

/// Who specifies the computation.
pub(super) const SOURCE: Source = Source::NotInPtx {
    lacks: "no PTX video instruction writes predicates",
    computed: "the comparison is that of vset, the predicates are those of setp",
};

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
    let a = operand(logic, record, A_WIRES, mode.a, &a);
    let b = operand(logic, record, B_WIRES, mode.b, &b);
    let source = source(logic, record, mode, &c);
    let holds = compare(logic, record, mode.comparison, &a, &b);
    join(logic, record, mode, &holds, &source)
}

/// The source predicate after its negation, from the third input of [`compute`].
#[inline(always)]
pub fn source<L: Logic>(
    logic: &L,
    record: &mut impl Record<L::Any>,
    mode: Mode,
    c: &L::Bits<32>,
) -> L::Bits<1> {
    let source = logic.field::<32, 1>(c, 0);
    let (source, note) = if mode.negated { (logic.invert(&source), "negated") } else { (source, "") };
    record.wire(logic, (Stage::Select, "source"), &source, Sign::Unsigned, note);
    source
}

/// The result, from the comparison and the source predicate.
#[inline(always)]
pub fn join<L: Logic>(
    logic: &L,
    record: &mut impl Record<L::Any>,
    mode: Mode,
    holds: &L::Bits<1>,
    source: &L::Bits<1>,
) -> L::Bits<32> {
    let first = mode.join.join(logic, holds, source);
    record.wire(logic, (Stage::Join, "first"), &first, Sign::Unsigned, "holds op src");
    let second = mode.join.join(logic, &logic.invert(holds), source);
    record.wire(logic, (Stage::Join, "second"), &second, Sign::Unsigned, "!holds op src");
    let both = logic.shift_left(&logic.zero_extend::<1, 2>(&second), 1);
    let both = logic.add(&both, &logic.zero_extend(&first));
    record.wire(logic, (Stage::Join, "result"), &both, Sign::Unsigned, mode.join.name());
    logic.zero_extend(&both)
}

pub(super) const ABOUT: About = About {
    writes: Writes::Predicates,
    shifts_by_b: false,
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
