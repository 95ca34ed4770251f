//! Known causes of differences.

use vmad_ptx::reading::Reading;

use vmad_map::{
    divergence::{Divergence, Model},
    rows::{self, LOST_SELECTOR, ROWS, STORE},
};
use vmad_ptxas::versions::{Compiler, Generation};
use vmad_sass::Arch;

use crate::{
    form::WordForm,
    kind::{PtxOperand, StatementKind},
    outcome::Differs,
};

/// The cause of a difference, if it is known.
pub(crate) fn cause(
    source: &StatementKind,
    form: &WordForm,
    differs: &Differs,
    reading: &Reading,
    compiler: Compiler<Arch>,
) -> Option<&'static Divergence> {
    let lost = source.lower_without_selector(form.instruction.layout()).is_some_and(|lost| lost.can_be(form));
    if differs.sass.is_none() {
        return Some(&STORE);
    }
    if lost && matches!(source.operands[1], PtxOperand::Known(_)) || source.has_lost_selector(form) {
        return Some(&LOST_SELECTOR);
    }
    // ptxas need not use the constants of registers, and can know others.
    let mut known = source.operands;
    for (role, operand) in known.iter_mut().enumerate() {
        if let (PtxOperand::Register { computed: false }, Some(_)) = (*operand, form.ports[role]) {
            *operand = PtxOperand::Known(differs.inputs[role]);
        }
    }
    let kinds = [*source, source.without_known(), StatementKind { operands: known, ..*source }];
    kinds.into_iter().find_map(|source| {
        let mut rows = rows::about(vmad_unit::Kind::Vmad);
        let row = rows.find(|row| explains(row, &source, differs, reading, compiler));
        row.or_else(|| miscompile(&source, form, compiler))
    })
}

/// The miscompile of a compiler that gives a form.
fn miscompile(
    source: &StatementKind,
    form: &WordForm,
    compiler: Compiler<Arch>,
) -> Option<&'static Divergence> {
    let sequence = source.sequence(compiler).ok()?;
    WordForm::of_sequence(&sequence).filter(|lowered| lowered.can_be(form)).and(sequence.miscompiled)
}

/// All causes.
pub fn causes() -> impl Iterator<Item = &'static Divergence> {
    let is_cause = |row: &&Divergence| {
        row.is_about(vmad_unit::Kind::Vmad) || row.is_miscompile() || **row == LOST_SELECTOR
    };
    ROWS.iter().copied().filter(is_cause)
}

/// Whether the two models of a row give the two different results, and the compiler has the row. The rows for
/// architectures without `VMAD` explain no `VMAD`.
fn explains(
    row: &Divergence,
    source: &StatementKind,
    differs: &Differs,
    reading: &Reading,
    compiler: Compiler<Arch>,
) -> bool {
    let Some(case) = source.case() else { return false };
    let versions = Generation::from(compiler.target).versions_of(row, &case);
    if versions.is_some_and(|versions| !versions.contains(compiler.version)) {
        return false;
    }
    let is_side = match row.model {
        Model::Reading(of) => of == *reading || of == Reading::DEFAULT,
        Model::Word(_) => true,
        _ => false,
    };
    if !is_side || !row.can_differ_on(&case, differs.inputs) {
        return false;
    }
    let models = [Some(case.prepare()), row.prepare(&case)];
    let [one, other] = models.map(|model| model.map(|model| model(differs.inputs)));
    let results = [Some(differs.ptx), differs.sass];
    [one, other] == results || [other, one] == results
}
