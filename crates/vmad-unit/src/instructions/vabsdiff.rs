//! `VABSDIFF`: `|A - B|`.

use alloc::vec::Vec;

use crate::{
    instructions::{
        about::{About, OPERANDS, OUTPUT, Writes},
        by_operands,
    },
    logic::Logic,
    operand::{A_WIRES, B_WIRES, Operand, operand},
    record::{Record, Stage},
    second_op::Output,
    sign::Sign,
};

/// The mode of a `VABSDIFF`: all its modifiers. An immediate B is [`Selector::H0`](crate::Selector::H0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Mode {
    /// The A operand.
    pub a: Operand,
    /// The B operand.
    pub b: Operand,
    /// The stages after the difference.
    pub output: Output,
}

impl Mode {
    /// Every mode, in groups with the same operands.
    pub(super) fn groups() -> impl Iterator<Item = Vec<Self>> + Send {
        by_operands(|a, b| Output::all().map(|output| Self { a, b, output }).collect())
    }
}

/// The operation in any [`Logic`], before saturation and second operation: PTX ISA, `vabsdiff`.
#[inline(always)]
pub fn operate<L: Logic>(
    logic: &L,
    record: &mut impl Record<L::Any>,
    mode: Mode,
    [a, b]: [&L::Bits<32>; 2],
) -> L::Bits<34> {
    let a = operand(logic, record, A_WIRES, mode.a, a);
    let b = operand(logic, record, B_WIRES, mode.b, b);
    let minus = |x: &L::Bits<33>, y: &L::Bits<33>| {
        let not_y = logic.invert(&logic.sign_extend::<33, 34>(y));
        logic.add(&logic.add(&logic.sign_extend(x), &not_y), &logic.constant(1))
    };
    let difference = minus(&a, &b);
    record.wire(logic, (Stage::Difference, "difference"), &difference, Sign::Signed, "A - B");
    let negative = logic.less(&a, &b);
    record.flag(logic, (Stage::Difference, "negative"), &negative, "A < B");
    let tmp = logic.choose(&negative, &minus(&b, &a), &difference);
    record.wire(logic, (Stage::Difference, "tmp"), &tmp, Sign::Signed, "|A - B|");
    tmp
}

pub(super) const ABOUT: About = About {
    writes: Writes::Register,
    shifts_by_b: false,
    summary: "The absolute difference of A and B.",
    computation: &[OPERANDS, "tmp = |a - b|\n", OUTPUT],
    example: "VABSDIFF.U8.U8.ACC R0, R1.B3, R2.B3, R3",
    inputs: [0x1200_0000, 0xf000_0000, 100],
};
