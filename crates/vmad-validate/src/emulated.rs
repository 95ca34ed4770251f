//! Architectures without `VMAD`.

use vmad_ptx::module::Module;
use vmad_xcheck::{divergence::counterexample, interpretation::Id};

use crate::{
    lines::LineIndex,
    report::{Line, Report, Verdict},
    skipped::{Unread, others_than_vmad},
    source::Source,
};

/// The first architecture without `VMAD`: 70 of sm_70.
const FIRST_WITHOUT_VMAD: u32 = 70;

/// The report for a module on an architecture without `VMAD`: the code that ptxas emits for every `vmad` computes D3.
/// The code is not read.
///
/// `text` is the text of the module, and `number` the number of the architecture. [`None`] for a number below 70.
pub fn emulated(text: &str, module: &Module, number: u32) -> Option<Report> {
    if number < FIRST_WITHOUT_VMAD {
        return None;
    }
    let index = LineIndex::new(text);
    let mut report = Report { not_checked: others_than_vmad(text, module), ..Report::default() };
    for function in &module.functions {
        report.unread.extend(Unread::of(text, module, function, &index));
        for source in Source::of(module, function, &index) {
            let Some(case) = source.case() else { continue };
            let example = counterexample(Id::D3.interpretation(), &case);
            let why = format!("sm_{number} has no VMAD: what ptxas emits instead is divergence {}", Id::D3);
            let verdict = Verdict::NotVmad { row: Id::D3, why, example };
            report.lines.push(Line { function: function.name.clone(), source, made: Vec::new(), verdict });
        }
    }
    Some(report)
}
