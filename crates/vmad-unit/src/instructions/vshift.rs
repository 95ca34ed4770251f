//! `VSHL` and `VSHR`: A shifted by B.

use alloc::vec::Vec;

use crate::{
    instructions::{
        about::{AMOUNT, About, OPERANDS, OUTPUT, Writes},
        by_operands,
    },
    logic::Logic,
    operand::{A_WIRES, B_WIRES, Operand, Selector, operand},
    record::{Record, Stage},
    saturate::Saturate,
    second_op::Output,
    sign::Sign,
    source::Source,
};

/// The mode of a `VSHL` or a `VSHR`: all its modifiers. An immediate B is [`Selector::H0`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Mode {
    /// The A operand.
    pub a: Operand,
    /// The field of B that is the amount; it is unsigned.
    pub b: Selector,
    /// `.W`: the amount is B modulo 32; without it, an amount above 32 is 32.
    pub wrap: bool,
    /// The stages after the shift.
    pub output: Output,
}

impl Mode {
    /// Every mode, in groups with the same operands.
    pub(super) fn groups() -> impl Iterator<Item = Vec<Self>> + Send {
        by_operands(|a, b| {
            let outputs = Output::all().filter(|_| b.sign == Sign::Unsigned);
            outputs
                .flat_map(|output| [false, true].map(|wrap| Self { a, b: b.selector, wrap, output }))
                .collect()
        })
    }

    /// The B operand: the amount, unsigned.
    pub const fn amount(&self) -> Operand {
        Operand { selector: self.b, sign: Sign::Unsigned }
    }

    /// Who specifies the computation of `VSHL`.
    pub(super) const fn left_source(self) -> Source {
        match self.output.saturate {
            Saturate::Off => Source::Ptx,
            Saturate::On => Source::Inferred(
                "the PTX ISA has 34 bits and shifts by up to 32: the bits above bit 33 are lost",
            ),
        }
    }

    /// Who specifies the computation of `VSHR`.
    pub(super) const fn right_source(self) -> Source {
        match (self.a.sign, self.output.sign) {
            (Sign::Unsigned, Sign::Unsigned) | (Sign::Signed, Sign::Signed) => Source::Ptx,
            (Sign::Unsigned, Sign::Signed) | (Sign::Signed, Sign::Unsigned) => Source::Inferred(
                "the PTX ISA does not say which sign makes a shift signed: the sign of A does",
            ),
        }
    }
}

/// `VSHL` in any [`Logic`]: PTX ISA, `vshl`, with the 34 bits that the PTX ISA declares.
#[inline(always)]
pub fn left<L: Logic>(
    logic: &L,
    record: &mut impl Record<L::Any>,
    mode: Mode,
    inputs: [&L::Bits<32>; 2],
) -> L::Bits<34> {
    shift(logic, record, mode, inputs, "A << amount", |x, amount| logic.shift_left_by(x, amount))
}

/// `VSHR` in any [`Logic`]: PTX ISA, `vshr`. It fills with the sign of A.
#[inline(always)]
pub fn right<L: Logic>(
    logic: &L,
    record: &mut impl Record<L::Any>,
    mode: Mode,
    inputs: [&L::Bits<32>; 2],
) -> L::Bits<34> {
    shift(logic, record, mode, inputs, "A >> amount", |x, amount| logic.shift_right_sign_by(x, amount))
}

#[inline(always)]
fn shift<L: Logic>(
    logic: &L,
    record: &mut impl Record<L::Any>,
    mode: Mode,
    [a, b]: [&L::Bits<32>; 2],
    note: &'static str,
    by: impl Fn(&L::Bits<34>, &L::Bits<6>) -> L::Bits<34>,
) -> L::Bits<34> {
    let a = operand(logic, record, A_WIRES, mode.a, a);
    let b = operand(logic, record, B_WIRES, mode.amount(), b);
    let amount = if mode.wrap {
        logic.zero_extend::<5, 6>(&logic.field(&b, 0))
    } else {
        let most = logic.constant(32);
        logic.field(&logic.choose(&logic.less(&most, &b), &most, &b), 0)
    };
    let amount_note = if mode.wrap { "B mod 32" } else { "min(B, 32)" };
    record.wire(logic, (Stage::ShiftByB, "amount"), &amount, Sign::Unsigned, amount_note);
    let tmp = by(&logic.sign_extend(&a), &amount);
    record.wire(logic, (Stage::ShiftByB, "tmp"), &tmp, Sign::Signed, note);
    tmp
}

pub(super) const LEFT: About = About {
    writes: Writes::Register,
    shifts_by_b: true,
    summary: "A shifted left by B.",
    computation: &[OPERANDS, AMOUNT, "tmp = (a << amount)[33:0]\n", OUTPUT],
    example: "VSHL.U8.U32.SAT R0, R1.B1, R2, R3",
    inputs: [0xff00, 25, 0],
};

pub(super) const RIGHT: About = About {
    writes: Writes::Register,
    shifts_by_b: true,
    summary: "A shifted right by B.",
    computation: &[
        OPERANDS,
        AMOUNT,
        "tmp = a >> amount                                 # fills with the sign of A\n",
        OUTPUT,
    ],
    example: "VSHR.S32.U32.W.MRG_16H R0, R1, R2, R3",
    inputs: [0x8000_0000, 0x24, 0x1234],
};
