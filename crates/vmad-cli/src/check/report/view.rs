//! The views of a matrix: the meanings of its colours and signs.

use vmad_sass::Arch;
use vmad_xcheck::{
    divergence::{Cell, CellState, Matrix, MatrixRow},
    map,
    proof::prover::Verdict as Proof,
    row::Domain,
};

use super::evidence::Evidence;

/// A view: one state for each cell.
pub(super) struct View {
    /// Its number on the page.
    pub(super) number: usize,
    /// The label of its control.
    pub(super) label: String,
    /// The meaning of its cells.
    pub(super) title: String,
    /// The states that occur, in their order.
    pub(super) states: Vec<State>,
    /// The index of the state of each cell.
    pub(super) cells: Vec<usize>,
}

/// A state: one entry of the legend.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct State {
    /// The position in the legend.
    order: usize,
    /// The sign in the cell.
    pub(super) sign: String,
    /// The name of the colour.
    pub(super) tone: String,
    pub(super) meaning: String,
    /// How many cells have it.
    pub(super) count: usize,
    /// The classes of the cells that have it, as a selector.
    pub(super) classes: String,
}

impl State {
    fn new(
        order: usize,
        sign: impl Into<String>,
        tone: impl Into<String>,
        meaning: impl Into<String>,
    ) -> Self {
        let (sign, tone, meaning) = (sign.into(), tone.into(), meaning.into());
        Self { order, sign, tone, meaning, count: 0, classes: String::new() }
    }
}

impl View {
    fn new(label: &str, title: impl Into<String>, cells: &[Cell], state: impl Fn(&Cell) -> State) -> Self {
        let of_cells: Vec<_> = cells.iter().map(state).collect();
        let mut states = of_cells.clone();
        states.sort();
        states.dedup();
        let index = |state: &State| states.iter().position(|it| it == state).unwrap_or_default();
        let cells: Vec<_> = of_cells.iter().map(index).collect();
        for (index, state) in states.iter_mut().enumerate() {
            state.count = cells.iter().filter(|cell| **cell == index).count();
        }
        Self { number: 0, label: label.to_owned(), title: title.into(), states, cells }
    }

    /// All views: the number of differences, the unit, the code of ptxas, and each row.
    pub(super) fn all(mnemonic: &str, matrix: &Matrix, evidence: &Evidence) -> Vec<Self> {
        let cells = &matrix.cells;
        let mut views = vec![
            Self::new("All", "how many interpretations differ in the mode", cells, count),
            Self::new("Unit and PTX", "whether the unit equals the default reading of PTX", cells, |cell| {
                unit(cell, evidence)
            }),
            Self::new(
                "ptxas",
                format!(
                    "the architectures for which ptxas 12.9 compiles the PTX of the mode to a {mnemonic}"
                ),
                cells,
                |cell| emitted(mnemonic, cell),
            ),
        ];
        views.extend(matrix.rows.iter().enumerate().map(|(at, row)| {
            Self::new(row.name, row.title, cells, |cell| {
                stand(row, &cell.states[at], evidence.proves_equal(row.name, cell.operation))
            })
        }));
        views
    }
}

/// The number of rows that differ.
fn count(cell: &Cell) -> State {
    match cell.states.iter().filter(|stand| matches!(stand, CellState::Differs(_))).count() {
        0 => State::new(0, "=", "equal", "no difference"),
        1 => State::new(1, "1", "n1", "1 differs"),
        rows => {
            // There are six colours; the sign has the exact number.
            let tone = format!("n{}", rows.min(7));
            State::new(rows, rows.to_string(), tone, format!("{rows} differ"))
        }
    }
}

/// The evidence that the unit equals the default reading of PTX.
fn unit(cell: &Cell, evidence: &Evidence) -> State {
    let proof = evidence.proof.as_ref().and_then(|proof| proof.modes.get(&cell.operation));
    let swept = evidence.sweep.as_ref().is_some_and(|sweep| sweep.groups.contains_key(&cell.operation));
    if cell.difference.is_some() || swept || matches!(proof, Some(Proof::Refuted(_))) {
        State::new(0, "≠", "parts", "they differ")
    } else if proof == Some(&Proof::Proved) {
        State::new(1, "✓", "proved", "equal for all inputs: proved")
    } else if matches!(proof, Some(Proof::Unknown(_))) {
        State::new(2, "?", "outside", "not decided by the solver; no difference found")
    } else if cell.ptx.is_none() {
        State::new(4, "·", "outside", NO_PTX)
    } else {
        State::new(3, "=", "equal", "no difference found")
    }
}

