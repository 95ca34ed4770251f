//! `VMNMX{.UD}{.fmtA.fmtB}{.MX}{.SAT}{.secop} Rd{.CC}, Ra{.sel}, Rb{.sel} or imm16, Rc`

use vmad_unit::{Operation, vmnmx::{self, Extreme}};

use super::prelude::*;

field_types! {
    Maximum: 1, Mode, "min/max", "minimum or maximum", Listed,
        &[Value::hidden(0, "minimum", "MN"), Value::printed(1, "maximum", "MX")], None;
}

opcode!("VMNMX", 7: 0x1d, Kepler: 0x39);

common_word_forms!(VmnmxRegister, VmnmxImmediate, b_signed: BSigned, {
    SecondOp, ResultSign, Saturate, Maximum, Opcode,
});

forms! {
    Vmnmx, Coupled, Negations::none, [operation, modifiers, formula], ["dtype", "formats", "min/max", "SAT", "secop"],
    VmnmxRegister: Register, common::register_formats, [common::destination, common::a, common::b, common::c];
    VmnmxImmediate: Immediate, common::immediate_formats,
        [common::destination, common::a, common::b_signed_immediate, common::c];
}

fn operation(word: u64) -> Option<Operation> {
    type Word = VmnmxRegister;
    Some(Operation::Vmnmx(vmnmx::Mode {
        a: a::<Word>(word)?,
        b: b::<Word>(word)?,
        extreme: Extreme::from_encoding(field::<Word, Maximum>(word)),
        output: output::<Word>(word),
    }))
}

fn modifiers(operation: &Operation) -> Option<u64> {
    let Operation::Vmnmx(mode) = operation else { return None };
    let extreme = VmnmxRegister::put::<Maximum>(mode.extreme.encoding());
    Some(extreme | output_bits::<VmnmxRegister>(mode.output))
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
