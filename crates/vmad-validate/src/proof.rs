//! Equal for all inputs: the proof of the settings on which a report's equalities stand.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    num::NonZero,
};

use vmad_unit::vmad::Mode;

use crate::report::{Report, Verdict};
use vmad_xcheck::{
    parallel::each,
    proof::{
        datapath::Datapath,
        lemma::Lemma,
        prover::{Prover, Verdict as Proof, foundations},
        solver::SolverError,
        term_check,
    },
};

/// What is to be proved for the equalities of a report to hold of all inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Questions {
    /// The settings on which the equalities stand, each once.
    settings: Vec<Mode>,
    /// The lemmas on which those stand, each once.
    lemmas: Vec<Lemma>,
}

impl Questions {
    /// Those of a report.
    pub fn of(report: &Report) -> Self {
        let settings: BTreeSet<Mode> = report
            .lines
            .iter()
            .filter_map(|line| match &line.verdict {
                Verdict::Equal { equal, .. } => equal.setting,
                _ => None,
            })
            .collect();
        let mut seen = HashSet::new();
        let lemmas =
            settings.iter().copied().flat_map(foundations).filter(|lemma| seen.insert(*lemma)).collect();
        Self { settings: settings.into_iter().collect(), lemmas }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.settings.len() + self.lemmas.len()
    }

    /// Proves every setting with the lemmas that it needs, with `jobs` solvers at a time; on `cases` inputs the
    /// terms are first held against the code. `done` is called after each question.
    ///
    /// # Errors
    /// The solver does not run, or is not understood.
    pub fn prove<D: Datapath>(
        &self,
        prover: &Prover<'_, D>,
        cases: u32,
        jobs: NonZero<usize>,
        mut done: impl FnMut(),
    ) -> Result<BTreeMap<Mode, Proof>, SolverError> {
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
        let unproved = |mode: Mode| {
            foundations(mode).into_iter().find(|lemma| lemmas.get(lemma) != Some(&Proof::Proved))
        };
        let mut proofs = BTreeMap::new();
        each::<_, _, SolverError>(
            jobs,
            &self.settings,
            |mode| match term_check::check(*mode, 1, cases) {
                Ok(()) => prover.mode(*mode),
                Err(mismatch) => Ok(Proof::Unknown(mismatch.to_string())),
            },
            |mode, proof, _| {
                proofs.insert(*mode, proof?.depending_on(unproved(*mode)));
                done();
                Ok(())
            },
        )?;
        Ok(proofs)
    }
}