const NO_PTX: &str = "no PTX specifies it";

/// The architectures for which ptxas emits the instruction.
fn emitted(mnemonic: &str, cell: &Cell) -> State {
    let numbers: Vec<_> = cell.lowered.iter().map(|arch| arch.number().to_string()).collect();
    match cell.lowered.len() {
        0 => State::new(2, "·", "outside", "no PTX produces it"),
        all if all == Arch::ALL.len() => {
            State::new(0, "V", "proved", format!("a {mnemonic} on sm_50 to sm_62"))
        }
        _ => State::new(
            1,
            "M",
            "equal",
            format!("a {mnemonic} only on sm_{}: none from sm_60 on", numbers.join(", ")),
        ),
    }
}

/// The state of a cell for a row.
fn stand(row: &MatrixRow, stand: &CellState, proved: bool) -> State {
    match stand {
        CellState::Differs(_) => State::new(0, "≠", "parts", "the two differ on some inputs"),
        CellState::Equal if proved => State::new(1, "✓", "proved", "equal for all inputs: proved"),
        CellState::Equal => State::new(2, "=", "equal", "no difference found"),
        CellState::Outside => {
            let meaning = match map::row(row.name).map(|it| it.domain) {
                Some(Domain::Decoupled) => "also a VMAD there",
                Some(Domain::ConstantA) => "a is not a word, so it cannot be a constant",
                Some(Domain::ConstantB) => "b is not a word, so it cannot be a constant",
                None | Some(Domain::Modes | Domain::Dtype(_) | Domain::Dtypes) => NO_PTX,
            };
            State::new(3, "·", "outside", meaning)
        }
    }
}

#[cfg(test)]
mod tests {
    use vmad_xcheck::proof::{
        family::{ReadingVerdict, reading_modes},
        table::Line,
    };

    use super::*;
    use crate::check::report::samples::{
        TIME, cells, corner, differing, differs, matrix, one_of_each, proof, sweep,
    };

    /// The sign, the colour and the meaning.
    fn look(state: &State) -> [&str; 3] {
        [&state.sign, &state.tone, &state.meaning]
    }

    const DIFFER: [&str; 3] = ["≠", "parts", "they differ"];
    const PROVED: [&str; 3] = ["✓", "proved", "equal for all inputs: proved"];
    const EQUAL: [&str; 3] = ["=", "equal", "no difference found"];

    /// A difference of any check comes first, then the proof.
    #[test]
    fn a_cell_has_the_strongest_evidence() {
        let mut cells = cells(5);
        let mut evidence = one_of_each(&cells);
        let unknown = ["?", "outside", "not decided by the solver; no difference found"];
        let looks = |cells: &[Cell], evidence: &Evidence| {
            cells.iter().map(|cell| look(&unit(cell, evidence)).map(str::to_owned)).collect::<Vec<_>>()
        };
        cells[4].ptx = None;
        let without = ["·", "outside", "no PTX specifies it"];
        assert_eq!(looks(&cells, &evidence), [PROVED, DIFFER, unknown, EQUAL, without]);
        let none = Evidence::default();
        assert_eq!(looks(&cells, &none), [EQUAL, EQUAL, EQUAL, EQUAL, without]);
        // The sweep has a difference in the fourth mode only.
        let modes: Vec<_> = cells.iter().map(|cell| cell.operation).collect();
        sweep(&mut evidence, &modes, 4, &[3]);
        assert_eq!(looks(&cells, &evidence), [PROVED, DIFFER, unknown, DIFFER, without]);
        sweep(&mut evidence, &modes, 4, &[0]);
        assert_eq!(looks(&cells[..1], &evidence), [DIFFER]);
        cells[3].difference = Some(corner("its PTX"));
        assert_eq!(looks(&cells[3..4], &none), [DIFFER]);
    }

