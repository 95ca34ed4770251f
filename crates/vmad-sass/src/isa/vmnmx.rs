//! `VMNMX{.UD}{.fmtA.fmtB}{.MX}{.SAT}{.secop} Rd{.CC}, Ra{.sel}, Rb{.sel} or imm16, Rc`

use vmad_unit::{Operation, vmnmx::{self, Extreme}};

use super::prelude::*;

field_types! {
    Maximum: B1(u8), Mode, "min/max", "minimum or maximum", Listed,
        &[Value::hidden(0, "minimum", "MN"), Value::printed(1, "maximum", "MX")], None;
    Opcode: B7(u8), Opcode, "opcode", "0x1d: VMNMX", Listed, &[Value::plain(0x1d, "VMNMX")], Some(0x1d);
}

common_word_forms!(VmnmxRegister, VmnmxImmediate, b_signed: BSigned, {
    secop: SecondOp, signed: ResultSign, sat: Saturate, max: Maximum, opcode: Opcode,
});

forms! {
    "VMNMX", Coupled, Negations::none, operation, ["dtype", "formats", "min/max", "SAT", "secop"],
    VmnmxRegister: Register, common::register_formats, [common::destination, common::a, common::b, common::c];
    VmnmxImmediate: Immediate, common::immediate_formats,
        [common::destination, common::a, common::b_signed_immediate, common::c];
}

fn operation(word: Decoded) -> Option<Operation> {
    let extreme = if word.is_set("min/max") { Extreme::Maximum } else { Extreme::Minimum };
    Some(Operation::Vmnmx(vmnmx::Mode { a: word.a()?, b: word.b()?, extreme, output: word.output() }))
}
