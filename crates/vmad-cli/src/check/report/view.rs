//! The views of the matrix: what its colours and signs can stand for.

use vmad_sass::Arch;
use vmad_xcheck::{
    divergence::{Cell, Stand},
    interpretation::{Domain, INTERPRETATIONS, Id, Interpretation},
    proof::prover::Verdict as Proof,
};

use super::evidence::Evidence;

/// A view: one state for each cell.
pub(super) struct View {
    /// What the control that chooses it says.
    pub(super) label: String,
    /// What it shows.
    pub(super) title: String,
    /// The states that occur, in their order.
    pub(super) states: Vec<State>,
    /// Of each cell, the index of its state.
    pub(super) cells: Vec<usize>,
}

/// A state, as the legend has it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct State {
    /// Its place among the others.
    order: usize,
    /// Beside the colour.
    pub(super) sign: String,
    /// The name of the colour.
    pub(super) tone: String,
    pub(super) meaning: String,
    /// How many cells have it.
    pub(super) count: usize,
}

impl State {
    fn new(
        order: usize,
        sign: impl Into<String>,
        tone: impl Into<String>,
        meaning: impl Into<String>,
    ) -> Self {
        Self { order, sign: sign.into(), tone: tone.into(), meaning: meaning.into(), count: 0 }
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
        Self { label: label.to_owned(), title: title.into(), states, cells }
    }

    /// All of them: everything at once, the unit, what ptxas emits, and each row of the map.
    pub(super) fn all(cells: &[Cell], evidence: &Evidence) -> Vec<Self> {
        let mut views = vec![
            Self::new("All rows", "in how many rows of the divergence map the mode parts", cells, count),
            Self::new(
                "Unit and PTX",
                "whether the unit computes what PTX means, by its default reading",
                cells,
                |cell| unit(cell, evidence),
            ),
            Self::new(
                "VMAD of PTX",
                "for which architectures ptxas 12.9 makes a VMAD of the mode's PTX",
                cells,
                emitted,
            ),
        ];
        views.extend(INTERPRETATIONS.iter().enumerate().map(|(at, row)| {
            Self::new(row.id.name(), row.title, cells, |cell| {
                stand(row, &cell.stands[at], evidence.proves_equal(row, cell.mode))
            })
        }));
        views
    }
}

/// In how many rows the cell parts.
fn count(cell: &Cell) -> State {
    match cell.stands.iter().filter(|stand| matches!(stand, Stand::Differs(_))).count() {
        0 => State::new(0, "=", "equal", "parts in no row"),
        1 => State::new(1, "1", "n1", "parts in one row"),
        rows => {
            // Colours for six are enough: the sign beside them counts on.
            let tone = format!("n{}", rows.min(6));
            State::new(rows, rows.to_string(), tone, format!("parts in {rows} rows"))
        }
    }
}

/// What is known of the unit and PTX's default reading.
fn unit(cell: &Cell, evidence: &Evidence) -> State {
    let proof = evidence.proof.as_ref().and_then(|proof| proof.modes.get(&cell.mode));
    let swept = evidence.sweep.as_ref().is_some_and(|sweep| sweep.differences(cell.mode).is_some());
    if cell.difference.is_some() || swept || matches!(proof, Some(Proof::Refuted(_))) {
        State::new(0, "≠", "parts", "they differ")
    } else if proof == Some(&Proof::Proved) {
        State::new(1, "✓", "proved", "equal for all inputs: proved")
    } else if matches!(proof, Some(Proof::Unknown(_))) {
        State::new(2, "?", "outside", "the solver did not decide; equal on what was run")
    } else {
        State::new(3, "=", "equal", "equal on what was run")
    }
}

/// For which architectures ptxas makes a `VMAD` of it.
fn emitted(cell: &Cell) -> State {
    let numbers: Vec<_> = cell.lowered.iter().map(|arch| arch.number().to_string()).collect();
    match cell.lowered.len() {
        0 => State::new(2, "·", "outside", "no PTX yields it"),
        all if all == Arch::ALL.len() => State::new(0, "V", "proved", "a VMAD on sm_50 to sm_62"),
        _ => State::new(
            1,
            "M",
            "equal",
            format!("a VMAD on sm_{} alone: none from sm_60 on", numbers.join(", ")),
        ),
    }
}

/// How a cell stands in a row.
fn stand(row: &Interpretation, stand: &Stand, proved: bool) -> State {
    match stand {
        Stand::Differs(_) => State::new(0, "≠", "parts", "there are inputs on which the two part"),
        Stand::Equal if proved => State::new(1, "✓", "proved", "equal for all inputs: proved"),
        Stand::Equal => State::new(2, "=", "equal", "equal on what was run"),
        Stand::Outside => State::new(
            3,
            "·",
            "outside",
            match (row.id, row.domain) {
                (Id::D3p, _) => "a VMAD there too",
                (_, Domain::ConstantA) => "a is no word: a constant cannot stand there",
                (_, Domain::ConstantB) => "b is no word: a constant cannot stand there",
                (_, Domain::Modes | Domain::Decoupled | Domain::Dtypes) => "the row does not speak of it",
            },
        ),
    }
}
