//! The results of the proof and of a sweep, by mode.

use std::collections::HashMap;

use serde::Serialize;
use vmad_unit::Operation;
use vmad_xcheck::{
    divergence::Cell,
    family::{specified, with_first_selectors},
    interpretation::{ALTERNATIVES, Alternative},
    proof::{
        family::{Difference, reading_modes},
        prover::{Comparison, Verdict as Proof},
        table::Line,
    },
    sweep::{Group, Plan, Report},
};

use crate::count::{count, grouped};

/// The state of a mode, in the order of a legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum State {
    /// A difference is known.
    Differs,
    /// Equal for all inputs.
    Proved,
    /// The solver did not decide.
    Unknown,
    /// No difference was found.
    Equal,
    /// Not compared: no PTX specifies the mode, or a row of the map is not about it.
    None,
}

/// One result of the proof: its state, and a sentence.
#[derive(Clone)]
pub(super) struct Found(State, String);

/// All results besides those of the corner grid.
#[derive(Default)]
pub(super) struct Evidence {
    /// The version of the solver, if a proof ran.
    pub(super) solver: Option<String>,
    /// The proof that the unit equals PTX.
    proof: HashMap<Operation, Found>,
    /// The proofs for a row of the map: one for each of its alternatives.
    rows: HashMap<(&'static str, Operation), Vec<Found>>,
    pub(super) sweep: Option<Swept>,
}

/// The comparisons of a sweep.
pub(super) struct Swept {
    /// A sentence with the totals.
    pub(super) totals: String,
    modes: HashMap<Operation, Comparisons>,
    /// The modes with differences.
    groups: HashMap<Operation, Group>,
}

/// The comparisons in one mode.
#[derive(Default)]
struct Comparisons {
    done: u64,
    units_done: usize,
    units: usize,
}

impl Evidence {
    /// Adds a line of the proof's table.
    pub(super) fn line(&mut self, solver: &str, line: &Line) {
        self.solver.get_or_insert_with(|| solver.to_owned());
        match line {
            Line::Mode(mode, verdict, _) => self.unit((*mode).into(), verdict),
            Line::Group(group, verdict, _) => {
                let is_shown =
                    |mode: &&Operation| with_first_selectors(**mode) == **mode && specified(mode).is_some();
                group.modes.iter().filter(is_shown).for_each(|mode| self.unit(*mode, &Proof::Proved));
                for Difference { operation, inputs: [a, b, c], results: [unit, ptx] } in &verdict.refuted {
                    let text = format!(
                        "refuted: a = {a:#010x}, b = {b:#010x}, c = {c:#010x}: {unit:#010x} in the unit, {ptx:#010x} in PTX"
                    );
                    self.proof.insert(*operation, Found(State::Differs, text));
                }
                for (mode, why) in &verdict.unknown {
                    self.unit(*mode, &Proof::Unknown(why.clone()));
                }
            }
            Line::Alternative(alternative, mode, verdict, _) => {
                let Alternative { name, row, .. } = *alternative;
                let several = ALTERNATIVES.iter().filter(|it| it.row.id == row.id).count() > 1;
                let name = if several { format!("{name}: ") } else { String::new() };
                let condition = alternative.condition(*mode).map(|it| it.to_string());
                self.row(row.id.name(), (*mode).into(), &name, verdict.into(), condition);
            }
            Line::Reading(row, verdict, _) => {
                let mut of: HashMap<_, _> =
                    reading_modes(row).into_iter().map(|mode| (mode, Came::Equal)).collect();
                of.extend(verdict.differs.iter().map(|it| (it.operation, Came::Differs)));
                of.extend(verdict.unforeseen.iter().map(|it| (it.operation, Came::Unforeseen)));
                of.extend(verdict.unknown.iter().map(|(mode, why)| (*mode, Came::Unknown(why))));
                for (mode, came) in of {
                    self.row(row.id, mode, "", came, None);
                }
            }
            Line::TermCheck { .. } | Line::Lemma(..) | Line::Selectors { .. } | Line::Foundation { .. } => {}
        }
    }

    fn unit(&mut self, mode: Operation, verdict: &Proof) {
        let found = match verdict {
            Proof::Proved => Found(State::Proved, "equal for all 2^96 inputs: proved".to_owned()),
            Proof::Refuted(it) => {
                let [a, b, c] = it.inputs;
                let text = format!(
                    "refuted: a = {a:#010x}, b = {b:#010x}, c = {c:#010x}: {} is {} in the unit, {} in PTX",
                    it.wire, it.unit, it.manual
                );
                Found(State::Differs, text)
            }
            Proof::Unknown(why) => Found(State::Unknown, format!("not decided: {why}")),
        };
        self.proof.insert(mode, found);
    }

