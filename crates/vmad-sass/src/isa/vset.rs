//! `VSET.compare{.fmtA.fmtB}{.secop} Rd{.CC}, Ra{.sel}, Rb{.sel} or imm16, Rc`

use vmad_unit::{Operation, vset};

use super::prelude::*;

opcode!("VSET", B7(u8): 0x20, Kepler: 0x2);

common_word_forms!(VsetRegister, VsetImmediate, b_signed: BSigned, {
    secop: SecondOp, compare: Comparison, opcode: Opcode,
});

forms! {
    Vset, Coupled, Negations::none, [operation, modifiers, formula], ["comparison", "formats", "secop"],
    VsetRegister: Register, common::register_formats, [common::destination, common::a, common::b, common::c];
    VsetImmediate: Immediate, common::immediate_formats,
        [common::destination, common::a, common::b_signed_immediate, common::c];
}

fn operation(word: u64) -> Option<Operation> {
    let word = VsetRegister::from(word);
    Some(Operation::Vset(vset::Mode {
        a: operand(word.a_select(), word.a_signed())?,
        b: operand(b_select(word.b_kind(), word.b_select()), word.b_signed())?,
        comparison: vmad_unit::Comparison::from_encoding(word.compare()),
        second: vmad_unit::SecondOp::from_encoding(word.secop()),
    }))
}

fn modifiers(operation: &Operation) -> Option<u64> {
    let Operation::Vset(mode) = operation else { return None };
    let word = VsetRegister::new().with_compare(mode.comparison.encoding());
    Some(word.with_secop(mode.second.encoding()).into())
}

/// The lines of the formula.
fn formula(operation: &Operation, names: &Names) -> Option<Vec<String>> {
    let Operation::Vset(mode) = operation else { return None };
    let [a, b] = &names.extended;
    let tmp = match comparison(mode.comparison, a, b) {
        Ok(condition) => format!("1 if {condition}, else 0"),
        Err(holds) => format!("{}", u8::from(holds)),
    };
    Some(vec![format!("tmp = {tmp}")])
}
