//! The checks that run with the report: the proof, a sweep.

use std::collections::HashMap;

use vmad_unit::Operation;
use vmad_xcheck::{
    family::{specified, with_first_selectors},
    interpretation::{ALTERNATIVES, FAMILY_ROWS},
    proof::{
        confirm::Counterexample,
        family::{Difference, reading_modes},
        prover::{Comparison, Verdict as Proof},
        table::Line,
    },
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
    pub(super) modes: HashMap<Operation, Proof>,
    /// Keyed by the name of the alternative, or of the row.
    pub(super) alternatives: HashMap<(&'static str, Operation), Comparison>,
}

/// The comparisons of a sweep by mode.
pub(super) struct SweepSeen {
    /// Of what it is, and whether it is a sample.
    pub(super) scope: String,
    pub(super) comparisons: u64,
    pub(super) units_done: u32,
    pub(super) units: u32,
    modes: HashMap<Operation, Swept>,
    /// The modes with differences.
    pub(super) groups: HashMap<Operation, Group>,
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
        let modes = &mut proof.modes;
        let alternatives = &mut proof.alternatives;
        match line {
            Line::Mode(mode, verdict, _) => {
                modes.insert((*mode).into(), verdict.clone());
            }
            Line::Group(group, verdict, _) => {
                let is_shown =
                    |mode: &&Operation| with_first_selectors(**mode) == **mode && specified(mode).is_some();
                let shown = group.modes.iter().filter(is_shown);
                modes.extend(shown.map(|mode| (*mode, Proof::Proved)));
                modes.extend(verdict.refuted.iter().map(|it| (it.operation, Proof::Refuted(example(it)))));
                let unknown = verdict.unknown.iter();
                modes.extend(unknown.map(|(mode, why)| (*mode, Proof::Unknown(why.clone()))));
            }
            Line::Alternative(alternative, mode, verdict, _) => {
                alternatives.insert((alternative.name, (*mode).into()), verdict.clone());
            }
            Line::Reading(row, verdict, _) => {
                let equal = reading_modes(row).into_iter().map(|mode| ((row.id, mode), Comparison::Equal));
                alternatives.extend(equal);
                let differs = verdict.differs.iter();
                let unforeseen = verdict.unforeseen.iter();
                let unknown = verdict.unknown.iter();
                alternatives
                    .extend(differs.map(|it| ((row.id, it.operation), Comparison::Differs(example(it)))));
                alternatives.extend(
                    unforeseen.map(|it| ((row.id, it.operation), Comparison::Unforeseen(example(it)))),
                );
                alternatives
                    .extend(unknown.map(|(mode, why)| ((row.id, *mode), Comparison::Unknown(why.clone()))));
            }
            Line::TermCheck { .. } | Line::Lemma(..) | Line::Selectors { .. } | Line::Foundation { .. } => {}
        }
    }

    /// Whether a row is proved equal to the unit in a mode, for all inputs and dtypes.
    pub(super) fn proves_equal(&self, row: &str, mode: Operation) -> bool {
        let mut verdicts = self.verdicts(row, mode).peekable();
        verdicts.peek().is_some() && verdicts.all(|(_, verdict)| verdict == Some(&Comparison::Equal))
    }

    /// The result of the proof for a row in a mode: of `VMAD` one for each alternative of the row.
    pub(super) fn verdicts(
        &self,
        row: &str,
        mode: Operation,
    ) -> impl Iterator<Item = (&'static str, Option<&Comparison>)> {
        let proof = self.proof.as_ref();
        let verdict = move |name| (name, proof.and_then(|proof| proof.alternatives.get(&(name, mode))));
        names(row).into_iter().map(verdict)
    }

    /// Adds a sweep of a plan.
    pub(in crate::check) fn sweep(&mut self, plan: &Plan, report: &Report) {
        let mut modes: HashMap<Operation, Swept> = HashMap::new();
        for (index, unit) in plan.units().iter().enumerate() {
            let swept = modes.entry(with_first_selectors(unit.operation)).or_default();
            swept.units += 1;
            if report.is_done(index) {
                swept.units_done += 1;
                swept.comparisons += unit.comparisons();
            }
        }
        let of = |group: &Group| plan.units().get(group.unit as usize).map(|unit| unit.operation);
        let groups = report.groups.values().filter_map(|group| Some((of(group)?, group.clone())));
        self.sweep = Some(SweepSeen {
            scope: report.scope.to_string(),
            comparisons: report.comparisons,
            units_done: report.units_done(),
            units: report.units,
            modes,
            groups: groups.map(|(mode, group)| (with_first_selectors(mode), group)).collect(),
        });
    }
}

impl ProofSeen {
    /// How many cases of a row in the modes of an instruction have a result, and how many are decided.
    pub(super) fn decided(&self, row: &str, mnemonic: &str) -> (usize, usize) {
        let names = names(row);
        let verdicts = self.alternatives.iter();
        let of_row = verdicts.filter(|((name, mode), _)| names.contains(name) && mode.mnemonic() == mnemonic);
        of_row.fold((0, 0), |(all, decided), (_, verdict)| {
            let is_decided = matches!(verdict, Comparison::Equal | Comparison::Differs(_));
            (all + 1, decided + usize::from(is_decided))
        })
    }
}

impl SweepSeen {
    /// The comparisons of a mode.
    pub(super) fn of(&self, mode: &Operation) -> Swept {
        self.modes.get(mode).copied().unwrap_or_default()
    }
}

/// The names under which the proof has a row: those of its alternatives, or its own.
fn names(row: &str) -> Vec<&'static str> {
    let of_vmad = ALTERNATIVES.iter().filter(|it| it.row.id.name() == row).map(|it| it.name);
    let of_family = FAMILY_ROWS.iter().filter(|it| it.id == row).map(|it| it.id);
    of_vmad.chain(of_family).collect()
}

fn example(it: &Difference) -> Counterexample {
    let [unit, manual] = it.results.map(i128::from);
    Counterexample { inputs: it.inputs, wire: "result", unit, manual }
}
