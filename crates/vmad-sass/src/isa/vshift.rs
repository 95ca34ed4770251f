//! `VSHL{.UD}{.fmtA.fmtB}{.W}{.SAT}{.secop} Rd{.CC}, Ra{.sel}, Rb{.sel} or imm16, Rc`, and `VSHR`

use vmad_unit::{Format, Operation, vshift::Mode};

use super::prelude::*;

field_types! {
    Wrap: B1(u8), Mode, "wrap", "amounts of 32 and more", Listed,
        &[Value::plain(0, "clamp to 32"), Value::printed(1, "modulo 32", "W")], None;
}

/// Of `VSHL`.
pub(super) mod left {
    use super::*;

    field_types! {
        Opcode: B8(u8), Opcode, "opcode", "0x57: VSHL", Listed, &[Value::plain(0x57, "VSHL")], Some(0x57);
    }

    common_word_forms!(VshlRegister, VshlImmediate, b_signed: Wrap, {
        secop: SecondOp, signed: ResultSign, sat: Saturate, opcode: Opcode,
    });

    forms! {
        "VSHL", Coupled, Negations::none, |word| Some(Operation::Vshl(mode(word)?)), ["dtype", "formats", "wrap", "SAT", "secop"],
        VshlRegister: Register, register_formats, [common::destination, common::a, common::b, common::c];
        VshlImmediate: Immediate, immediate_formats, [common::destination, common::a, common::b_immediate, common::c];
    }
}

/// Of `VSHR`.
pub(super) mod right {
    use super::*;

    field_types! {
        Opcode: B8(u8), Opcode, "opcode", "0x56: VSHR", Listed, &[Value::plain(0x56, "VSHR")], Some(0x56);
    }

    common_word_forms!(VshrRegister, VshrImmediate, b_signed: Wrap, {
        secop: SecondOp, signed: ResultSign, sat: Saturate, opcode: Opcode,
    });

    forms! {
        "VSHR", Coupled, Negations::none, |word| Some(Operation::Vshr(mode(word)?)), ["dtype", "formats", "wrap", "SAT", "secop"],
        VshrRegister: Register, register_formats, [common::destination, common::a, common::b, common::c];
        VshrImmediate: Immediate, immediate_formats, [common::destination, common::a, common::b_immediate, common::c];
    }
}

/// The amount is unsigned: `.S32.U32` by default.
const fn register_formats(fields: &[Field]) -> Formats {
    amount(common::a_format(fields), named(fields, "B select"), 0, Format::U32)
}

/// The amount is unsigned: `.S32.U16` by default.
const fn immediate_formats(fields: &[Field]) -> Formats {
    amount(common::a_format(fields), Field::NONE, HALF, Format::U16)
}

const fn amount(a: OperandFormat, select: Field, base: usize, default: Format) -> Formats {
    let b = OperandFormat::new(base, [select, Field::NONE], default, &UNSIGNED_NAMES);
    Formats { a, b, defaults: DefaultFormats::Hidden }
}

fn mode(word: Decoded) -> Option<Mode> {
    Some(Mode { a: word.a()?, b: word.b_selector()?, wrap: word.is_set("wrap"), output: word.output() })
}
