//! The checks that run with the report: the proof, a sweep.

use std::collections::HashMap;

use vmad_unit::{Operation, vmad::Mode};
use vmad_xcheck::{
    interpretation::Interpretation,
    proof::{
        prover::{Comparison, Verdict as Proof},
        table::Line,
    },
    spelling::instruction,
    sweep::{Group, Plan, Report},
};

/// The evidence of the page.
#[derive(Default)]
pub(in crate::check) struct Evidence {
    pub(super) proof: Option<ProofSeen>,
    pub(super) sweep: Option<SweepSeen>,
}

/// The lines of a proof.
pub(super) struct ProofSeen {
    pub(super) solver: String,
    pub(super) modes: HashMap<Mode, Proof>,
    pub(super) alternatives: HashMap<(&'static str, Mode), Comparison>,
}

/// The comparisons of a sweep by mode.
pub(super) struct SweepSeen {
    pub(super) comparisons: u64,
    pub(super) units_done: u32,
    pub(super) units: u32,
    pub(super) modes: HashMap<Mode, Swept>,
    /// Keyed by the text of the mode's instruction.
    pub(super) groups: std::collections::BTreeMap<String, Group>,
}

/// The comparisons of a sweep in a mode.
#[derive(Clone, Copy, Default)]
pub(super) struct Swept {
    pub(super) comparisons: u64,
    pub(super) units_done: usize,
    pub(super) units: usize,
}

impl Evidence {
    /// Adds a line of the proof's table.
    pub(in crate::check) fn line(&mut self, solver: &str, line: &Line) {
        let proof = self.proof.get_or_insert_with(|| ProofSeen {
            solver: solver.to_owned(),
            modes: HashMap::new(),
            alternatives: HashMap::new(),
        });
        match line {
            Line::Mode(mode, verdict, _) => {
                proof.modes.insert(*mode, verdict.clone());
            }
            Line::Alternative(alternative, mode, verdict, _) => {
                proof.alternatives.insert((alternative.name, *mode), verdict.clone());
            }
            Line::TermCheck { .. }
            | Line::Lemma(..)
            | Line::Selectors { .. }
            | Line::Foundation { .. }
            | Line::Group(..)
            | Line::Reading(..) => {}
        }
    }

    /// Whether the other model of a row is proved equal to the unit in a mode, for all inputs and dtypes.
    pub(super) fn proves_equal(&self, row: &Interpretation, mode: Mode) -> bool {
        let Some(proof) = &self.proof else { return false };
        let verdicts = row.alternatives().map(|it| proof.alternatives.get(&(it.name, mode)));
        let mut verdicts = verdicts.peekable();
        verdicts.peek().is_some() && verdicts.all(|verdict| verdict == Some(&Comparison::Equal))
    }

    /// Adds a sweep of a plan.
    pub(in crate::check) fn sweep(&mut self, plan: &Plan, report: &Report) {
        let mut modes: HashMap<Mode, Swept> = HashMap::new();
        for (index, unit) in plan.units().iter().enumerate() {
            let Operation::Vmad(mode) = unit.operation else { continue };
            let swept = modes.entry(mode.with_first_selectors()).or_default();
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
