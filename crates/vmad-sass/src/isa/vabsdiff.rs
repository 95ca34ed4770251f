//! `VABSDIFF{.SD}{.fmtA.fmtB}{.SAT}{.secop} Rd{.CC}, Ra{.sel}, Rb{.sel} or imm16, Rc`

use vmad_unit::{Operation, vabsdiff};

use super::prelude::*;

field_types! {
    Opcode: B8(u8), Opcode, "opcode", "0x54: VABSDIFF", Listed, &[Value::plain(0x54, "VABSDIFF")], Some(0x54);
}

common_word_forms!(VabsdiffRegister, VabsdiffImmediate, b_signed: BSigned, {
    secop: SecondOp, signed: ResultSigned, sat: Saturate, opcode: Opcode,
});

forms! {
    "VABSDIFF", Coupled, Negations::none, operation, ["dtype", "formats", "SAT", "secop"],
    VabsdiffRegister: Register, common::register_formats, [common::destination, common::a, common::b, common::c];
    VabsdiffImmediate: Immediate, common::immediate_formats,
        [common::destination, common::a, common::b_signed_immediate, common::c];
}

fn operation(word: Decoded) -> Option<Operation> {
    Some(Operation::Vabsdiff(vabsdiff::Mode { a: word.a()?, b: word.b()?, output: word.output() }))
}
