//! What hardware may compute: the model, the map's rows, or the model without one modifier.

use vmad_ptx::reading::Reading;
use vmad_unit::{Operation, Output, Psign, Saturate, Scale, SecondOp, vadd, vmad::Mode};

use super::rows::{
    D1, D2, D2M, D5, LANE_BYTES, P1, P2, P3, P4, P5, P6, P8, P10_S32, P10_U32, SIGN_OF_A, SIGN_OF_B,
};
use vmad_ptxas::{
    miscompiles::D3,
    row::{Row, Rule, SECOND},
};

const VMAD: &[&str] = &["VMAD"];

/// The unit without a modifier.
const fn altered(
    id: &'static str,
    meaning: &'static str,
    instructions: &'static [&'static str],
    alter: fn(Operation) -> Operation,
) -> Row {
    Row { id, meanings: ["", meaning], instructions, result: Rule::Unit(alter), ..Row::EMPTY }
}

/// The results of an observed instruction that are compared, the model first. A row that is about an instruction can
/// differ from the model for it. (No word has the comparisons that P7 is about.)
pub const HYPOTHESES: [Row; 28] = [
    altered("model", "the unit of this project, which is the default reading of PTX", &[], |mode| mode),
    Row {
        id: "literal",
        meanings: ["", "the literal pseudo-code of PTX: D1 and D2m"],
        instructions: VMAD,
        result: Rule::Reading(Reading::LITERAL),
        ..Row::EMPTY
    },
    D1,
    D2,
    D2M,
    D3,
    P8,
    P10_U32,
    P10_S32,
    altered(
        "without-sat",
        "as if there were no SAT",
        &["VMAD", "VADD", "VABSDIFF", "VABSDIFF4", "VMNMX", "VSHL", "VSHR"],
        |mode| mode.with_saturate(Saturate::Off),
    ),
    altered("without-shr", "as if there were no SHR_7 and no SHR_15", VMAD, |mode| {
        vmad(mode, |mode| Mode { scale: Scale::Pass, ..mode })
    }),
    altered("without-minus-c", "as if C were not negated", VMAD, |mode| without(mode, Psign::SubtractC)),
    altered("without-minus-product", "as if the product were not negated", VMAD, |mode| {
        without(mode, Psign::NegateProduct)
    }),
    altered("without-po", "as if there were no PO", VMAD, |mode| without(mode, Psign::PlusOne)),
    SIGN_OF_A,
    SIGN_OF_B,
    D5,
    P1,
    P2,
    P3,
    P4,
    P5,
    P6,
    altered("without-merge", "as if there were no merge", SECOND, without_merge),
    altered("without-wrap", "as if there were no W", &["VSHL", "VSHR"], without_wrap),
    altered("without-acc", "as if there were no ACC", &["VABSDIFF4"], without_acc),
    LANE_BYTES,
    altered("without-minus", "as if there were no minus and no PO", &["VADD"], plain_vadd),
];

fn vmad(operation: Operation, alter: impl Fn(Mode) -> Mode) -> Operation {
    match operation {
        Operation::Vmad(mode) => Operation::Vmad(alter(mode)),
        other => other,
    }
}

fn without(operation: Operation, psign: Psign) -> Operation {
    vmad(operation, |mode| Mode { psign: if mode.psign == psign { Psign::Add } else { mode.psign }, ..mode })
}

/// Also the clamp then has 32 bits.
fn without_merge(operation: Operation) -> Operation {
    match operation.output() {
        Some(output) if output.second.bits() < 32 => {
            operation.with_output(Output { second: SecondOp::None, ..output })
        }
        _ => operation,
    }
}

fn without_wrap(mut operation: Operation) -> Operation {
    if let Operation::Vshl(mode) | Operation::Vshr(mode) = &mut operation {
        mode.wrap = false;
    }
    operation
}

fn without_acc(mut operation: Operation) -> Operation {
    if let Operation::Vabsdiff4(mode) = &mut operation {
        mode.accumulate = false;
    }
    operation
}

fn plain_vadd(mut operation: Operation) -> Operation {
    if let Operation::Vadd(mode) = &mut operation {
        mode.psign = vadd::Psign::Add;
    }
    operation
}