    fn row(&mut self, row: &'static str, mode: Operation, name: &str, came: Came, condition: Option<String>) {
        let (state, text) = match (came, condition) {
            (Came::Equal, _) => (State::Proved, "equal for all inputs: proved".to_owned()),
            (Came::Differs, Some(it)) => (State::Differs, format!("differs exactly if {it}: proved")),
            (Came::Differs, None) => {
                (State::Differs, "differs on some inputs: the proof found some".to_owned())
            }
            (Came::Unforeseen, _) => (State::Unknown, "the condition is refuted".to_owned()),
            (Came::Unknown(why), _) => (State::Unknown, format!("not decided: {why}")),
        };
        self.rows.entry((row, mode)).or_default().push(Found(state, format!("{name}{text}")));
    }

    /// Adds the report of a sweep.
    pub(super) fn sweep(&mut self, report: &Report) {
        let plan = Plan::new(report.scope.clone());
        let mut modes: HashMap<Operation, Comparisons> = HashMap::new();
        for (index, unit) in plan.units().iter().enumerate() {
            let mode = modes.entry(with_first_selectors(unit.operation)).or_default();
            mode.units += 1;
            if report.is_done(index) {
                mode.units_done += 1;
                mode.done += unit.comparisons();
            }
        }
        let of = |group: &Group| plan.units().get(group.unit as usize).map(|unit| unit.operation);
        let groups = report.groups.values().filter_map(|group| Some((of(group)?, group.clone())));
        let groups: HashMap<_, _> = groups.map(|(mode, group)| (with_first_selectors(mode), group)).collect();
        let totals = format!(
            "Sweep of {}: {} comparisons, {} of {} units; different in {}.",
            report.scope,
            grouped(report.comparisons as usize),
            grouped(report.units_done() as usize),
            grouped(report.units as usize),
            count(groups.len(), "mode")
        );
        self.sweep = Some(Swept { totals, modes, groups });
    }

    /// Whether the unit equals PTX in a mode, and a sentence for each check. A difference of any check comes first, then the
    /// proof.
    pub(super) fn of(&self, cell: &Cell) -> (State, Vec<String>) {
        let proof = self.proof.get(&cell.operation);
        let group = self.sweep.as_ref().and_then(|it| it.groups.get(&cell.operation));
        let proved = proof.map(|it| it.0);
        let state = if cell.difference.is_some() || group.is_some() || proved == Some(State::Differs) {
            State::Differs
        } else {
            proved.unwrap_or(if cell.ptx.is_some() { State::Equal } else { State::None })
        };
        let mut known: Vec<_> = proof.map(|it| it.1.clone()).into_iter().collect();
        known.extend(self.sweep.as_ref().map(|sweep| sweep.of(&cell.operation)));
        known.push(match &cell.difference {
            None if cell.ptx.is_none() => "no PTX specifies it".to_owned(),
            None => format!("equal on {} corner inputs", grouped(cell.runs)),
            Some(example) => {
                let ([a, b, c], [unit, ptx]) = (example.inputs, example.results);
                format!("different on a = {a:#010x}, b = {b:#010x}, c = {c:#010x}: {unit:#010x} in the unit, {ptx:#010x} in PTX")
            }
        });
        (state, known)
    }

    /// Whether every alternative of a row is proved equal to the unit in a mode, and a sentence for each alternative.
    pub(super) fn of_row(&self, row: &'static str, mode: Operation) -> (bool, impl Iterator<Item = String>) {
        let found = self.rows.get(&(row, mode)).map_or(&[][..], Vec::as_slice);
        let is_proved = !found.is_empty() && found.iter().all(|it| it.0 == State::Proved);
        (is_proved, found.iter().map(|it| it.1.clone()))
    }

    /// How many of a row's results in the modes of an instruction are decided, of how many.
    pub(super) fn decided(&self, row: &str, mnemonic: &str) -> [usize; 2] {
        let of = self.rows.iter().filter(|((name, mode), _)| *name == row && mode.mnemonic() == mnemonic);
        let of: Vec<_> = of.flat_map(|(_, found)| found).collect();
        [of.iter().filter(|it| it.0 != State::Unknown).count(), of.len()]
    }

