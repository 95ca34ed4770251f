//! The contents of the page.

use std::io::{self, Write};

use askama::Template;
use vmad_unit::{Format, Psign, Saturate, Scale, vmad::Mode};
use vmad_xcheck::{
    divergence::{Cell, CellState, Counterexample, Matrix},
    interpretation::{INTERPRETATIONS, Interpretation},
    proof::prover::Comparison,
    spelling::instruction,
};

use super::{
    evidence::Evidence,
    prose::{command, grouped, proved, ran, share, unit, words},
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
    ran: Vec<String>,
    views: Vec<View>,
    groups: Vec<Group>,
    rows: Vec<Row>,
    formats: [&'static str; 6],
}

/// The tables of a psign.
struct Group {
    title: String,
    tables: Vec<Table>,
}

/// The six by six formats of a psign, a scale and a saturation.
struct Table {
    title: String,
    rows: Vec<(&'static str, Vec<ModeCell>)>,
}

/// A cell.
struct ModeCell {
    number: usize,
    /// The classes of its states, one for each view.
    classes: String,
    label: String,
    sass: String,
    /// What it computes, in words.
    words: String,
    ptx: String,
    emitted: String,
    unit: Vec<String>,
    partings: Vec<Parting>,
    /// The names of the interpretations without a difference.
    equal: String,
}

/// A row of the map that differs in a cell.
struct Parting {
    name: &'static str,
    title: &'static str,
    example: Counterexample,
    /// The number of operations that differ, if there are several.
    share: String,
    proved: Vec<String>,
}

/// A row of the map.
struct Row {
    name: &'static str,
    title: &'static str,
    readings: [Vec<Piece>; 2],
    parts: Vec<Piece>,
    inputs: Vec<Piece>,
    evidence: Vec<Piece>,
    modes: usize,
    of: usize,
    cells: usize,
    cases: String,
    runs: String,
    proved: String,
}

/// A piece of text: code or prose.
struct Piece {
    code: bool,
    text: &'static str,
}

/// Splits a text; pieces between backticks are code.
fn pieces(text: &'static str) -> Vec<Piece> {
    text.split('`').enumerate().map(|(at, text)| Piece { code: at % 2 == 1, text }).collect()
}

impl Page {
    pub(super) fn new(matrix: &Matrix, evidence: &Evidence) -> Self {
        let views = View::all(&matrix.cells, evidence);
        let cells: Vec<_> = matrix.cells.iter().enumerate().collect();
        let groups = Psign::ALL.map(|psign| Group {
            title: format!("psign {}: {}", psign.encoding(), psign.operation()),
            tables: Scale::ALL
                .into_iter()
                .flat_map(|scale| Saturate::ALL.map(|saturate| (scale, saturate)))
                .map(|(scale, saturate)| {
                    let wanted =
                        |mode: &Mode| (mode.psign, mode.scale, mode.saturate) == (psign, scale, saturate);
                    let of_table: Vec<_> =
                        cells.iter().filter(|(_, cell)| wanted(&cell.mode)).copied().collect();
                    table(scale, saturate, &of_table, &views, evidence)
                })
                .collect(),
        });
        Self {
            command: command(),
            version: env!("CARGO_PKG_VERSION"),
            solver: evidence.proof.as_ref().map(|proof| proof.solver.clone()),
            ran: ran(matrix, evidence),
            views,
            groups: groups.into(),
            rows: INTERPRETATIONS
                .iter()
                .enumerate()
                .map(|(at, row)| Row::of(row, at, matrix, evidence))
                .collect(),
            formats: Format::ALL.map(Format::name),
        }
    }

    /// Writes the page.
    pub(super) fn write(&self, writer: &mut impl Write) -> io::Result<()> {
        self.write_into(writer)
    }
}

fn table(
    scale: Scale,
    saturate: Saturate,
    cells: &[(usize, &Cell)],
    views: &[View],
    evidence: &Evidence,
) -> Table {
    let sat = if saturate == Saturate::On { " SAT" } else { "" };
    let rows = Format::ALL.map(|a| {
        let of_row = cells.iter().filter(|(_, cell)| cell.mode.a.format() == a);
        (a.name(), of_row.map(|(number, cell)| ModeCell::of(*number, cell, views, evidence)).collect())
    });
    Table { title: format!("{}{sat}", scale.name()), rows: rows.into() }
}

impl ModeCell {
    fn of(number: usize, cell: &Cell, views: &[View], evidence: &Evidence) -> Self {
        let classes = views.iter().enumerate().map(|(at, view)| format!("v{at}s{}", view.cells[number]));
        let mut partings = Vec::new();
        let mut equal = Vec::new();
        for (row, stand) in INTERPRETATIONS.iter().zip(&cell.states) {
            match stand {
                CellState::Outside => {}
                CellState::Equal => equal.push(row.id.name()),
                CellState::Differs(parting) => partings.push(Parting {
                    name: row.id.name(),
                    title: row.title,
                    example: parting.example.clone(),
                    share: share(row, parting.operations),
                    proved: proved(row, cell.mode, evidence),
                }),
            }
        }
        let sass = instruction(cell.mode).to_string();
        let names: Vec<_> = partings.iter().map(|parting| parting.name).collect();
        let parts = if names.is_empty() {
            "no difference".to_owned()
        } else {
            format!("differs in {}", names.join(", "))
        };
        let archs: Vec<_> = cell.lowered.iter().map(ToString::to_string).collect();
        Self {
            number,
            classes: classes.collect::<Vec<_>>().join(" "),
            label: format!("{sass}: {parts}"),
            sass,
            words: words(cell.mode),
            ptx: cell.ptx.clone().unwrap_or_else(|| "none".to_owned()),
            emitted: if archs.is_empty() {
                "from no PTX".to_owned()
            } else {
                format!("on {}", archs.join(", "))
            },
            unit: unit(cell, evidence),
            partings,
            equal: equal.join(", "),
        }
    }
}

impl Row {
    fn of(row: &Interpretation, at: usize, matrix: &Matrix, evidence: &Evidence) -> Self {
        let checked = matrix.rows[at];
        let verdicts = evidence.proof.as_ref().map(|proof| {
            let names: Vec<_> = row.alternatives().map(|it| it.name).collect();
            let of_row = proof.alternatives.iter().filter(|((name, _), _)| names.contains(name));
            let decided =
                |verdict: &Comparison| matches!(verdict, Comparison::Equal | Comparison::Differs(_));
            let (all, proved) =
                of_row.fold((0, 0), |(all, proved), (_, it)| (all + 1, proved + usize::from(decided(it))));
            if all == 0 { "not proved".to_owned() } else { format!("{proved} of {all} cases proved") }
        });
        Self {
            name: row.id.name(),
            title: row.title,
            readings: row.meanings.map(pieces),
            parts: pieces(row.cases_text),
            inputs: pieces(row.inputs_text),
            evidence: pieces(row.evidence),
            modes: checked.modes,
            of: row.domain.size(),
            cells: matrix.differing(at),
            cases: grouped(checked.cases),
            runs: grouped(checked.runs),
            proved: verdicts.unwrap_or_else(|| "not proved here".to_owned()),
        }
    }
}
