//! `VSHL` and `VSHR`: A shifted by B.

use alloc::vec::Vec;

use crate::{
    instructions::{
        Instruction,
        about::{AMOUNT, About, OPERANDS, OUTPUT},
    },
    logic::Logic,
    operand::{Operand, Selector, WireNames, operand},
    record::{Record, Stage},
    saturate::Saturate,
    second_op::Output,
    sign::Sign,
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
    /// The B operand: the amount, unsigned.
    pub const fn amount(&self) -> Operand {
        Operand { selector: self.b, sign: Sign::Unsigned }
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
    let a = operand(logic, record, WireNames::A, mode.a, a);
    let b = operand(logic, record, WireNames::B, mode.amount(), b);
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

pub(super) enum Vshl {}

pub(super) enum Vshr {}

/// Describes one of the two.
macro_rules! shift {
    ($kind:ident: $shift:ident, $summary:literal, $line:literal, $example:literal, $inputs:expr, |$mode:ident| $inferred:expr) => {
        impl Instruction for $kind {
            type Mode = Mode;

            const ABOUT: About = About {
                summary: $summary,
                computation: &[OPERANDS, AMOUNT, $line, OUTPUT],
                example: $example,
                inputs: $inputs,
            };

            const SHIFTS_BY_B: bool = true;

            fn groups() -> impl Iterator<Item = Vec<Mode>> + Send {
                let pairs = Operand::all().flat_map(|a| Selector::ALL.map(|b| (a, b)));
                pairs.map(|(a, b)| {
                    let of_output = |output| [false, true].map(|wrap| Mode { a, b, wrap, output });
                    Output::all().flat_map(of_output).collect()
                })
            }

            fn operands(mode: &Mode) -> Option<[Operand; 2]> {
                Some([mode.a, mode.amount()])
            }

            fn set_operands(mode: &mut Mode, [a, b]: [Operand; 2]) {
                (mode.a, mode.b) = (a, b.selector);
            }

            fn inferred($mode: &Mode) -> Option<&'static str> {
                $inferred
            }

            output_stage!($shift);
        }
    };
}

shift! {
    Vshl: left, "A shifted left by B.",
    "tmp = (a << amount)[33:0]\n",
    "VSHL.U8.U32.SAT R0, R1.B1, R2, R3", [0xff00, 25, 0],
    |mode| (mode.output.saturate == Saturate::On)
        .then_some("the PTX ISA has 34 bits and shifts by up to 32: the bits above bit 33 are lost")
}

shift! {
    Vshr: right, "A shifted right by B.",
    "tmp = a >> amount                                 # fills with the sign of A\n",
    "VSHR.S32.U32.W.MRG_16H R0, R1, R2, R3", [0x8000_0000, 0x24, 0x1234],
    |mode| (mode.a.sign != mode.output.sign)
        .then_some("the PTX ISA does not say which sign makes a shift signed: the sign of A does")
}
