//! `VSET.compare{.fmtA.fmtB}{.secop} Rd{.CC}, Ra{.sel}, Rb{.sel} or imm16, Rc`

use vmad_unit::{Operation, vset};

use super::prelude::*;

field_types! {
    Opcode: B7(u8), Opcode, "opcode", "0x20: VSET", Listed, &[Value::plain(0x20, "VSET")], Some(0x20);
}

common_word_forms!(VsetRegister, VsetImmediate, b_signed: BSigned, {
    secop: SecondOp, compare: Comparison, opcode: Opcode,
});

forms! {
    "VSET", Coupled, Negations::none, operation, ["comparison", "formats", "secop"],
    VsetRegister: Register, common::register_formats, [common::destination, common::a, common::b, common::c];
    VsetImmediate: Immediate, common::immediate_formats,
        [common::destination, common::a, common::b_signed_immediate, common::c];
}

fn operation(word: Decoded) -> Option<Operation> {
    let (comparison, second) = (word.comparison(), word.second());
    Some(Operation::Vset(vset::Mode { a: word.a()?, b: word.b()?, comparison, second }))
}
