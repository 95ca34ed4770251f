//! The mode of the instruction that ptxas emits for a PTX instruction.

use vmad_ptx::ast::{
    Arithmetic, ArithmeticOp, LaneArithmetic, LaneOp, LaneSelect, LaneTail, Operation as Ptx, SecOp, Select,
    Set, Shift, ShiftMode, ShiftOp, Simd, Tail, Type,
};
use vmad_unit::{
    Comparison, Operation, Output, Saturate, SecondOp, Sign, vabsdiff,
    vabsdiff4::{self, SelectA, SelectB},
    vadd,
    vmnmx::{self, Extreme},
    vset, vshift,
};

use crate::meaning::spelling::{mode_of, operand, sign};

/// The mode of the instruction that ptxas emits for a PTX operation, on an architecture that has it; [`None`] if it
/// emits other instructions on all. The unsigned comparisons of `vset` become `.LT`.
pub fn emitted_mode(ptx: &Ptx) -> Option<Operation> {
    Some(match ptx {
        Ptx::MultiplyAdd(it) => Operation::Vmad(mode_of(it)),
        Ptx::Arithmetic(it) => arithmetic(it),
        Ptx::Shift(it) => shift(it),
        Ptx::Set(it) => set(*it),
        Ptx::Simd4(it) => Operation::Vabsdiff4(simd4(it)?),
        Ptx::Simd2(_) => return None,
    })
}

fn arithmetic(&Arithmetic { op, dtype, a, b, sat, tail }: &Arithmetic) -> Operation {
    let (a, b, output) = (operand(a), operand(b), output(dtype, sat, tail));
    let vadd = |psign| Operation::Vadd(vadd::Mode { a, b, psign, output });
    let vmnmx = |extreme| Operation::Vmnmx(vmnmx::Mode { a, b, extreme, output });
    match op {
        ArithmeticOp::Add => vadd(vadd::Psign::Add),
        ArithmeticOp::Sub => vadd(vadd::Psign::SubtractB),
        ArithmeticOp::AbsDiff => Operation::Vabsdiff(vabsdiff::Mode { a, b, output }),
        ArithmeticOp::Min => vmnmx(Extreme::Minimum),
        ArithmeticOp::Max => vmnmx(Extreme::Maximum),
    }
}

fn shift(&Shift { op, dtype, a, bsel, sat, mode, tail }: &Shift) -> Operation {
    let b = operand(vmad_ptx::ast::Source { ty: Type::U32, select: bsel }).selector;
    let wrap = mode == ShiftMode::Wrap;
    let mode = vshift::Mode { a: operand(a), b, wrap, output: output(dtype, sat, tail) };
    match op {
        ShiftOp::Left => Operation::Vshl(mode),
        ShiftOp::Right => Operation::Vshr(mode),
    }
}

fn set(Set { a, b, cmp, tail }: Set) -> Operation {
    // The comparison of the same name. SASS has no unsigned comparisons: these become `.LT`.
    let comparison =
        Comparison::ALL.into_iter().find(|comparison| comparison.name().eq_ignore_ascii_case(cmp.text()));
    let comparison = comparison.unwrap_or(Comparison::Lt);
    Operation::Vset(vset::Mode { a: operand(a), b: operand(b), comparison, second: second_op(tail) })
}

/// [`None`] also if the word cannot encode the selectors.
fn simd4(it: &Simd<4>) -> Option<vabsdiff4::Mode> {
    let LaneOp::Arithmetic { op: LaneArithmetic::AbsDiff, dtype, tail } = it.op else {
        return None;
    };
    let saturates = tail == LaneTail::Merge { sat: true };
    Some(vabsdiff4::Mode {
        a: SelectA::ALL.into_iter().find(|a| LaneSelect::new(a.bytes()) == Some(it.asel))?,
        a_sign: sign(it.atype),
        b: SelectB::ALL.into_iter().find(|b| LaneSelect::new(b.bytes()) == Some(it.bsel))?,
        b_sign: sign(it.btype),
        lanes: [0, 1, 2, 3].map(|lane| it.mask.has(lane)),
        sign: sign(dtype),
        saturate: if saturates { Saturate::On } else { Saturate::Off },
        accumulate: tail == LaneTail::Add,
    })
}

/// Whether ptxas emits a mode of `VABSDIFF4` for Maxwell and Pascal: for the others it emits other instructions there.
pub fn is_plain(vabsdiff4::Mode { a, b, lanes, sign, saturate, .. }: vabsdiff4::Mode) -> bool {
    (a, b, lanes, sign, saturate)
        == (SelectA::L3210, SelectB::L7654, [true; 4], Sign::Unsigned, Saturate::Off)
}

const fn output(dtype: Type, sat: bool, tail: Tail) -> Output {
    let saturate = if sat { Saturate::On } else { Saturate::Off };
    Output { sign: sign(dtype), saturate, second: second_op(tail) }
}

const fn second_op(tail: Tail) -> SecondOp {
    match tail {
        Tail::None | Tail::Unused => SecondOp::None,
        Tail::Second(SecOp::Add) => SecondOp::Acc,
        Tail::Second(SecOp::Min) => SecondOp::Min,
        Tail::Second(SecOp::Max) => SecondOp::Max,
        Tail::Merge(Select::B0 | Select::B1 | Select::B3) => SecondOp::Mrg8B0,
        Tail::Merge(Select::B2) => SecondOp::Mrg8B2,
        Tail::Merge(Select::H0) => SecondOp::Mrg16L,
        Tail::Merge(Select::H1) => SecondOp::Mrg16H,
    }
}

/// The selectors of the `PRMT` that merges into byte 1 or 3: byte 4 is the result.
pub fn permutation(ptx: &Ptx) -> Option<u16> {
    match ptx.tail()? {
        Tail::Merge(Select::B1) => Some(0x3240),
        Tail::Merge(Select::B3) => Some(0x4210),
        _ => None,
    }
}