    /// The number of modes that are proved, of how many.
    pub(super) fn proved(&self) -> [usize; 2] {
        [self.proof.values().filter(|it| it.0 == State::Proved).count(), self.proof.len()]
    }
}

impl Swept {
    fn of(&self, mode: &Operation) -> String {
        let none = Comparisons::default();
        let Comparisons { done, units_done, units } = self.modes.get(mode).unwrap_or(&none);
        match self.groups.get(mode) {
            Some(Group { count: number, first, .. }) => format!(
                "{} in the sweep, as in {} on a = {}, b = {}, c = {}: {} in the unit, {} in PTX",
                count(*number, "difference"),
                first.ptx,
                first.inputs[0],
                first.inputs[1],
                first.inputs[2],
                first.sass_result,
                first.ptx_result
            ),
            None if *units_done == 0 => "not reached by the sweep".to_owned(),
            None => format!(
                "equal on {} comparisons of the sweep, {units_done} of its {}",
                grouped(*done as usize),
                count(*units, "unit")
            ),
        }
    }
}

/// The result of the proof for a row of the map.
enum Came<'a> {
    Equal,
    Differs,
    /// The row does not name the difference.
    Unforeseen,
    Unknown(&'a str),
}

impl<'a> From<&'a Comparison> for Came<'a> {
    fn from(verdict: &'a Comparison) -> Self {
        match verdict {
            Comparison::Equal => Self::Equal,
            Comparison::Differs(_) => Self::Differs,
            Comparison::Unforeseen(_) => Self::Unforeseen,
            Comparison::Unknown(why) => Self::Unknown(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use vmad_xcheck::divergence::Matrix;

    use super::*;

    /// A mode is never called equal or proved if a check found a difference.
    #[test]
    fn a_difference_outweighs_a_proof() {
        let mut cells = Matrix::new("VABSDIFF4").expect("the map is right").cells;
        cells.retain(|cell| cell.ptx.is_some());
        let (cell, other) = (&cells[0], &cells[1]);
        let mut evidence = Evidence::default();
        assert_eq!(evidence.of(cell).0, State::Equal);
        for (verdict, state) in
            [(Proof::Unknown("time".to_owned()), State::Unknown), (Proof::Proved, State::Proved)]
        {
            evidence.unit(cell.operation, &verdict);
            assert_eq!([evidence.of(cell).0, evidence.of(other).0], [state, State::Equal]);
        }
        let first = vmad_xcheck::sweep::Difference {
            sass: String::new(),
            sass_result: String::new(),
            ptx: String::new(),
            ptx_result: String::new(),
            inputs: Default::default(),
        };
        let groups = HashMap::from([(cell.operation, Group { count: 1, unit: 0, first })]);
        evidence.sweep = Some(Swept { totals: String::new(), modes: HashMap::new(), groups });
        assert_eq!([evidence.of(cell).0, evidence.of(other).0], [State::Differs, State::Equal]);
        let without = Cell { ptx: None, ..other.clone() };
        assert_eq!(
            evidence.of(&without),
            (State::None, vec!["not reached by the sweep".to_owned(), "no PTX specifies it".to_owned()])
        );
    }

    /// A row with several alternatives is proved if all of them are.
    #[test]
    fn a_row_is_proved_if_all_its_alternatives_are() {
        let mode = vmad_unit::vmad::Mode::modes().next().expect("a mode").into();
        let mut evidence = Evidence::default();
        assert!(!evidence.of_row("P10", mode).0);
        evidence.row("P10", mode, "P10-u32: ", Came::Equal, None);
        assert!(evidence.of_row("P10", mode).0);
        for came in [Came::Differs, Came::Unforeseen, Came::Unknown("time")] {
            evidence.row("P10", mode, "P10-s32: ", came, None);
            assert!(!evidence.of_row("P10", mode).0);
            evidence.rows.get_mut(&("P10", mode)).expect("a row").pop();
        }
        evidence.row("P10", mode, "P10-s32: ", Came::Unknown("time"), None);
        assert_eq!(evidence.decided("P10", "VMAD"), [1, 2]);
        let texts: Vec<_> = evidence.of_row("P10", mode).1.collect();
        assert_eq!(texts, ["P10-u32: equal for all inputs: proved", "P10-s32: not decided: time"]);
    }
}
