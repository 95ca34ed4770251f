//! The results of the proof by mode.

use std::collections::HashMap;

use crate::{RIVALS, divergence::Cell, map, proof::rival};
use serde::Serialize;
use vmad_message::count::grouped;
use vmad_proof::{
    confirm::Counterexample,
    meaning::specified,
    rival::{Differs, Rival},
    table::{Line, Subject},
};
use vmad_unit::{Kind, Operation};

/// The state of a mode, in the order of a legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
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
type Found = (State, String);

/// All results besides those of the corner grid.
#[derive(Default)]
pub struct Evidence {
    /// The version of the solver, if a proof ran.
    pub solver: Option<String>,
    /// The proof that the unit equals PTX.
    proof: HashMap<Operation, Found>,
    /// The proofs for a row of the map: one for each of its alternatives.
    rows: HashMap<(&'static str, Operation), Vec<Found>>,
}

impl Evidence {
    /// Adds a line of the proof's table.
    pub fn line(&mut self, solver: &str, line: &Line) {
        self.solver.get_or_insert_with(|| solver.to_owned());
        let verdicts = &line.verdicts;
        let undecided = verdicts
            .unknown
            .iter()
            .filter_map(|(mode, why)| Some(((*mode)?, (State::Unknown, format!("not decided: {why}")))));
        match &line.subject {
            Subject::Modes(group) => {
                let is_shown =
                    |mode: &&Operation| mode.with_first_selectors() == **mode && specified(mode).is_some();
                let proved = || (State::Proved, "equal for all 2^96 inputs: proved".to_owned());
                self.proof.extend(group.modes.iter().filter(is_shown).map(|mode| (*mode, proved())));
                self.proof.extend(verdicts.refuted.iter().map(|it| (it.operation, refuted(it))));
                self.proof.extend(undecided);
            }
            Subject::Rival { name, modes } => {
                let Some(rival) = rival(name) else { return };
                let equal = || (State::Proved, "equal for all inputs: proved".to_owned());
                let mut of: HashMap<_, _> = modes.iter().map(|mode| (*mode, equal())).collect();
                of.extend(verdicts.differs.iter().map(|it| {
                    let text = match rival.differs(&it.operation) {
                        Differs::Where(condition) => format!("differs exactly if {condition}: proved"),
                        Differs::Never | Differs::Somewhere => {
                            "differs on some inputs: the proof found some".to_owned()
                        }
                    };
                    (it.operation, (State::Differs, text))
                }));
                // The row does not name the difference.
                let unforeseen = || (State::Unknown, "the condition is refuted".to_owned());
                of.extend(verdicts.refuted.iter().map(|it| (it.operation, unforeseen())));
                of.extend(undecided);
                let row = map::row_of(rival).id;
                let several = RIVALS.iter().filter(|it| map::row_of(it).id == row).count() > 1;
                let prefix = if several { format!("{name}: ") } else { String::new() };
                for (mode, (state, text)) in of {
                    self.rows.entry((row, mode)).or_default().push((state, format!("{prefix}{text}")));
                }
            }
            Subject::Terms { .. } | Subject::Lemma(_) | Subject::Bases(_) => {}
        }
    }

    /// Whether the unit equals PTX in a mode, and a sentence for each check. A difference of any check comes first, then the
    /// proof.
    pub fn of(&self, cell: &Cell) -> (State, Vec<String>) {
        let proof = self.proof.get(&cell.operation);
        let proved = proof.map(|it| it.0);
        let state = if cell.difference.is_some() || proved == Some(State::Differs) {
            State::Differs
        } else {
            proved.unwrap_or(if cell.ptx.is_some() { State::Equal } else { State::None })
        };
        let mut known: Vec<_> = proof.map(|it| it.1.clone()).into_iter().collect();
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
    pub fn of_row(&self, row: &'static str, mode: Operation) -> (bool, impl Iterator<Item = String>) {
        let found = self.rows.get(&(row, mode)).map_or(&[][..], Vec::as_slice);
        let is_proved = !found.is_empty() && found.iter().all(|it| it.0 == State::Proved);
        (is_proved, found.iter().map(|it| it.1.clone()))
    }

    /// How many of a row's results in the modes of an instruction are decided, of how many.
    pub fn decided(&self, row: &str, kind: Kind) -> [usize; 2] {
        let of = self.rows.iter().filter(|((name, mode), _)| *name == row && mode.kind() == kind);
        let of: Vec<_> = of.flat_map(|(_, found)| found).collect();
        [of.iter().filter(|it| it.0 != State::Unknown).count(), of.len()]
    }

    /// The number of modes that are proved, of how many.
    pub fn proved(&self) -> [usize; 2] {
        [self.proof.values().filter(|it| it.0 == State::Proved).count(), self.proof.len()]
    }
}

/// The inputs on which the unit and the PTX differ.
fn refuted(it: &Counterexample) -> Found {
    let [a, b, c] = it.inputs;
    let text = format!(
        "refuted: a = {a:#010x}, b = {b:#010x}, c = {c:#010x}: {} is {} in the unit, {} in PTX",
        it.wire, it.unit, it.manual
    );
    (State::Differs, text)
}
