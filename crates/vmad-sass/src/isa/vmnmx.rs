//! `VMNMX{.UD}{.fmtA.fmtB}{.MX}{.SAT}{.secop} Rd{.CC}, Ra{.sel}, Rb{.sel} or imm16, Rc`

use vmad_unit::{Operation, vmnmx::{self, Extreme}};

use super::prelude::*;

field_types! {
    Maximum: B1(u8), Mode, "min/max", "minimum or maximum", Listed,
        &[Value::hidden(0, "minimum", "MN"), Value::printed(1, "maximum", "MX")], None;
}

opcode!("VMNMX", B7(u8): 0x1d, Kepler: 0x39);

common_word_forms!(VmnmxRegister, VmnmxImmediate, b_signed: BSigned, {
    secop: SecondOp, signed: ResultSign, sat: Saturate, max: Maximum, opcode: Opcode,
});

forms! {
    Vmnmx, Coupled, Negations::none, [operation, modifiers, formula], ["dtype", "formats", "min/max", "SAT", "secop"],
    VmnmxRegister: Register, common::register_formats, [common::destination, common::a, common::b, common::c];
    VmnmxImmediate: Immediate, common::immediate_formats,
        [common::destination, common::a, common::b_signed_immediate, common::c];
}

fn operation(word: u64) -> Option<Operation> {
    let word = VmnmxRegister::from(word);
    Some(Operation::Vmnmx(vmnmx::Mode {
        a: operand(word.a_select(), word.a_signed())?,
        b: operand(b_select(word.b_kind(), word.b_select()), word.b_signed())?,
        extreme: Extreme::from_encoding(word.max()),
        output: output(word.signed(), word.sat(), word.secop()),
    }))
}

fn modifiers(operation: &Operation) -> Option<u64> {
    let Operation::Vmnmx(mode) = operation else { return None };
    let word = VmnmxRegister::new().with_max(mode.extreme.encoding());
    Some(with_output!(word, mode.output).into())
}

/// The lines of the formula.
fn formula(operation: &Operation, names: &Names) -> Option<Vec<String>> {
    let Operation::Vmnmx(mode) = operation else { return None };
    let [a, b] = &names.extended;
    let tmp = match mode.extreme {
        Extreme::Minimum => format!("min({a}, {b})"),
        Extreme::Maximum => format!("max({a}, {b})"),
    };
    Some(vec![format!("tmp = {tmp}")])
}
