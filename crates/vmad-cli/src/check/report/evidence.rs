//! The checks that run with the report: the proof, a sweep.

use std::collections::HashMap;

use vmad_unit::Operation;
use vmad_xcheck::{
    family::{specified, with_first_selectors},
    map::{ALTERNATIVES, FAMILY_ROWS},
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
                alternatives.insert((alternative.id, (*mode).into()), verdict.clone());
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
    // P10 has a row for each dtype.
    let is_of = |id: &str| id == row || id.strip_prefix(row).is_some_and(|dtype| dtype.starts_with('-'));
    ALTERNATIVES.iter().chain(&FAMILY_ROWS).map(|it| it.id).filter(|id| is_of(id)).collect()
}

fn example(it: &Difference) -> Counterexample {
    let [unit, manual] = it.results.map(i128::from);
    Counterexample { inputs: it.inputs, wire: "result", unit, manual }
}

#[cfg(test)]
mod tests {
    use vmad_unit::vmad::Mode;
    use vmad_xcheck::{
        family::groups,
        proof::{
            family::{GroupVerdict, ReadingVerdict},
            lemma::Lemma,
        },
        row::Row,
        sweep::{Part, Unit},
    };

    use super::*;
    use crate::check::report::samples::{FAILS, TIME, differs, proof, sweep};

    fn modes(evidence: &Evidence) -> &HashMap<Operation, Proof> {
        &evidence.proof.as_ref().expect("a proof").modes
    }

