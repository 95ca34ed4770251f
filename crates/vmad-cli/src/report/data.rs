//! The data of the page, which `--json` prints.

use serde::Serialize;
use vmad_ptxas::row::{Domain, Row};
use vmad_sass::{
    Instruction,
    isa::{B, Field},
};
use vmad_unit::Kind;
use vmad_xcheck::{
    divergence::{Cell, Checked, Matrix},
    evidence::{Evidence, State},
    vectors::Filter,
};

/// The modes of an instruction, and the rows of the map about it.
#[derive(Serialize)]
pub(super) struct Sheet {
    pub(super) instruction: &'static str,
    pub(super) modes: usize,
    /// Number of modes that PTX specifies.
    pub(super) compared: usize,
    /// Number of corner inputs on which the unit was compared with PTX.
    pub(super) inputs: usize,
    /// Number of modes in which the unit differs from PTX on a corner input.
    pub(super) differ: usize,
    pub(super) rows: Vec<Totals>,
    /// The names of the rows and of the columns of each table.
    axes: [&'static str; 2],
    tables: Vec<Table>,
}

/// The result of a row of the map in the modes of an instruction.
#[derive(Serialize)]
pub(super) struct Totals {
    pub(super) row: &'static str,
    pub(super) title: &'static str,
    /// Number of modes that differ. For `VMAD`, each dtype counts.
    pub(super) modes: usize,
    /// Number of modes that the row is about.
    pub(super) of: usize,
    /// Number of cells that differ.
    pub(super) cells: usize,
    /// Number of modes with their constants.
    pub(super) cases: usize,
    /// Number of inputs on which this project was compared with the row.
    pub(super) inputs: usize,
    /// Number of decided results of the proof, and of all results.
    pub(super) proof: [usize; 2],
    /// The reason why a mode is not in the row.
    outside: &'static str,
}

/// The modes with the same modifiers.
#[derive(Serialize)]
struct Table {
    /// The value of the first modifier that is no modifier of the result: the tables of one group are adjacent.
    group: String,
    title: String,
    /// The modifiers that are on, in words.
    words: String,
    cells: Vec<Mode>,
}

/// A mode: a cell of the page.
#[derive(Serialize)]
struct Mode {
    row: String,
    column: String,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    ptx: Option<String>,
    /// The numbers of the architectures on which ptxas compiles the PTX to this instruction.
    ptxas: Vec<u32>,
    unit: State,
    /// A sentence for each check of the unit.
    evidence: Vec<String>,
    /// The states of the rows, in the order of the sheet.
    rows: Vec<State>,
    differences: Vec<Difference>,
}

/// An input on which a row differs from this project.
#[derive(Serialize)]
struct Difference {
    row: &'static str,
    instruction: String,
    inputs: [String; 3],
    /// The results of this project and of the row.
    results: [String; 2],
    notes: Vec<String>,
}

impl Sheet {
    pub(super) fn new(kind: Kind, matrix: &Matrix, evidence: &Evidence) -> Self {
        let cells = &matrix.cells;
        let rows = matrix.rows.iter().map(|(row, checked)| Totals {
            row: row.id,
            title: row.title,
            modes: checked.differing(),
            of: checked.of,
            cells: checked.differences().count(),
            cases: checked.cases,
            inputs: checked.runs,
            proof: evidence.decided(row.id, kind),
            outside: outside(row.domain),
        });
        Self {
            instruction: kind.name(),
            modes: cells.len(),
            compared: cells.iter().filter(|cell| cell.runs > 0).count(),
            inputs: cells.iter().map(|cell| cell.runs).sum(),
            differ: cells.iter().filter(|cell| cell.difference.is_some()).count(),
            rows: rows.collect(),
            axes: if kind == Kind::Vabsdiff4 { ["the lanes", "A and B"] } else { ["A", "B"] },
            tables: tables(kind, matrix, evidence),
        }
    }
}

impl Mode {
    fn new(cell: &Cell, rows: &[(&'static Row, Checked)], evidence: &Evidence) -> Self {
        let (unit, known) = evidence.of(cell);
        let [row, column] = place(cell);
        let (mut states, mut differences) = (Vec::new(), Vec::new());
        for (row, checked) in rows {
            let known = checked.modes.get(&cell.operation);
            let (is_proved, sentences) = evidence.of_row(row.id, cell.operation);
            states.push(match known {
                None => State::None,
                Some(None) if is_proved => State::Proved,
                Some(None) => State::Equal,
                Some(Some(_)) => State::Differs,
            });
            if let Some(Some(difference)) = known {
                let example = &difference.example;
                let share = share(row.domain, difference.operations);
                differences.push(Difference {
                    row: row.id,
                    instruction: example.instruction.clone(),
                    inputs: example.inputs.map(|it| format!("{it:#x}")),
                    results: example.results.map(|it| format!("{it:#010x}")),
                    notes: share.map(str::to_owned).into_iter().chain(sentences).collect(),
                });
            }
        }
        Self {
            row,
            column,
            text: cell.instruction.to_string(),
            ptx: cell.ptx.clone(),
            ptxas: cell.lowered.iter().map(|arch| arch.number()).collect(),
            unit,
            evidence: known,
            rows: states,
            differences,
        }
    }
}

/// The reason why a mode is not in a row of the map.
const fn outside(domain: Domain) -> &'static str {
    match domain {
        Domain::Decoupled => "also a VMAD there",
        Domain::ConstantA => "a is not a word, so it cannot be a constant",
        Domain::ConstantB => "b is not a word, so it cannot be a constant",
        Domain::Modes | Domain::Dtype(_) | Domain::Dtypes => "no PTX specifies it",
    }
}

/// The dtypes with which a row differs, if it has several.
fn share(domain: Domain, operations: usize) -> Option<&'static str> {
    match domain.dtypes() {
        1 => None,
        all if all == operations => Some("with either dtype"),
        _ => Some("with one of the two dtypes"),
    }
}

/// The fields of the result: the sign, the clamp, and the second operation.
const OUTPUT: [&str; 3] = ["dtype", "SAT", "secop"];

/// Sorts the cells into tables. A row is a format of A, and a column one of B; for `VABSDIFF4`, whose operands are bytes, a
/// row is a set of lanes.
fn tables(kind: Kind, matrix: &Matrix, evidence: &Evidence) -> Vec<Table> {
    let mut fields = Filter::of(kind).with_form(B::Register).fields();
    fields.retain(|field| !["A select", "B select", "lanes"].contains(&field.name()));
    let heading = fields.iter().position(|field| !OUTPUT.contains(&field.name())).map(|at| fields.remove(at));
    let mut tables: Vec<Table> = Vec::new();
    for cell in &matrix.cells {
        let word = &cell.instruction;
        let group =
            heading.map_or_else(String::new, |field| format!("{}: {}", field.name(), value(field, word)));
        let suffixes: Vec<_> =
            fields.iter().filter(|field| !is_off(field, word)).map(|field| suffix(field, word)).collect();
        let title = if suffixes.is_empty() { "no modifier".to_owned() } else { suffixes.join(" ") };
        let at = tables.iter().position(|it| it.group == group && it.title == title).unwrap_or_else(|| {
            let on = heading.iter().chain(&fields).filter(|field| !is_off(field, word));
            let words: Vec<_> =
                on.map(|field| format!("{}: {}", field.meaning(), value(field, word))).collect();
            let last = tables.iter().rposition(|it| it.group == group).map_or(tables.len(), |at| at + 1);
            tables.insert(last, Table { group, title, words: words.join("; "), cells: Vec::new() });
            last
        });
        tables[at].cells.push(Mode::new(cell, &matrix.rows, evidence));
    }
    tables
}

/// The row and the column of a cell.
fn place(cell: &Cell) -> [String; 2] {
    if let Some(operands) = cell.operation.operands() {
        return operands.map(|operand| operand.format().name().to_owned());
    }
    let sign = |name| if cell.instruction.field(name) == Some(1) { "S8" } else { "U8" };
    let lanes = cell.instruction.form().field("lanes").map(|field| value(field, &cell.instruction));
    [lanes.unwrap_or_default(), format!("{} {}", sign("A signed"), sign("B signed"))]
}

fn value(field: &Field, word: &Instruction) -> String {
    field.spell(field.of(word.encode()))
}

/// The suffix of a value, or its meaning if it has none.
fn suffix(field: &Field, word: &Instruction) -> String {
    let suffix = field.values().iter().find(|it| u64::from(it.value) == field.of(word.encode()));
    suffix.map(|it| it.suffix).filter(|it| !it.is_empty()).map_or_else(|| value(field, word), str::to_owned)
}

/// Whether a modifier without a suffix is off.
fn is_off(field: &Field, word: &Instruction) -> bool {
    matches!(value(field, word).as_str(), "no" | "none")
}
