//! A mode of `VMAD` as SASS and as PTX write it.

use vmad_ptx::ast::{Accumulate, Factor, MultiplyAdd, Operation, Scale as PtxScale, Select, Source, Type};
use vmad_unit::{Operand, Psign, Saturate, Scale, Selector, Sign, vmad::Mode};

/// The four operations of PTX with a mode: both `dtype`s, which must not matter, and both spellings of its negation.
#[inline]
pub fn spellings(mode: Mode) -> [Operation; 4] {
    multiply_adds(mode).map(Operation::MultiplyAdd)
}

/// The four as `vmad`s.
#[inline]
pub fn multiply_adds(mode: Mode) -> [MultiplyAdd; 4] {
    let [plain, other] = accumulates(mode.psign);
    [(Type::U32, plain), (Type::S32, plain), (Type::U32, other), (Type::S32, other)]
        .map(|(dtype, accumulate)| spelling(mode, dtype, accumulate))
}

/// The first of them, with `dtype` S32.
#[inline]
pub fn multiply_add(mode: Mode) -> MultiplyAdd {
    let [plain, _] = accumulates(mode.psign);
    spelling(mode, Type::S32, plain)
}

#[inline]
fn spelling(mode: Mode, dtype: Type, accumulate: Accumulate) -> MultiplyAdd {
    MultiplyAdd {
        dtype,
        a: source(mode.a),
        b: source(mode.b),
        sat: mode.saturate == Saturate::On,
        // Both have the same order, and so have the selectors below.
        scale: PtxScale::ALL[mode.scale as usize],
        accumulate,
    }
}

#[inline]
const fn accumulates(psign: Psign) -> [Accumulate; 2] {
    match psign {
        Psign::Add => [Accumulate::Sum { cancelled: false }, Accumulate::Sum { cancelled: true }],
        Psign::SubtractC => [Accumulate::MinusC { cancelled: false }, Accumulate::MinusC { cancelled: true }],
        Psign::NegateProduct => {
            [Accumulate::MinusProduct { by: Factor::A }, Accumulate::MinusProduct { by: Factor::B }]
        }
        Psign::PlusOne => [Accumulate::PlusOne { cancelled: false }, Accumulate::PlusOne { cancelled: true }],
    }
}

/// The PTX source of an operand.
#[inline]
pub const fn source(operand: Operand) -> Source {
    Source { ty: ty(operand.sign), select: select(operand.selector) }
}

/// The PTX type of a sign.
#[inline]
pub const fn ty(sign: Sign) -> Type {
    match sign {
        Sign::Unsigned => Type::U32,
        Sign::Signed => Type::S32,
    }
}

/// The sign of a PTX type.
pub const fn sign(ty: Type) -> Sign {
    match ty {
        Type::U32 => Sign::Unsigned,
        Type::S32 => Sign::Signed,
    }
}

/// The PTX name of a selector; [`None`] for the word.
#[inline]
pub const fn select(selector: Selector) -> Option<Select> {
    if matches!(selector, Selector::Word) { None } else { Some(Select::ALL[selector as usize]) }
}

/// The mode of the `VMAD` that has an operation's modifiers. `.dtype` has no field in it.
pub const fn mode_of(operation: &MultiplyAdd) -> Mode {
    Mode {
        a: operand(operation.a),
        b: operand(operation.b),
        psign: psign(operation),
        scale: Scale::ALL[operation.scale as usize],
        saturate: if operation.sat { Saturate::On } else { Saturate::Off },
    }
}

/// "`(a*b)` is negated if and only if exactly one of `a` or `b` is negated."
const fn psign(operation: &MultiplyAdd) -> Psign {
    let accumulate = operation.accumulate;
    if accumulate.po() {
        Psign::PlusOne
    } else if accumulate.a_negate() != accumulate.b_negate() {
        Psign::NegateProduct
    } else if accumulate.c_negate() {
        Psign::SubtractC
    } else {
        Psign::Add
    }
}

/// A PTX factor as an operand of the unit.
pub const fn operand(source: Source) -> Operand {
    Operand {
        selector: match source.select {
            Some(select) => Selector::ALL[select as usize],
            None => Selector::Word,
        },
        sign: sign(source.ty),
    }
}
