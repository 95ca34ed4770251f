//! Every mode of every instruction.

use vmad_unit::{
    BoolOp, Comparison, Operand, Operation, Output, Psign, Saturate, Scale, SecondOp, Selector, Sign,
    vabsdiff, vabsdiff4, vadd, vmad,
    vmnmx::{self, Extreme},
    vset, vsetp, vshift,
};

use super::spelling::OperandName;

/// Modes of one instruction with the same operands.
#[derive(Clone, Debug)]
pub struct Group {
    /// The mnemonic: `VADD`.
    pub mnemonic: &'static str,
    /// The operands: `U8.B1 S32`, `3210 7654` of `VABSDIFF4`.
    pub operands: String,
    /// The modes.
    pub modes: Vec<Operation>,
}

/// Every mode, by instruction and operands: 4,704 of `VMAD`, 25,088 of `VADD`, 6,272 of `VABSDIFF`, 78,848 of
/// `VABSDIFF4`, 12,544 of `VMNMX`, 12,544 of `VSET`, 9,408 of `VSETP`, 6,272 each of `VSHL` and `VSHR`.
pub fn groups() -> impl Iterator<Item = Group> {
    let lanes = lane_selectors().map(|(a, b)| Group {
        mnemonic: "VABSDIFF4",
        operands: format!("{} {}", a.name(), b.name()),
        modes: vabsdiff4(a, b),
    });
    with_operands("VMAD", vmad)
        .chain(with_operands("VADD", vadd))
        .chain(with_operands("VABSDIFF", vabsdiff))
        .chain(lanes)
        .chain(with_operands("VMNMX", vmnmx))
        .chain(with_operands("VSET", vset))
        .chain(with_operands("VSETP", vsetp))
        .chain(shifts("VSHL", Operation::Vshl))
        .chain(shifts("VSHR", Operation::Vshr))
}

/// The mode with the first selector of each format, or the lanes `3210` and `7654`: other selectors take other parts of the
/// same registers.
pub fn with_first_selectors(mode: Operation) -> Operation {
    match mode {
        Operation::Vabsdiff4(it) => Operation::Vabsdiff4(vabsdiff4::Mode {
            a: vabsdiff4::SelectA::L3210,
            b: vabsdiff4::SelectB::L7654,
            ..it
        }),
        _ => match mode.operands() {
            Some(operands) => mode.with_operands(operands.map(|it| Operand::first(it.format()))),
            None => mode,
        },
    }
}

/// A group of each pair of operands.
fn with_operands(
    mnemonic: &'static str,
    modes: fn(Operand, Operand) -> Vec<Operation>,
) -> impl Iterator<Item = Group> {
    let pairs = Operand::all().flat_map(|a| Operand::all().map(move |b| (a, b)));
    pairs.map(move |(a, b)| {
        let operands = format!("{} {}", OperandName(a), OperandName(b));
        Group { mnemonic, operands, modes: modes(a, b) }
    })
}

/// A group of each operand and selector of the amount.
fn shifts(mnemonic: &'static str, operation: fn(vshift::Mode) -> Operation) -> impl Iterator<Item = Group> {
    let pairs = Operand::all().flat_map(|a| Selector::ALL.map(|b| (a, b)));
    pairs.map(move |(a, b)| {
        let amount = OperandName(Operand { selector: b, sign: Sign::Unsigned });
        Group { mnemonic, operands: format!("{} {amount}", OperandName(a)), modes: shift(a, b, operation) }
    })
}

fn vmad(a: Operand, b: Operand) -> Vec<Operation> {
    let modifiers = Psign::ALL.into_iter().flat_map(|psign| {
        Scale::ALL
            .into_iter()
            .flat_map(move |scale| Saturate::ALL.into_iter().map(move |saturate| (psign, scale, saturate)))
    });
    modifiers.map(|(psign, scale, saturate)| vmad::Mode { a, b, psign, scale, saturate }.into()).collect()
}

fn vadd(a: Operand, b: Operand) -> Vec<Operation> {
    let modes = Output::all()
        .flat_map(|output| vadd::Psign::ALL.map(|psign| Operation::Vadd(vadd::Mode { a, b, psign, output })));
    modes.collect()
}

fn vabsdiff(a: Operand, b: Operand) -> Vec<Operation> {
    Output::all().map(|output| Operation::Vabsdiff(vabsdiff::Mode { a, b, output })).collect()
}

fn vmnmx(a: Operand, b: Operand) -> Vec<Operation> {
    let modes = Output::all().flat_map(|output| {
        Extreme::ALL.map(|extreme| Operation::Vmnmx(vmnmx::Mode { a, b, extreme, output }))
    });
    modes.collect()
}

fn vset(a: Operand, b: Operand) -> Vec<Operation> {
    let modes = SecondOp::ALL.into_iter().flat_map(|second| {
        Comparison::ALL.map(|comparison| Operation::Vset(vset::Mode { a, b, comparison, second }))
    });
    modes.collect()
}

fn vsetp(a: Operand, b: Operand) -> Vec<Operation> {
    let modes = Comparison::ALL.into_iter().flat_map(|comparison| {
        BoolOp::ALL.into_iter().flat_map(move |join| {
            [false, true].map(|negated| Operation::Vsetp(vsetp::Mode { a, b, comparison, join, negated }))
        })
    });
    modes.collect()
}

fn shift(a: Operand, b: Selector, operation: fn(vshift::Mode) -> Operation) -> Vec<Operation> {
    let modes = Output::all()
        .flat_map(|output| [false, true].map(|wrap| operation(vshift::Mode { a, b, wrap, output })));
    modes.collect()
}

fn lane_selectors() -> impl Iterator<Item = (vabsdiff4::SelectA, vabsdiff4::SelectB)> {
    vabsdiff4::SelectA::ALL.into_iter().flat_map(|a| vabsdiff4::SelectB::ALL.map(|b| (a, b)))
}

/// 8 signs, 16 sets of lanes, `.SAT` and `.ACC` on and off.
fn vabsdiff4(a: vabsdiff4::SelectA, b: vabsdiff4::SelectB) -> Vec<Operation> {
    let bit = |number: usize, index: usize| number >> index & 1;
    let mode = |number: usize| vabsdiff4::Mode {
        a,
        a_sign: Sign::ALL[bit(number, 0)],
        b,
        b_sign: Sign::ALL[bit(number, 1)],
        lanes: [2, 3, 4, 5].map(|lane| bit(number, lane) == 1),
        sign: Sign::ALL[bit(number, 6)],
        saturate: Saturate::ALL[bit(number, 7)],
        accumulate: bit(number, 8) == 1,
    };
    (0..512).map(|number| Operation::Vabsdiff4(mode(number))).collect()
}
