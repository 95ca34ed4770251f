//! `VADD`: `A + B`, `A - B`, `-A + B` or `A + B + 1`.

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
    source::Source,
};

/// The 2-bit psign field: at most one of a negation and plus-one applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Psign {
    /// `A + B`.
    Add = 0,
    /// `-Rb`: `A - B`.
    SubtractB = 1,
    /// `-Ra`: `-A + B`.
    SubtractA = 2,
    /// `.PO`: `A + B + 1`.
    PlusOne = 3,
}

encoded! { Psign: every Add SubtractB SubtractA PlusOne }

impl Psign {
    /// The operation.
    pub const fn operation(self) -> &'static str {
        ["A + B", "A + ~B + 1", "~A + B + 1", "A + B + 1"][self as usize]
    }
}

/// The mode of a `VADD`: all its modifiers. An immediate B is [`Selector::H0`](crate::Selector::H0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Mode {
    /// The A operand.
    pub a: Operand,
    /// The B operand.
    pub b: Operand,
    /// Negation and plus-one.
    pub psign: Psign,
    /// The stages after the sum.
    pub output: Output,
}

impl Mode {
    /// Every mode, in groups with the same operands.
    pub(super) fn groups() -> impl Iterator<Item = Vec<Self>> + Send {
        by_operands(|a, b| {
            Output::all().flat_map(|output| Psign::ALL.map(|psign| Self { a, b, psign, output })).collect()
        })
    }

    /// Who specifies the computation.
    pub(super) const fn source(self) -> Source {
        match self.psign {
            Psign::Add | Psign::SubtractB => Source::Ptx,
            Psign::SubtractA => Source::NotInPtx {
                lacks: "PTX's vsub subtracts b: ptxas writes -Rb, never -Ra",
                computed: "computed as the minus of VMAD",
            },
            Psign::PlusOne => {
                Source::NotInPtx { lacks: "only vmad has .po", computed: "computed as the plus one of VMAD" }
            }
        }
    }
}

/// The operation in any [`Logic`], before saturation and second operation: PTX ISA, `vadd` and `vsub`.
#[inline(always)]
pub fn operate<L: Logic>(
    logic: &L,
    record: &mut impl Record<L::Any>,
    Mode { a: operand_a, b: operand_b, psign, .. }: Mode,
    [a, b]: [&L::Bits<32>; 2],
) -> L::Bits<34> {
    let a = operand(logic, record, A_WIRES, operand_a, a);
    let b = operand(logic, record, B_WIRES, operand_b, b);
    let (a, b) = (logic.sign_extend::<33, 34>(&a), logic.sign_extend::<33, 34>(&b));
    let (a, a_note) = if psign == Psign::SubtractA { (logic.invert(&a), "~A") } else { (a, "A") };
    let (b, b_note) = if psign == Psign::SubtractB { (logic.invert(&b), "~B") } else { (b, "B") };
    record.wire(logic, (Stage::Add, "A term"), &a, Sign::Signed, a_note);
    record.wire(logic, (Stage::Add, "B term"), &b, Sign::Signed, b_note);
    let carry_in = logic.constant::<1>(i128::from(psign != Psign::Add));
    record.wire(logic, (Stage::Add, "carry in"), &carry_in, Sign::Unsigned, "");
    let tmp = logic.add(&logic.add(&a, &b), &logic.zero_extend(&carry_in));
    record.wire(logic, (Stage::Add, "tmp"), &tmp, Sign::Signed, psign.operation());
    tmp
}

pub(super) const ABOUT: About = About {
    writes: Writes::Register,
    shifts_by_b: false,
    summary: "The sum or the difference of A and B.",
    computation: &[OPERANDS, "tmp = a + b, a - b, -a + b, a + b + 1             # by psign\n", OUTPUT],
    example: "VADD.UD.U8.S8.SAT.ACC R0, R1.B1, -R2.B0, R3",
    inputs: [0xff00, 0x80, 9],
};
