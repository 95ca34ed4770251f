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
    Opcode: B6(u8), Opcode, "opcode", "0x08: VADD", Listed, &[Value::plain(0x08, "VADD")], Some(0x08);
}

common_word_forms!(VaddRegister, VaddImmediate, b_signed: BSigned, {
    secop: SecondOp, signed: ResultSign, sat: Saturate, psign: Psign, opcode: Opcode,
});

forms! {
    "VADD", Coupled, negations, operation, ["dtype", "formats", "psign", "SAT", "secop"],
    VaddRegister: Register, common::register_formats, [common::destination, common::a, common::b, common::c];
    VaddImmediate: Immediate, common::immediate_formats, [common::destination, common::a, common::b_immediate, common::c];
}

const fn negations(fields: &[Field]) -> Negations {
    Negations::psign(fields, &[(Minus::NONE, 0), (Minus::B, 1), (Minus::A, 2)])
}

fn operation(word: Decoded) -> Option<Operation> {
    let psign = vadd::Psign::from_encoding(word.get("psign"));
    Some(Operation::Vadd(vadd::Mode { a: word.a()?, b: word.b()?, psign, output: word.output() }))
}
