//! `VMNMX`: the minimum or the maximum of A and B.

use alloc::vec::Vec;

use crate::{
    encoded::encoded,
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

/// The 1-bit field that selects the operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Extreme {
    /// `.MN`, which nvdisasm does not print.
    Minimum = 0,
    /// `.MX`.
    Maximum = 1,
}

encoded! { Extreme: every Minimum Maximum }

/// The mode of a `VMNMX`: all its modifiers. An immediate B is [`Selector::H0`](crate::Selector::H0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Mode {
    /// The A operand.
    pub a: Operand,
    /// The B operand.
    pub b: Operand,
    /// Minimum or maximum.
    pub extreme: Extreme,
    /// The stages after the selection.
    pub output: Output,
}

impl Mode {
    /// Every mode, in groups with the same operands.
    pub(super) fn groups() -> impl Iterator<Item = Vec<Self>> + Send {
        by_operands(|a, b| {
            Output::all()
                .flat_map(|output| Extreme::ALL.map(|extreme| Self { a, b, extreme, output }))
                .collect()
        })
    }
}

/// The operation in any [`Logic`], before saturation and second operation: PTX ISA, `vmin` and `vmax`. A and B are
/// compared as numbers, each with its own sign.
#[inline(always)]
pub fn operate<L: Logic>(
    logic: &L,
    record: &mut impl Record<L::Any>,
    mode: Mode,
    [a, b]: [&L::Bits<32>; 2],
) -> L::Bits<34> {
    let a = operand(logic, record, A_WIRES, mode.a, a);
    let b = operand(logic, record, B_WIRES, mode.b, b);
    let less = logic.less(&a, &b);
    record.flag(logic, (Stage::Compare, "less"), &less, "A < B");
    let (tmp, note) = match mode.extreme {
        Extreme::Minimum => (logic.choose(&less, &a, &b), "min(A, B)"),
        Extreme::Maximum => (logic.choose(&less, &b, &a), "max(A, B)"),
    };
    let tmp = logic.sign_extend(&tmp);
    record.wire(logic, (Stage::Compare, "tmp"), &tmp, Sign::Signed, note);
    tmp
}

pub(super) const ABOUT: About = About {
    writes: Writes::Register,
    shifts_by_b: false,
    summary: "The minimum or the maximum of A and B.",
    computation: &[OPERANDS, "tmp = MX ? max(a, b) : min(a, b)\n", OUTPUT],
    example: "VMNMX.U8.S16.MX.SAT.MRG_8B0 R0, R1.B2, -5, R3",
    inputs: [0x00ff_0000, 0, 0x1122_3344],
};
