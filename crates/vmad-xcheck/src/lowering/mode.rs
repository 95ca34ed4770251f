//! A `vmad`'s modifiers as the fields of a `VMAD`.

use vmad_ptx::ast::{MultiplyAdd, Scale as PtxScale, Select, Source, Type};
use vmad_unit::{Control, Operand, Psign, Saturate, Scale, Selector, Sign};

/// Everything of a `VMAD` but its registers and constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mode {
    /// `.atype` and `.asel`.
    pub a: Operand,
    /// `.btype` and `.bsel`.
    pub b: Operand,
    /// The negations and `.po`.
    pub psign: Psign,
    /// `.shr7`, `.shr15`.
    pub scale: Scale,
    /// `.sat`.
    pub saturate: Saturate,
}

impl Mode {
    /// The fields of an operation. `.dtype` has none.
    pub const fn of(operation: &MultiplyAdd) -> Self {
        Self {
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

    /// The unit's control signals, both factors being registers.
    pub const fn control(self) -> Control {
        let Self { a, b, psign, scale, saturate } = self;
        Control { a, b, psign, scale, saturate }
    }

    /// The psign once the product's negation has gone elsewhere.
    pub(super) const fn psign_without_product(self) -> Psign {
        match self.psign {
            Psign::NegateProduct => Psign::Add,
            other => other,
        }
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
