//! `VADD{.UD}{.fmtA.fmtB}{.PO}{.SAT}{.secop} Rd{.CC}, {-}Ra{.sel}, {-}Rb{.sel} or {-}imm16, Rc`

use vmad_unit::{Operation, vadd};

use super::prelude::*;

field_types! {
    Psign: 2, Mode, "psign", "negation and plus one", Listed, &[
        Value::plain(0, "A+B"),
        Value::plain(1, "A-B"),
        Value::plain(2, "-A+B"),
        Value::printed(3, "PO", "PO"),
    ], None;
}

opcode!("VADD", 6: 0x08, Kepler: 0x1);

common_word_forms!(VaddRegister, VaddImmediate, b_signed: BSigned, {
    SecondOp, ResultSign, Saturate, Psign, Opcode,
});

forms! {
    Vadd, Coupled, negations, [operation, modifiers, formula], ["dtype", "formats", "psign", "SAT", "secop"],
    VaddRegister: Register, common::register_formats, [common::destination, common::a, common::b, common::c];
    VaddImmediate: Immediate, common::immediate_formats, [common::destination, common::a, common::b_immediate, common::c];
}

const fn negations(fields: &[Field]) -> Negations {
    Negations::psign(fields, &[(Minus::NONE, 0), (Minus::B, 1), (Minus::A, 2)])
}

fn operation(word: u64) -> Option<Operation> {
    type Word = VaddRegister;
    Some(Operation::Vadd(vadd::Mode {
        a: a::<Word>(word)?,
        b: b::<Word>(word)?,
        psign: vadd::Psign::from_encoding(field::<Word, Psign>(word)),
        output: output::<Word>(word),
    }))
}

fn modifiers(operation: &Operation) -> Option<u64> {
    let Operation::Vadd(mode) = operation else { return None };
    let psign = VaddRegister::put::<Psign>(mode.psign.encoding());
    Some(psign | output_bits::<VaddRegister>(mode.output))
}

/// The lines of the formula.
fn formula(operation: &Operation, names: &Names) -> Option<Vec<String>> {
    let Operation::Vadd(mode) = operation else { return None };
    let [a, b] = &names.extended;
    let tmp = match mode.psign {
        vadd::Psign::Add => format!("{a} + {b}"),
        vadd::Psign::SubtractB => format!("{a} - {b}"),
        vadd::Psign::SubtractA => format!("-{a} + {b}"),
        vadd::Psign::PlusOne => format!("{a} + {b} + 1"),
    };
    Some(vec![format!("tmp = {tmp}")])
}
