//! `VABSDIFF{.SD}{.fmtA.fmtB}{.SAT}{.secop} Rd{.CC}, Ra{.sel}, Rb{.sel} or imm16, Rc`

use vmad_unit::{Operation, vabsdiff};

use super::prelude::*;

opcode!("VABSDIFF", 8: 0x54, Kepler: 0x52);

common_word_forms!(VabsdiffRegister, VabsdiffImmediate, b_signed: BSigned, {
    SecondOp, ResultSigned, Saturate, Opcode,
});

forms! {
    Vabsdiff, Coupled, Negations::none, [operation, modifiers, formula], ["dtype", "formats", "SAT", "secop"],
    VabsdiffRegister: Register, common::register_formats, [common::destination, common::a, common::b, common::c];
    VabsdiffImmediate: Immediate, common::immediate_formats,
        [common::destination, common::a, common::b_signed_immediate, common::c];
}

fn operation(word: u64) -> Option<Operation> {
    type Word = VabsdiffRegister;
    Some(Operation::Vabsdiff(vabsdiff::Mode {
        a: a::<Word>(word)?,
        b: b::<Word>(word)?,
        output: output::<Word>(word),
    }))
}

fn modifiers(operation: &Operation) -> Option<u64> {
    let Operation::Vabsdiff(mode) = operation else { return None };
    Some(output_bits::<VabsdiffRegister>(mode.output))
}

/// The lines of the formula.
fn formula(operation: &Operation, names: &Names) -> Option<Vec<String>> {
    let Operation::Vabsdiff(_) = operation else { return None };
    let [a, b] = &names.extended;
    Some(vec![format!("tmp = |{a} - {b}|")])
}
