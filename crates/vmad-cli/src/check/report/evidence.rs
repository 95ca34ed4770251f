//! What else was run along with the report: the proof, a sweep.

use std::collections::HashMap;

use vmad_unit::vmad::Mode;
use vmad_xcheck::{
    divergence::Divergence,
    proof::{
        prover::{RivalVerdict, Verdict as Proof},
        rivals::{RIVALS, Rival},
        table::Line,
    },
    spelling::instruction,
    sweep::{Group, Plan, Report},
};

/// All of it.
#[derive(Default)]
pub(in crate::check) struct Evidence {
    pub(super) proof: Option<ProofSeen>,
    pub(super) sweep: Option<SweepSeen>,
}

/// The lines of a proof.
pub(super) struct ProofSeen {
    pub(super) solver: String,
    pub(super) modes: HashMap<Mode, Proof>,
    pub(super) rivals: HashMap<(&'static str, Mode), RivalVerdict>,
}

/// What a sweep has compared, by mode.
pub(super) struct SweepSeen {
    pub(super) comparisons: u64,
    pub(super) units_done: u32,
    pub(super) units: u32,
    pub(super) modes: HashMap<Mode, Swept>,
    /// By the text of the mode's instruction.
    pub(super) groups: std::collections::BTreeMap<String, Group>,
}

/// What a sweep has done of a mode.
#[derive(Clone, Copy, Default)]
pub(super) struct Swept {
    pub(super) comparisons: u64,
    pub(super) units_done: usize,
    pub(super) units: usize,
}

impl Evidence {
    /// Takes a line of the proof's table in.
    pub(in crate::check) fn line(&mut self, solver: &str, line: &Line) {
        let proof = self.proof.get_or_insert_with(|| ProofSeen {
            solver: solver.to_owned(),
            modes: HashMap::new(),
            rivals: HashMap::new(),
        });
        match line {
            Line::Mode(mode, verdict, _) => {
                proof.modes.insert(*mode, verdict.clone());
            }
            Line::Rival(rival, mode, verdict, _) => {
                proof.rivals.insert((rival.name, *mode), verdict.clone());
            }
            Line::Transcription { .. } | Line::Lemma(..) | Line::Selectors { .. } => {}
        }
    }

    /// Whether a row's second model was proved equal to the unit in a mode, for all inputs and dtypes.
    pub(super) fn proves_equal(&self, row: &Divergence, mode: Mode) -> bool {
        let Some(proof) = &self.proof else { return false };
        let mut rivals = rivals_of(row).map(|rival| proof.rivals.get(&(rival.name, mode))).peekable();
        rivals.peek().is_some() && rivals.all(|verdict| verdict == Some(&RivalVerdict::Equal))
    }

    /// Takes a sweep of a plan in.
    pub(in crate::check) fn sweep(&mut self, plan: &Plan, report: &Report) {
        let mut modes: HashMap<Mode, Swept> = HashMap::new();
        for (index, unit) in plan.units().iter().enumerate() {
            let swept = modes.entry(unit.mode.with_first_selectors()).or_default();
            swept.units += 1;
            if report.is_done(index) {
                swept.units_done += 1;
                swept.comparisons += unit.comparisons();
            }
        }
        self.sweep = Some(SweepSeen {
            comparisons: report.comparisons,
            units_done: report.units_done(),
            units: report.units,
            modes,
            groups: report.groups.clone(),
        });
    }
}

impl SweepSeen {
    /// The differences of a mode.
    pub(super) fn differences(&self, mode: Mode) -> Option<&Group> {
        self.groups.get(&instruction(mode).to_string())
    }
}

/// The rivals of the proof that are a row's second model: for P10 one for each dtype, for what ptxas emits none.
pub(super) fn rivals_of(row: &Divergence) -> impl Iterator<Item = &'static Rival> {
    RIVALS.iter().filter(move |rival| rival.row == row.id)
}
