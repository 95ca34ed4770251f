//! The proof, for all inputs, of the modes on which a report's equalities depend.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    num::NonZero,
};

use vmad_proof::{
    datapath::Datapath,
    lemma::{Lemma, foundations},
    prover::{Prover, Verdict as Proof},
    term_check,
};
use vmad_term::{parallel::each, solver::SolverError};
use vmad_unit::Operation;

use crate::report::{Report, Verdict};

/// The questions whose proofs make the equalities of a report hold for all inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Questions {
    /// The modes, each once.
    modes: Vec<Operation>,
    /// The lemmas on which these modes depend, each once.
    lemmas: Vec<Lemma>,
}

impl Questions {
    /// The questions of a report.
    pub fn of(report: &Report<'_>) -> Self {
        let modes: BTreeSet<Operation> = report
            .lines
            .iter()
            .filter_map(|line| match &line.verdict {
                Verdict::Equal { equal, .. } => equal.operation,
                _ => None,
            })
            .collect();
        let mut seen = HashSet::new();
        let lemmas = modes.iter().flat_map(foundations).filter(|lemma| seen.insert(*lemma)).collect();
        Self { modes: modes.into_iter().collect(), lemmas }
    }

    /// The number of questions.
    pub fn count(&self) -> usize {
        self.modes.len() + self.lemmas.len()
    }

    /// Proves every mode with the lemmas that it needs, with `jobs` solvers at a time; on `cases` inputs the terms are
    /// first compared with the code. `done` is called after each question.
    ///
    /// # Errors
    /// The solver does not run, or is not understood.
    pub fn prove<D: Datapath>(
        &self,
        prover: &Prover<'_, D>,
        cases: u32,
        jobs: NonZero<usize>,
        mut done: impl FnMut(),
    ) -> Result<BTreeMap<Operation, Proof>, SolverError> {
        let mut lemmas = HashMap::new();
        each::<_, _, SolverError>(
            jobs,
            &self.lemmas,
            |lemma| prover.lemma(*lemma),
            |lemma, proof, _| {
                lemmas.insert(*lemma, proof?);
                done();
                Ok(())
            },
        )?;
        let unproved = |mode: &Operation| {
            foundations(mode).into_iter().find(|lemma| lemmas.get(lemma) != Some(&Proof::Proved))
        };
        let mut proofs = BTreeMap::new();
        each::<_, _, SolverError>(
            jobs,
            &self.modes,
            |mode| match term_check::check(prover.datapath, mode, 1, cases) {
                Ok(()) => prover.mode(mode),
                Err(mismatch) => Ok(Proof::Unknown(mismatch.to_string())),
            },
            |mode, proof, _| {
                proofs.insert(*mode, proof?.depending_on(unproved(mode)));
                done();
                Ok(())
            },
        )?;
        Ok(proofs)
    }
}
