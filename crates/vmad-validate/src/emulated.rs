//! Architectures without the family.

use vmad_ptx::module::Module;
use vmad_xcheck::{
    divergence::{Counterexample, counterexample},
    miscompiles::D3,
    row::Row,
    safety::{Generation, Safety, verdict},
};

use crate::{
    known::Known,
    lines::LineIndex,
    report::{Line, Report, Verdict},
    skipped::{Unread, not_checked, opcode},
    source::{PtxOperand, Source},
};

/// The first architecture without the family: 70 of sm_70.
const FIRST_WITHOUT_FAMILY: u32 = 70;

/// The report for a module on an architecture without the family: the code that ptxas emits for every `vmad` computes D3,
/// that for some others has a known miscompile. The code is not read.
///
/// `text` is the text of the module, and `number` the number of the architecture. [`None`] for a number below 70.
pub fn emulated(text: &str, module: &Module, number: u32) -> Option<Report> {
    if number < FIRST_WITHOUT_FAMILY {
        return None;
    }
    let index = LineIndex::new(text);
    let mut report = Report { not_checked: not_checked(text, module), ..Report::default() };
    for function in &module.functions {
        report.unread.extend(Unread::of(text, module, function, &index));
        for source in Source::of(module, function, &index).into_iter().filter(|source| !source.is_ordinary) {
            let Some((row, example)) = instead(&source) else {
                *report.not_checked.entry(opcode(&source.operation)).or_default() += 1;
                continue;
            };
            let name = row.name();
            let why = format!("sm_{number} has no such SASS: what ptxas emits instead is divergence {name}");
            let verdict = Verdict::NotVmad { row, why, example };
            report.lines.push(Line { function: function.name.clone(), source, made: Vec::new(), verdict });
        }
    }
    Some(report)
}

/// The row about the code that ptxas emits instead, and inputs on which that differs from the PTX; [`None`] if no
/// difference is known.
fn instead(source: &Source) -> Option<(Known, Option<Counterexample>)> {
    if let Some(case) = source.case() {
        return Some((Known::Row(&D3), counterexample(&D3, &case)));
    }
    // ptxas may compute with a constant that it knows.
    let is_known = |operand: &PtxOperand| matches!(operand, PtxOperand::Known(..));
    let miscompile = match verdict(&source.instruction, Generation::Later)? {
        Safety::Wrong(miscompile) if !source.operands.iter().any(is_known) => miscompile,
        _ => return None,
    };
    Some((Known::Miscompile(miscompile), example(miscompile)))
}

/// The example of the row about a miscompile.
fn example(row: &Row) -> Option<Counterexample> {
    let example = row.example?;
    let (instruction, inputs) = (example.instruction.to_owned(), example.inputs);
    Some(Counterexample { instruction, inputs, results: [example.here, example.there?] })
}