    #[test]
    fn a_number_of_rows_has_its_colour() {
        let mut cells = cells(1);
        for (rows, expected) in [
            (0, ["=", "equal", "no difference"]),
            (1, ["1", "n1", "1 differs"]),
            (2, ["2", "n2", "2 differ"]),
            (6, ["6", "n6", "6 differ"]),
            (7, ["7", "n7", "7 differ"]),
            (9, ["9", "n7", "9 differ"]),
        ] {
            cells[0].states = vec![differing("its PTX", 1); rows];
            cells[0].states.extend([CellState::Equal, CellState::Outside]);
            assert_eq!(look(&count(&cells[0])), expected);
        }
    }

    #[test]
    fn the_architectures_are_a_state() {
        let mut cells = cells(1);
        let mut look = |archs: &[Arch]| {
            cells[0].lowered = archs.to_vec();
            look(&emitted("VSHL", &cells[0])).map(str::to_owned)
        };
        assert_eq!(look(&[]), ["·", "outside", "no PTX produces it"]);
        assert_eq!(look(&Arch::ALL), ["V", "proved", "a VSHL on sm_50 to sm_62"]);
        let some = ["M", "equal", "a VSHL only on sm_50, 52: none from sm_60 on"];
        assert_eq!(look(&Arch::ALL[..2]), some);
    }

    /// The state of a cell for a row, and why it is outside the row's domain.
    #[test]
    fn a_row_has_a_state_in_each_cell() {
        let row = |name| MatrixRow { name, ..matrix(Vec::new(), &[]).rows.remove(0) };
        let of = |name, state: &CellState, proved| look(&stand(&row(name), state, proved)).map(str::to_owned);
        for proved in [false, true] {
            let differs = ["≠", "parts", "the two differ on some inputs"];
            assert_eq!(of("P5", &differing("its PTX", 1), proved), differs);
            for (name, meaning) in [
                ("P5", "no PTX specifies it"),
                ("D3p", "also a VMAD there"),
                ("D4", "b is not a word, so it cannot be a constant"),
                ("D6", "a is not a word, so it cannot be a constant"),
                ("D1", "the interpretation is not about this mode"),
            ] {
                assert_eq!(of(name, &CellState::Outside, proved), ["·", "outside", meaning]);
            }
        }
        assert_eq!(of("P5", &CellState::Equal, true), PROVED);
        assert_eq!(of("P5", &CellState::Equal, false), EQUAL);
    }

    /// A view of a row has the proof of each cell's mode.
    #[test]
    fn views_count_their_states() {
        let p5 = vmad_xcheck::map::row("P5").expect("a row");
        let cells = cells(5);
        let is_proved = |cell: &Cell| reading_modes(p5).contains(&cell.operation);
        assert!(cells.iter().all(is_proved));
        let verdict = ReadingVerdict {
            differs: vec![differs(cells[1].operation)],
            unknown: vec![(cells[4].operation, "time".to_owned())],
            ..ReadingVerdict::default()
        };
        let evidence = proof([Line::Reading(p5, verdict, TIME)]);
        let states = [
            CellState::Equal,
            differing("its PTX", 1),
            CellState::Outside,
            CellState::Equal,
            CellState::Equal,
        ];
        let views = View::all("VSHL", &matrix(cells, &states), &evidence);
        let labels: Vec<_> = views.iter().map(|view| view.label.as_str()).collect();
        assert_eq!(labels, ["All", "Unit and PTX", "ptxas", "P5"]);
        let seen = |view: &View| {
            let states = view.states.iter().map(|it| (it.sign.clone(), it.count));
            (states.collect::<Vec<_>>(), view.cells.clone())
        };
        let state = |sign: &str, count| (sign.to_owned(), count);
        assert_eq!(seen(&views[0]), (vec![state("=", 4), state("1", 1)], vec![0, 1, 0, 0, 0]));
        assert_eq!(seen(&views[1]), (vec![state("=", 5)], vec![0; 5]));
        let of_p5 = vec![state("≠", 1), state("✓", 2), state("=", 1), state("·", 1)];
        assert_eq!(seen(&views[3]), (of_p5, vec![1, 0, 3, 1, 2]));
    }
}
