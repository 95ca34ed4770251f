//! A `vmad`'s modifiers as the mode of a `VMAD`.

use vmad_ptx::ast::{MultiplyAdd, Scale as PtxScale, Select, Source, Type};
use vmad_unit::{Operand, Psign, Saturate, Scale, Selector, Sign, vmad::Mode};

/// The mode of the `VMAD` that has an operation's modifiers. `.dtype` has no field in it.
pub const fn mode_of(operation: &MultiplyAdd) -> Mode {
    Mode {
        a: operand(operation.a),
        b: operand(operation.b),
        psign: psign(operation),
        scale: match operation.scale {
            PtxScale::Pass => Scale::Pass,
            PtxScale::Shr7 => Scale::Shr7,
            PtxScale::Shr15 => Scale::Shr15,
        },
        saturate: if operation.sat { Saturate::On } else { Saturate::Off },
    }
}

/// The psign once the product's negation has gone elsewhere.
pub(super) const fn psign_without_product(psign: Psign) -> Psign {
    match psign {
        Psign::NegateProduct => Psign::Add,
        other => other,
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

const fn operand(source: Source) -> Operand {
    Operand {
        selector: match source.select {
            Some(Select::B0) => Selector::B0,
            Some(Select::B1) => Selector::B1,
            Some(Select::B2) => Selector::B2,
            Some(Select::B3) => Selector::B3,
            Some(Select::H0) => Selector::H0,
            Some(Select::H1) => Selector::H1,
            None => Selector::Word,
        },
        sign: match source.ty {
            Type::U32 => Sign::Unsigned,
            Type::S32 => Sign::Signed,
        },
    }
}
