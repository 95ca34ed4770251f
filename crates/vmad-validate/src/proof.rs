//! The proof, for all inputs, of the modes on which a report's equalities depend.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    convert::Infallible,
    num::NonZero,
};

use vmad_proof::parallel::each;
use vmad_proof::{
    datapath::Datapath,
    lemma::{Lemma, foundations},
    prover::{Prover, Verdict},
    term_check,
};
use vmad_unit::Operation;

use crate::report::{LineVerdict, Report};

/// A question whose proof makes equalities of a report hold for all inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// A lemma on which modes depend.
    Lemma(Lemma),
    /// A mode.
    Mode(Operation),
}

/// The questions of a report, each once.
pub fn questions(report: &Report<'_>) -> Vec<Question> {
    let of_line = |verdict: &LineVerdict| {
        if let LineVerdict::Equal { equal, .. } = verdict { equal.operation } else { None }
    };
    let modes: BTreeSet<Operation> = report.lines.iter().filter_map(|line| of_line(&line.verdict)).collect();
    let mut seen = HashSet::new();
    let lemmas = modes.iter().flat_map(foundations).filter(|lemma| seen.insert(*lemma)).map(Question::Lemma);
    lemmas.collect::<Vec<_>>().into_iter().chain(modes.into_iter().map(Question::Mode)).collect()
}

/// Proves every mode with the lemmas that it needs, with `jobs` solvers at a time; on `cases` inputs the terms are
/// first compared with the code. `done` is called after each question.
pub fn prove<D: Datapath>(
    questions: &[Question],
    prover: &Prover<'_, D>,
    cases: u32,
    jobs: NonZero<usize>,
    mut done: impl FnMut(),
) -> BTreeMap<Operation, Verdict> {
    let (mut proved, mut modes) = (HashSet::new(), BTreeMap::new());
    let Ok(()) = each::<_, _, Infallible>(
        jobs,
        questions,
        |question| match question {
            Question::Lemma(lemma) => prover.lemma(*lemma),
            Question::Mode(mode) => match term_check::check(prover.datapath, mode, 1, cases) {
                Ok(()) => prover.mode(mode),
                Err(mismatch) => Verdict::Unknown(mismatch.to_string()),
            },
        },
        |question, proof, _| {
            match (question, proof) {
                (Question::Lemma(lemma), Verdict::Proved) => drop(proved.insert(*lemma)),
                (Question::Lemma(_), _) => {}
                (Question::Mode(mode), proof) => drop(modes.insert(*mode, proof)),
            }
            done();
            Ok(())
        },
    );
    let unproved = |mode: &Operation| foundations(mode).into_iter().find(|lemma| !proved.contains(lemma));
    modes.into_iter().map(|(mode, proof)| (mode, proof.depending_on(unproved(&mode)))).collect()
}
