//! The proof, for all inputs, of the modes on which a report's equalities depend.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    num::NonZero,
};

use vmad_unit::{Operation, vmad::Mode};

use crate::report::{Report, Verdict};
use vmad_xcheck::{
    family::Group,
    parallel::each,
    proof::{
        confirm::Counterexample,
        datapath::Datapath,
        family::{FamilyProver, UnitFamily},
        lemma::Lemma,
        prover::{Prover, Verdict as Proof, foundations},
        solver::SolverError,
        term_check,
    },
};

/// The questions whose proofs make the equalities of a report hold for all inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Questions {
    /// The modes of `VMAD`, each once.
    settings: Vec<Mode>,
    /// The lemmas on which those depend, each once.
    lemmas: Vec<Lemma>,
    /// The modes of the other instructions, each once.
    family: Vec<Operation>,
}

impl Questions {
    /// Those of a report.
    pub fn of(report: &Report) -> Self {
        let operations: BTreeSet<Operation> = report
            .lines
            .iter()
            .filter_map(|line| match &line.verdict {
                Verdict::Equal { equal, .. } => equal.operation,
                _ => None,
            })
            .collect();
        let mode = |operation: &Operation| match operation {
            Operation::Vmad(mode) => Some(*mode),
            _ => None,
        };
        let settings: Vec<Mode> = operations.iter().filter_map(mode).collect();
        let family = operations.into_iter().filter(|operation| mode(operation).is_none()).collect();
        let mut seen = HashSet::new();
        let lemmas =
            settings.iter().copied().flat_map(foundations).filter(|lemma| seen.insert(*lemma)).collect();
        Self { settings, lemmas, family }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.settings.len() + self.lemmas.len() + self.family.len()
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
        let unproved = |mode: Mode| {
            foundations(mode).into_iter().find(|lemma| lemmas.get(lemma) != Some(&Proof::Proved))
        };
        let mut proofs = BTreeMap::new();
        each::<_, _, SolverError>(
            jobs,
            &self.settings,
            |mode| match term_check::check(prover.datapath, *mode, 1, cases) {
                Ok(()) => prover.mode(*mode),
                Err(mismatch) => Ok(Proof::Unknown(mismatch.to_string())),
            },
            |mode, proof, _| {
                proofs.insert((*mode).into(), proof?.depending_on(unproved(*mode)));
                done();
                Ok(())
            },
        )?;
        let family = FamilyProver { solver: prover.solver, family: &UnitFamily };
        each::<_, _, SolverError>(
            jobs,
            &self.family,
            |operation| alone(&family, operation),
            |operation, proof, _| {
                proofs.insert(*operation, proof?);
                done();
                Ok(())
            },
        )?;
        Ok(proofs)
    }
}

/// The proof of one mode, as one question.
fn alone(prover: &FamilyProver<'_, UnitFamily>, operation: &Operation) -> Result<Proof, SolverError> {
    let group = Group { mnemonic: operation.mnemonic(), operands: String::new(), modes: vec![*operation] };
    let verdict = prover.group(&group, &[], &HashSet::new())?;
    if let Some(it) = verdict.refuted.first() {
        let [unit, manual] = it.results.map(i128::from);
        return Ok(Proof::Refuted(Counterexample { inputs: it.inputs, wire: "result", unit, manual }));
    }
    Ok(match verdict.unknown.into_iter().next() {
        Some((_, why)) => Proof::Unknown(why),
        None if verdict.proved == 1 => Proof::Proved,
        None => Proof::Unknown("PTX does not specify this mode".to_owned()),
    })
}
