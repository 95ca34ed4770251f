//! The operands and formats that most instructions of the family share.

use vmad_unit::Format;

use super::{
    field::Field,
    form::{Minus, Operand, Role},
    formats::{DefaultFormats, Formats, HALF, OperandFormat, SIGNED_NAMES},
    list::named,
};
use crate::schedule::Reuse;

/// `Rd{.CC}`
pub(super) const fn destination(fields: &[Field]) -> Operand {
    let role = Role::Destination { register: named(fields, "Rd"), cc: named(fields, "CC") };
    Operand { name: "the destination register", minus: Minus::NONE, role }
}

/// `Ra{.select}{.reuse}`
pub(super) const fn a(fields: &[Field]) -> Operand {
    let (register, select) = (named(fields, "Ra"), named(fields, "A select"));
    Operand {
        name: "the A register",
        minus: Minus::A,
        role: Role::Source { register, select, reuse: Reuse::A },
    }
}

const B_NAME: &str = "the B register or an immediate";

/// `Rb{.select}{.reuse}`
pub(super) const fn b(fields: &[Field]) -> Operand {
    let (register, select) = (named(fields, "Rb"), named(fields, "B select"));
    Operand { name: B_NAME, minus: Minus::B, role: Role::Source { register, select, reuse: Reuse::B } }
}

/// `0xfffb`: nvdisasm prints all bits.
pub(super) const fn b_immediate(fields: &[Field]) -> Operand {
    let role = Role::Immediate { value: named(fields, "imm16"), signed: Field::NONE };
    Operand { name: B_NAME, minus: Minus::B, role }
}

/// `-0x5`: nvdisasm prints a signed immediate with its minus.
pub(super) const fn b_signed_immediate(fields: &[Field]) -> Operand {
    let role = Role::Immediate { value: named(fields, "imm16"), signed: named(fields, "B signed") };
    Operand { name: B_NAME, minus: Minus::B, role }
}

/// `Rc{.reuse}`
pub(super) const fn c(fields: &[Field]) -> Operand {
    let role = Role::Source { register: named(fields, "Rc"), select: Field::NONE, reuse: Reuse::C };
    Operand { name: "the C register", minus: Minus::C, role }
}

const fn signed(fields: &[Field], select: Field, sign: &str, base: usize, default: Format) -> OperandFormat {
    OperandFormat::new(base, [select, named(fields, sign)], default, &SIGNED_NAMES)
}

/// The format of a register A: `.S32` by default.
pub(super) const fn a_format(fields: &[Field]) -> OperandFormat {
    signed(fields, named(fields, "A select"), "A signed", 0, Format::S32)
}

/// The formats with a register B: `.S32.S32` by default.
pub(super) const fn register_formats(fields: &[Field]) -> Formats {
    Formats {
        a: a_format(fields),
        b: signed(fields, named(fields, "B select"), "B signed", 0, Format::S32),
        defaults: DefaultFormats::Hidden,
    }
}

/// The formats with an imm16: `.S32.S16` by default.
pub(super) const fn immediate_formats(fields: &[Field]) -> Formats {
    Formats {
        a: a_format(fields),
        b: signed(fields, Field::NONE, "B signed", HALF, Format::S16),
        defaults: DefaultFormats::Hidden,
    }
}
