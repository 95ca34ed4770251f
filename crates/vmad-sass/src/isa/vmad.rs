//! `VMAD{.fmtA.fmtB}{.PO}{.scale}{.SAT} Rd{.CC}, {-}Ra{.sel}, {-}Rb{.sel} or {-}imm16, {-}Rc`

use vmad_unit::{Operation, saturate::Range, vmad};

use super::prelude::*;

field_types! {
    Scale: B2(u8), Mode, "scale", "normalisation shift", Listed, &[
        Value::hidden(0, "PASS", "PASS"),
        Value::printed(1, "SHR_7", "SHR_7"),
        Value::printed(2, "SHR_15", "SHR_15"),
        Value::illegal(3, "INVALIDVMADSCALE3"),
    ], None;
    Psign: B2(u8), Mode, "psign", "negation and plus one", Listed, &[
        Value::plain(0, "(A*B)+C"),
        Value::plain(1, "(A*B)-C"),
        Value::plain(2, "-(A*B)+C"),
        Value::printed(3, "PO", "PO"),
    ], None;
}

opcode!("VMAD", B8(u8): 0x5f, Kepler: 0x7e);

common_word_forms!(VmadRegister, VmadImmediate, b_signed: BSigned, {
    scale: Scale, psign: Psign, sat: Saturate, opcode: Opcode,
});

forms! {
    Vmad, ByWidth, negations, [operation, modifiers, formula], ["formats", "psign", "scale", "SAT"],
    VmadRegister: Register, register_formats, [common::destination, common::a, common::b, common::c];
    VmadImmediate: Immediate, immediate_formats, [common::destination, common::a, common::b_immediate, common::c];
}

const fn negations(fields: &[Field]) -> Negations {
    const AB: Minus = Minus::A.and(Minus::B);
    /// "A negate of both Ra and Rb/#imm16 will have no effect" (SASS reference text, VMAD).
    const LEGAL: &[(Minus, u8)] =
        &[(Minus::NONE, 0), (Minus::C, 1), (Minus::A, 2), (Minus::B, 2), (AB, 0), (AB.and(Minus::C), 1)];
    Negations::psign(fields, LEGAL)
}

/// Unlike the others, `VMAD` prints its default formats on some architectures.
const fn register_formats(fields: &[Field]) -> Formats {
    Formats { defaults: DefaultFormats::HiddenByArch, ..common::register_formats(fields) }
}

const fn immediate_formats(fields: &[Field]) -> Formats {
    Formats { defaults: DefaultFormats::HiddenByArch, ..common::immediate_formats(fields) }
}

fn operation(word: u64) -> Option<Operation> {
    let word = VmadRegister::from(word);
    Some(Operation::Vmad(vmad::Mode {
        a: operand(word.a_select(), word.a_signed())?,
        b: operand(b_select(word.b_kind(), word.b_select()), word.b_signed())?,
        psign: vmad::Psign::from_encoding(word.psign()),
        scale: vmad::Scale::from_encoding(word.scale())?,
        saturate: vmad_unit::Saturate::from_encoding(word.sat()),
    }))
}

fn modifiers(operation: &Operation) -> Option<u64> {
    let Operation::Vmad(mode) = operation else { return None };
    let word = VmadRegister::new().with_psign(mode.psign.encoding()).with_scale(mode.scale.encoding());
    Some(word.with_sat(mode.saturate.encoding()).into())
}

/// The lines of the formula.
fn formula(operation: &Operation, names: &Names) -> Option<Vec<String>> {
    let Operation::Vmad(mode) = operation else { return None };
    let [a, b] = &names.extended;
    let (intermediate, last) = (mode.intermediate_sign(), mode.final_sign());
    let Names { destination: d, registers: [_, _, c], .. } = names;
    let c = format!("{}({c})", vmad_unit::Format { width: vmad_unit::Width::Word, sign: intermediate }.name());
    let tmp = match mode.psign {
        vmad::Psign::Add => format!("{a} * {b} + {c}"),
        vmad::Psign::SubtractC => format!("{a} * {b} - {c}"),
        vmad::Psign::NegateProduct => format!("-({a} * {b}) + {c}"),
        vmad::Psign::PlusOne => format!("{a} * {b} + {c} + 1"),
    };
    let shift = match mode.scale {
        vmad::Scale::Pass => String::new(),
        vmad::Scale::Shr7 | vmad::Scale::Shr15 => format!(" >> {}", mode.scale.count()),
    };
    let result = match mode.saturate {
        vmad_unit::Saturate::Off => "shr[31:0]".into(),
        vmad_unit::Saturate::On => {
            let Range { min, max } = Range::of(last, 32);
            format!("clamp(shr, {}, {})", bound(min), bound(max))
        }
    };
    Some(vec![format!("tmp = {tmp}"), format!("shr = tmp{shift}"), format!("{d} = {result}")])
}
