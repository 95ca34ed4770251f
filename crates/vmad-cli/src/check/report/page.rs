//! The contents of the page.

use std::{
    collections::HashMap,
    io::{self, Write},
};

use askama::Template;
use vmad_xcheck::{
    divergence::{CellState, Matrix},
    map::MAP,
};

use super::{
    cards::{Cards, Data, Texts},
    evidence::Evidence,
    layout::{self, AXES, CORNERS, groups},
    prose::{command, grouped, ran},
    view::View,
};

/// `templates/report.html`
#[derive(Template)]
#[template(path = "report.html")]
pub(super) struct Page {
    command: String,
    version: &'static str,
    solver: Option<String>,
    /// The checks of the page.
    ran: Vec<Vec<Piece>>,
    sheets: Vec<Sheet>,
    rows: Vec<Explained>,
    /// The cards, as JSON.
    data: String,
}

/// The matrix of an instruction.
struct Sheet {
    mnemonic: &'static str,
    cells: usize,
    /// What the rows and the columns are.
    axes: [&'static str; 2],
    corner: &'static str,
    views: Vec<View>,
    groups: Vec<Group>,
    rows: Vec<Row>,
}

struct Group {
    title: String,
    words: String,
    tables: Vec<Table>,
}

struct Table {
    title: String,
    words: String,
    columns: Vec<String>,
    rows: Vec<(String, Vec<Cell>)>,
}

/// A cell; its other results are in the data of the page.
struct Cell {
    /// The class of its states in all views.
    class: usize,
    /// The instruction, and the rows that differ.
    label: String,
}

/// The result of a row in the modes of an instruction.
struct Row {
    name: &'static str,
    title: &'static str,
    modes: usize,
    of: usize,
    cells: usize,
    cases: String,
    runs: String,
    proved: String,
}

/// A row of the map.
struct Explained {
    name: &'static str,
    title: &'static str,
    readings: [Vec<Piece>; 2],
    parts: Vec<Piece>,
    inputs: Vec<Piece>,
    evidence: Vec<Piece>,
}

/// A piece of text: code or prose.
struct Piece {
    code: bool,
    text: String,
}

/// Splits a text; pieces between backticks are code.
fn pieces(text: &str) -> Vec<Piece> {
    text.split('`').enumerate().map(|(at, text)| Piece { code: at % 2 == 1, text: text.to_owned() }).collect()
}

impl Page {
    pub(super) fn new(matrices: &[(&'static str, Matrix)], evidence: &Evidence) -> Self {
        let mut texts = Texts::default();
        let mut numbers = Numbers::default();
        let (mut sheets, mut cards) = (Vec::new(), Vec::new());
        for (mnemonic, matrix) in matrices {
            let groups = groups(mnemonic, &matrix.cells);
            let tables = groups.iter().flat_map(|group| &group.tables);
            let in_order = tables.flat_map(|table| &table.rows).flat_map(|(_, cells)| cells).copied();
            cards.push(Cards::new(matrix, in_order, evidence, &mut texts));
            sheets.push(Sheet::of(mnemonic, matrix, groups, evidence, &mut numbers));
        }
        let rows = MAP.iter().map(|row| Explained {
            name: row.id,
            title: row.title,
            readings: row.meanings.map(pieces),
            parts: pieces(row.cases_text),
            inputs: if row.inputs_text.is_empty() { Vec::new() } else { pieces(row.inputs_text) },
            evidence: pieces(row.evidence),
        });
        Self {
            command: command(),
            version: env!("CARGO_PKG_VERSION"),
            solver: evidence.proof.as_ref().map(|proof| proof.solver.clone()),
            ran: ran(matrices, evidence).iter().map(|line| pieces(line)).collect(),
            sheets,
            rows: rows.collect(),
            data: Data::new(texts, cards).json(),
        }
    }

    /// Writes the page.
    pub(super) fn write(&self, writer: &mut impl Write) -> io::Result<()> {
        self.write_into(writer)
    }
}

/// The numbers so far of views and classes, which are those of the whole page.
#[derive(Default)]
struct Numbers {
    views: usize,
    classes: usize,
}

impl Sheet {
    fn of(
        mnemonic: &'static str,
        matrix: &Matrix,
        groups: Vec<layout::Group>,
        evidence: &Evidence,
        numbers: &mut Numbers,
    ) -> Self {
        let mut views = View::all(mnemonic, matrix, evidence);
        // Cells with the same states in all views have one class.
        let mut classes = HashMap::new();
        let of_cells: Vec<_> = (0..matrix.cells.len())
            .map(|cell| {
                let states: Vec<_> = views.iter().map(|view| view.cells[cell]).collect();
                let next = numbers.classes + classes.len();
                *classes.entry(states).or_insert(next)
            })
            .collect();
        numbers.classes += classes.len();
        for (at, view) in views.iter_mut().enumerate() {
            view.number = numbers.views + at;
            for (index, state) in view.states.iter_mut().enumerate() {
                let with_state = classes.iter().filter(|(states, _)| states[at] == index);
                let mut names: Vec<_> = with_state.map(|(_, class)| format!(".k{class}")).collect();
                names.sort();
                state.classes = names.join(",");
            }
        }
        numbers.views += views.len();
        let cell = |number: &usize| Cell { class: of_cells[*number], label: label(matrix, *number) };
        let table = |layout::Table { title, words, columns, rows }| {
            let rows = rows.into_iter().map(|(name, cells)| (name, cells.iter().map(cell).collect()));
            Table { title, words, columns, rows: rows.collect() }
        };
        let group = |layout::Group { title, words, tables }| {
            let tables = tables.into_iter().map(table).collect();
            Group { title, words, tables }
        };
        let kind = usize::from(mnemonic == "VABSDIFF4");
        Self {
            mnemonic,
            cells: matrix.cells.len(),
            axes: AXES[kind],
            corner: CORNERS[kind],
            views,
            groups: groups.into_iter().map(group).collect(),
            rows: (0..matrix.rows.len()).map(|at| Row::of(mnemonic, matrix, at, evidence)).collect(),
        }
    }
}

/// `VADD.U8.U8 R0, R2, R3, R4: differs in P2, P4`
fn label(matrix: &Matrix, number: usize) -> String {
    let cell = &matrix.cells[number];
    let rows = matrix.rows.iter().zip(&cell.states);
    let names: Vec<_> =
        rows.filter(|(_, state)| matches!(state, CellState::Differs(_))).map(|(row, _)| row.name).collect();
    if names.is_empty() {
        format!("{}: no difference", cell.instruction)
    } else {
        format!("{}: differs in {}", cell.instruction, names.join(", "))
    }
}

impl Row {
    fn of(mnemonic: &str, matrix: &Matrix, at: usize, evidence: &Evidence) -> Self {
        let row = &matrix.rows[at];
        let proved = evidence.proof.as_ref().map_or_else(
            || "not proved here".to_owned(),
            |proof| match proof.decided(row.name, mnemonic) {
                (0, _) => "not proved".to_owned(),
                (all, decided) => format!("{decided} of {all} cases proved"),
            },
        );
        Self {
            name: row.name,
            title: row.title,
            modes: row.checked.modes,
            of: row.checked.of,
            cells: matrix.differing(at),
            cases: grouped(row.checked.cases),
            runs: grouped(row.checked.runs),
            proved,
        }
    }
}

#[cfg(test)]
mod tests {
    use vmad_xcheck::{
        divergence::MatrixRow,
        proof::{
            family::{ReadingVerdict, reading_modes},
            table::Line,
        },
    };

    use super::*;
    use crate::check::report::samples::{TIME, cells, differing, matrix, one_of_each, proof};

    /// A row has the number of its cases with a proof.
    #[test]
    fn a_row_counts_its_proofs() {
        let p5 = vmad_xcheck::map::row("P5").expect("a row");
        let matrix = matrix(cells(2), &[CellState::Equal, CellState::Equal]);
        let proved = |evidence: &Evidence| Row::of("VSHL", &matrix, 0, evidence).proved;
        assert_eq!(proved(&Evidence::default()), "not proved here");
        assert_eq!(proved(&one_of_each(&cells(3))), "not proved");
        let unknown = vec![(matrix.cells[0].operation, "time".to_owned())];
        let line = Line::Reading(p5, ReadingVerdict { unknown, ..ReadingVerdict::default() }, TIME);
        let modes = reading_modes(p5).len();
        assert_eq!(proved(&proof([line])), format!("{} of {modes} cases proved", modes - 1));
    }

    /// A label names the rows that differ.
    #[test]
    fn a_cell_is_labelled_with_its_differences() {
        let mut matrix = matrix(cells(2), &[CellState::Equal, differing("its PTX", 1)]);
        let row = MatrixRow { name: "P6", ..matrix.rows[0].clone() };
        matrix.rows.extend([row, MatrixRow { name: "P7", ..matrix.rows[0].clone() }]);
        matrix.cells[0].states.extend([CellState::Outside, CellState::Equal]);
        matrix.cells[1].states.extend([CellState::Equal, differing("its PTX", 1)]);
        let of = |number: usize| {
            let label = label(&matrix, number);
            label.trim_start_matches(&matrix.cells[number].instruction.to_string()).to_owned()
        };
        assert_eq!([of(0), of(1)], [": no difference", ": differs in P5, P7"]);
    }

    #[test]
    fn text_between_backticks_is_code() {
        let pieces = pieces("of `a` and `b`, not c");
        let pieces: Vec<_> = pieces.iter().map(|it| (it.code, it.text.as_str())).collect();
        assert_eq!(pieces, [(false, "of "), (true, "a"), (false, " and "), (true, "b"), (false, ", not c")]);
    }

    /// The page has the solver. Cells with other evidence have another class; no two sheets share a class or a view.
    #[test]
    fn the_page_has_the_proof() {
        let cells = cells(4);
        let evidence = one_of_each(&cells);
        let matrix = matrix(cells, &vec![CellState::Equal; 4]);
        let page =
            Page::new(&[("VSHL", matrix.clone()), ("VSHL", matrix.clone()), ("VSHL", matrix)], &evidence);
        let mut html = Vec::new();
        page.write(&mut html).expect("memory takes all");
        let html = String::from_utf8(html).expect("text");
        for part in
            ["Solver: z3 4.13.", "Proof: 1 of 3 modes for all inputs.", "equal for all 2^96 inputs: proved"]
        {
            assert!(html.contains(part), "{part}");
        }
        for (at, sheet) in page.sheets.iter().enumerate() {
            let tables = sheet.groups.iter().flat_map(|it| &it.tables);
            let cells = tables.flat_map(|it| &it.rows).flat_map(|it| &it.1);
            let class = 4 * at;
            assert_eq!(cells.map(|cell| cell.class).collect::<Vec<_>>(), [0, 1, 2, 3].map(|it| class + it));
            let states = sheet.views[1].states.iter().map(|it| (it.sign.clone(), it.classes.clone()));
            let state = |sign: &str, cell| (sign.to_owned(), format!(".k{}", class + cell));
            assert_eq!(
                states.collect::<Vec<_>>(),
                [state("≠", 1), state("✓", 0), state("?", 2), state("=", 3)]
            );
            let numbers: Vec<_> = sheet.views.iter().map(|view| view.number).collect();
            assert_eq!(numbers, [0, 1, 2, 3].map(|it| 4 * at + it));
        }
    }
}
