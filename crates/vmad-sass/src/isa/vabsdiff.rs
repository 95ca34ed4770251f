//! `VABSDIFF{.SD}{.fmtA.fmtB}{.SAT}{.secop} Rd{.CC}, Ra{.sel}, Rb{.sel} or imm16, Rc`

use vmad_unit::{Operation, vabsdiff};

use super::prelude::*;

field_types! {
    Opcode: B8(u8), Opcode, "opcode", "0x54: VABSDIFF", Listed, &[Value::plain(0x54, "VABSDIFF")], Some(0x54);
}

usual_word_forms!(VabsdiffRegister, VabsdiffImmediate, b_signed: BSigned, {
    secop: SecondOp, signed: ResultSigned, sat: Saturate, opcode: Opcode,
});

forms! {
    "VABSDIFF", Coupled, Negations::none, operation, ["dtype", "formats", "SAT", "secop"],
    VabsdiffRegister: Register, usual::register_formats, [usual::destination, usual::a, usual::b, usual::c];
    VabsdiffImmediate: Immediate, usual::immediate_formats,
        [usual::destination, usual::a, usual::b_signed_immediate, usual::c];
}

fn operation(word: Decoded) -> Option<Operation> {
    Some(Operation::Vabsdiff(vabsdiff::Mode { a: word.a()?, b: word.b()?, output: word.output() }))
}
