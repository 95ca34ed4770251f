//! Equal for all inputs: the proof of the settings on which a report's equalities stand.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use vmad_unit::Control;

use super::{Report, Verdict};
use crate::proof::{
    datapath::Datapath,
    lemma::Lemma,
    prover::{Prover, Verdict as Proof, foundations},
    solver::SolverError,
    transcription,
};

impl Report {
    /// The settings on which the equalities stand.
    pub fn settings(&self) -> BTreeSet<Control> {
        let settings = self.lines.iter().filter_map(|line| match &line.verdict {
            Verdict::Equal { equal, .. } => equal.setting,
            _ => None,
        });
        settings.collect()
    }
}

/// Proves settings, each with the lemmas that it stands on; on `cases` inputs the terms are first held against the code.
/// `done` is called after each.
///
/// # Errors
/// The solver does not run, or is not understood.
pub fn prove<D: Datapath>(
    prover: &Prover<'_, D>,
    settings: &BTreeSet<Control>,
    cases: u32,
    mut done: impl FnMut(),
) -> Result<BTreeMap<Control, Proof>, SolverError> {
    let mut lemmas: HashMap<Lemma, Proof> = HashMap::new();
    let mut proofs = BTreeMap::new();
    for &control in settings {
        let mut proof = match transcription::hold(control, 1, cases) {
            Ok(()) => prover.setting(control)?,
            Err(mismatch) => Proof::Unknown(mismatch.to_string()),
        };
        for lemma in foundations(control) {
            if let (None, Proof::Proved) = (lemmas.get(&lemma), &proof) {
                lemmas.insert(lemma, prover.lemma(lemma)?);
            }
            if proof == Proof::Proved && lemmas.get(&lemma) != Some(&Proof::Proved) {
                proof = Proof::Unknown(format!("it stands on the {lemma}, which is not proved"));
            }
        }
        proofs.insert(control, proof);
        done();
    }
    Ok(proofs)
}
