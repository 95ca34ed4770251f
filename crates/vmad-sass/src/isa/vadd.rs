//! `VADD{.UD}{.fmtA.fmtB}{.PO}{.SAT}{.secop} Rd{.CC}, {-}Ra{.sel}, {-}Rb{.sel} or {-}imm16, Rc`

use vmad_unit::{Operation, vadd};

use super::prelude::*;

field_types! {
    Psign: B2(u8), Mode, "psign", "negation and plus one", Listed, &[
        Value::plain(0, "A+B"),
        Value::plain(1, "A-B"),
        Value::plain(2, "-A+B"),
        Value::printed(3, "PO", "PO"),
    ], None;
}

opcode!("VADD", B6(u8): 0x08, Kepler: 0x1);

common_word_forms!(VaddRegister, VaddImmediate, b_signed: BSigned, {
    secop: SecondOp, signed: ResultSign, sat: Saturate, psign: Psign, opcode: Opcode,
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
    let word = VaddRegister::from(word);
    Some(Operation::Vadd(vadd::Mode {
        a: operand(word.a_select(), word.a_signed())?,
        b: operand(b_select(word.b_kind(), word.b_select()), word.b_signed())?,
        psign: vadd::Psign::from_encoding(word.psign()),
        output: output(word.signed(), word.sat(), word.secop()),
    }))
}

fn modifiers(operation: &Operation) -> Option<u64> {
    let Operation::Vadd(mode) = operation else { return None };
    let word = VaddRegister::new().with_psign(mode.psign.encoding());
    Some(with_output!(word, mode.output).into())
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
