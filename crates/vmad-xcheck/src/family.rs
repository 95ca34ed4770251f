//! The PTX instruction that ptxas makes into an instruction of the scalar family.

use vmad_ptx::ast::{
    Arithmetic, ArithmeticOp, Comparison as PtxComparison, Operation as PtxOperation, SecOp, Select, Set,
    Shift, ShiftMode, ShiftOp, Tail, Type,
};
use vmad_unit::{Comparison, Operation, Output, Saturate, SecondOp, Sign, vadd, vmnmx::Extreme, vshift};

use crate::spelling::{multiply_add, select, source};

/// The PTX operation with an operation's modifiers; [`None`] if no PTX instruction has them.
pub fn ptx(operation: &Operation) -> Option<PtxOperation> {
    let arithmetic = |op, a, b, output: Output| {
        let sat = output.saturate == Saturate::On;
        let (a, b, tail) = (source(a), source(b), tail(output.second));
        PtxOperation::Arithmetic(Arithmetic { op, dtype: ty(output.sign), a, b, sat, tail })
    };
    Some(match *operation {
        Operation::Vmad(mode) => PtxOperation::MultiplyAdd(multiply_add(mode)),
        Operation::Vadd(it) => {
            let op = match it.psign {
                vadd::Psign::Add => ArithmeticOp::Add,
                vadd::Psign::SubtractB => ArithmeticOp::Sub,
                vadd::Psign::SubtractA | vadd::Psign::PlusOne => return None,
            };
            arithmetic(op, it.a, it.b, it.output)
        }
        Operation::Vabsdiff(it) => arithmetic(ArithmeticOp::AbsDiff, it.a, it.b, it.output),
        Operation::Vmnmx(it) => {
            let op = match it.extreme {
                Extreme::Minimum => ArithmeticOp::Min,
                Extreme::Maximum => ArithmeticOp::Max,
            };
            arithmetic(op, it.a, it.b, it.output)
        }
        Operation::Vset(it) => {
            let cmp = comparison(it.comparison)?;
            PtxOperation::Set(Set { a: source(it.a), b: source(it.b), cmp, tail: tail(it.second) })
        }
        Operation::Vsetp(_) => return None,
        Operation::Vshl(it) => shift(ShiftOp::Left, it),
        Operation::Vshr(it) => shift(ShiftOp::Right, it),
    })
}

const fn ty(sign: Sign) -> Type {
    match sign {
        Sign::Unsigned => Type::U32,
        Sign::Signed => Type::S32,
    }
}

const fn tail(second: SecondOp) -> Tail {
    match second {
        SecondOp::Mrg16H => Tail::Merge(Select::H1),
        SecondOp::Mrg16L => Tail::Merge(Select::H0),
        SecondOp::Mrg8B0 => Tail::Merge(Select::B0),
        SecondOp::Mrg8B2 => Tail::Merge(Select::B2),
        SecondOp::Acc => Tail::Second(SecOp::Add),
        SecondOp::Min => Tail::Second(SecOp::Min),
        SecondOp::Max => Tail::Second(SecOp::Max),
        SecondOp::None => Tail::None,
    }
}

const fn comparison(comparison: Comparison) -> Option<PtxComparison> {
    Some(match comparison {
        Comparison::Lt => PtxComparison::Lt,
        Comparison::Eq => PtxComparison::Eq,
        Comparison::Le => PtxComparison::Le,
        Comparison::Gt => PtxComparison::Gt,
        Comparison::Ne => PtxComparison::Ne,
        Comparison::Ge => PtxComparison::Ge,
        Comparison::F | Comparison::T => return None,
    })
}

fn shift(op: ShiftOp, vshift::Mode { a, b, wrap, output }: vshift::Mode) -> PtxOperation {
    let mode = if wrap { ShiftMode::Wrap } else { ShiftMode::Clamp };
    PtxOperation::Shift(Shift {
        op,
        dtype: ty(output.sign),
        a: source(a),
        bsel: select(b),
        sat: output.saturate == Saturate::On,
        mode,
        tail: tail(output.second),
    })
}
