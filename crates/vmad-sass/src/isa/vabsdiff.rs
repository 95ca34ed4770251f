//! `VABSDIFF{.SD}{.fmtA.fmtB}{.SAT}{.secop} Rd{.CC}, Ra{.sel}, Rb{.sel} or imm16, Rc`

use vmad_unit::{Operation, vabsdiff};

use super::prelude::*;

opcode!("VABSDIFF", B8(u8): 0x54, Kepler: 0x52);

common_word_forms!(VabsdiffRegister, VabsdiffImmediate, b_signed: BSigned, {
    secop: SecondOp, signed: ResultSigned, sat: Saturate, opcode: Opcode,
});

forms! {
    Vabsdiff, Coupled, Negations::none, [operation, modifiers, formula], ["dtype", "formats", "SAT", "secop"],
    VabsdiffRegister: Register, common::register_formats, [common::destination, common::a, common::b, common::c];
    VabsdiffImmediate: Immediate, common::immediate_formats,
        [common::destination, common::a, common::b_signed_immediate, common::c];
}

fn operation(word: u64) -> Option<Operation> {
    let word = VabsdiffRegister::from(word);
    Some(Operation::Vabsdiff(vabsdiff::Mode {
        a: operand(word.a_select(), word.a_signed())?,
        b: operand(b_select(word.b_kind(), word.b_select()), word.b_signed())?,
        output: output(word.signed(), word.sat(), word.secop()),
    }))
}

fn modifiers(operation: &Operation) -> Option<u64> {
    let Operation::Vabsdiff(mode) = operation else { return None };
    Some(with_output!(VabsdiffRegister::new(), mode.output).into())
}

/// The lines of the formula.
fn formula(operation: &Operation, names: &Names) -> Option<Vec<String>> {
    let Operation::Vabsdiff(_) = operation else { return None };
    let [a, b] = &names.extended;
    Some(vec![format!("tmp = |{a} - {b}|")])
}