    fn row(id: &str) -> &'static Row {
        FAMILY_ROWS.into_iter().find(|it| it.id == id).expect("a row")
    }

    #[test]
    fn a_mode_has_its_verdict() {
        let mode = Mode::modes().nth(5).expect("a mode");
        let evidence = proof([
            Line::Lemma(Lemma::Multiplier, Proof::Proved, TIME),
            Line::Mode(mode, Proof::Refuted(FAILS), TIME),
        ]);
        assert_eq!(modes(&evidence), &HashMap::from([(mode.into(), Proof::Refuted(FAILS))]));
        assert_eq!(evidence.proof.map(|proof| proof.solver).as_deref(), Some("z3 4.13"));
    }

    /// A mode is proved if its group is. The page has modes with PTX and the first selectors.
    #[test]
    fn a_group_proves_its_modes_of_the_page() {
        let [first, other] = [true, false].map(|is_first| {
            let is_wanted = |mode: Operation| (with_first_selectors(mode) == mode) == is_first;
            groups().find(|it| it.mnemonic == "VADD" && is_wanted(it.modes[0])).expect("a group")
        });
        let line = |group, verdict| Line::Group(group, verdict, TIME);
        assert_eq!(modes(&proof([line(other, GroupVerdict::default())])).len(), 0);
        let mut wanted: Vec<_> =
            first.modes.iter().copied().filter(|mode| specified(mode).is_some()).collect();
        wanted.sort();
        assert_eq!((wanted.len(), first.modes.len()), (64, 128));
        let evidence = proof([line(first.clone(), GroupVerdict::default())]);
        let mut found: Vec<_> = modes(&evidence).keys().copied().collect();
        found.sort();
        assert_eq!(found, wanted);
        assert!(modes(&evidence).values().all(|verdict| *verdict == Proof::Proved));
        let (refuted, unknown) = (vec![differs(wanted[3])], vec![(wanted[4], "time".to_owned())]);
        let evidence = proof([line(first, GroupVerdict { refuted, unknown, ..GroupVerdict::default() })]);
        let modes = modes(&evidence);
        assert_eq!(modes.values().filter(|verdict| **verdict == Proof::Proved).count(), 62);
        assert_eq!(modes[&wanted[3]], Proof::Refuted(FAILS));
        assert_eq!(modes[&wanted[4]], Proof::Unknown("time".to_owned()));
    }

    /// P10 has an alternative for each dtype: it is equal if both are.
    #[test]
    fn a_row_is_equal_if_all_its_alternatives_are() {
        let all: Vec<_> = Mode::modes().take(5).collect();
        let named = |name| ALTERNATIVES.into_iter().find(|it| it.id == name).expect("an alternative");
        let line = |name, mode: usize, verdict| Line::Alternative(named(name), all[mode], verdict, TIME);
        let unknown = Comparison::Unknown("time".to_owned());
        let evidence = proof([
            line("P10-u32", 0, Comparison::Equal),
            line("P10-s32", 0, Comparison::Equal),
            line("P10-u32", 1, Comparison::Equal),
            line("P10-s32", 1, Comparison::Differs(FAILS)),
            line("P10-u32", 2, Comparison::Equal),
            line("P10-u32", 3, Comparison::Unforeseen(FAILS)),
            line("P10-s32", 3, unknown.clone()),
            line("D1", 4, Comparison::Equal),
        ]);
        let equal = |row| [0, 1, 2, 3, 4].map(|mode| evidence.proves_equal(row, all[mode].into()));
        assert_eq!(equal("P10"), [true, false, false, false, false]);
        assert_eq!(equal("D1"), [false, false, false, false, true]);
        assert_eq!(equal("D3"), [false; 5], "it has no alternative");
        let verdicts = |mode: usize| evidence.verdicts("P10", all[mode].into()).collect::<Vec<_>>();
        let unforeseen = Comparison::Unforeseen(FAILS);
        assert_eq!(verdicts(3), [("P10-u32", Some(&unforeseen)), ("P10-s32", Some(&unknown))]);
        assert_eq!(verdicts(4), [("P10-u32", None), ("P10-s32", None)]);
        let proof = evidence.proof.as_ref().expect("a proof");
        assert_eq!(proof.decided("P10", "VMAD"), (7, 5));
        assert_eq!(proof.decided("D1", "VMAD"), (1, 1));
        assert_eq!(proof.decided("D1", "VADD"), (0, 0));
        assert!(!Evidence::default().proves_equal("P10", all[0].into()));
    }

    /// A reading of the family is equal in the modes that its line does not list.
    #[test]
    fn a_reading_has_a_result_for_each_mode() {
        let row = row("P6");
        assert_eq!(row.instructions, ["VSHR"]);
        let all = reading_modes(row);
        let verdict = ReadingVerdict {
            differs: vec![differs(all[0])],
            unforeseen: vec![differs(all[1])],
            unknown: vec![(all[2], "time".to_owned())],
            ..ReadingVerdict::default()
        };
        let evidence = proof([Line::Reading(row, verdict, TIME)]);
        let expected = [
            Comparison::Differs(FAILS),
            Comparison::Unforeseen(FAILS),
            Comparison::Unknown("time".to_owned()),
            Comparison::Equal,
        ];
        for (mode, expected) in all.iter().zip(&expected) {
            assert_eq!(evidence.verdicts("P6", *mode).collect::<Vec<_>>(), [("P6", Some(expected))]);
            assert_eq!(evidence.proves_equal("P6", *mode), *expected == Comparison::Equal);
        }
        let proof = evidence.proof.as_ref().expect("a proof");
        assert_eq!(proof.decided("P6", "VSHR"), (all.len(), all.len() - 2));
        assert_eq!((proof.decided("P6", "VSHL"), proof.decided("P5", "VSHR")), ((0, 0), (0, 0)));
    }

    /// A mode has the units of all its selectors.
    #[test]
    fn a_sweep_is_counted_by_mode() {
        let is_of = |mode: &Mode, of: Mode| mode.with_first_selectors() == of;
        let [one, other, third] = [0, 500, 700].map(|at| Mode::modes().nth(at).expect("a mode"));
        let mut units: Vec<Operation> =
            Mode::all().filter(|it| is_of(it, one)).take(3).map(Into::into).collect();
        assert_eq!((units.len(), units[0]), (3, one.into()));
        units.push(other.into());
        let mut evidence = Evidence::default();
        sweep(&mut evidence, &units, 2, &[1, 9]);
        let seen = evidence.sweep.expect("a sweep");
        let of = |mode: Mode| {
            let Swept { comparisons, units_done, units } = seen.of(&mode.into());
            (comparisons, units_done, units)
        };
        let comparisons = Unit { part: Part::Corners, operation: one.into() }.comparisons();
        assert!(comparisons > 2);
        assert_eq!([of(one), of(other), of(third)], [(2 * comparisons, 2, 3), (0, 0, 1), (0, 0, 0)]);
        assert_eq!((seen.comparisons, seen.units_done, seen.units), (12345, 2, 4));
        // Unit 1 has other selectors, and no unit has number 9.
        assert_eq!(seen.groups.keys().copied().collect::<Vec<_>>(), [one.into()]);
    }
}
