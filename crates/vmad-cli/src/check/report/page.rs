//! The page: what the template is filled with.

use std::io::{self, Write};

use askama::Template;
use vmad_unit::{Control, Format, Psign, Saturate, Scale};
use vmad_xcheck::{
    divergence::{Cell, Counterexample, Divergence, MAP, Matrix, Stand},
    proof::prover::{RivalVerdict, Verdict as Proof},
    spelling::instruction,
};

use super::{
    evidence::{Evidence, rivals_of},
    view::View,
};

/// `templates/report.html`
#[derive(Template)]
#[template(path = "report.html")]
pub(super) struct Page {
    command: String,
    version: &'static str,
    solver: Option<String>,
    /// What was run, in sentences.
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
    rows: Vec<(&'static str, Vec<Mode>)>,
}

/// A cell.
struct Mode {
    number: usize,
    /// The classes of its states, one for each view.
    classes: String,
    label: String,
    sass: String,
    ptx: String,
    emitted: String,
    unit: Vec<String>,
    partings: Vec<Parting>,
    /// The names of the rows in which it does not part.
    equal: String,
}

/// A row of the map in which a cell parts.
struct Parting {
    name: &'static str,
    example: Counterexample,
    /// How many of the operations part, where there are several.
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

/// A piece of a text that is code or not.
struct Piece {
    code: bool,
    text: &'static str,
}

/// A text with its pieces between backticks as code.
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
                    let wanted = |control: &Control| {
                        (control.psign, control.scale, control.saturate) == (psign, scale, saturate)
                    };
                    let of_table: Vec<_> =
                        cells.iter().filter(|(_, cell)| wanted(&cell.control)).copied().collect();
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
            rows: MAP.iter().enumerate().map(|(at, row)| Row::of(row, at, matrix, evidence)).collect(),
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
        let of_row = cells.iter().filter(|(_, cell)| cell.control.a.format() == a);
        (a.name(), of_row.map(|(number, cell)| Mode::of(*number, cell, views, evidence)).collect())
    });
    Table { title: format!("{}{sat}", scale.name()), rows: rows.into() }
}

impl Mode {
    fn of(number: usize, cell: &Cell, views: &[View], evidence: &Evidence) -> Self {
        let classes = views.iter().enumerate().map(|(at, view)| format!("v{at}s{}", view.cells[number]));
        let mut partings = Vec::new();
        let mut equal = Vec::new();
        for (row, stand) in MAP.iter().zip(&cell.stands) {
            match stand {
                Stand::Outside => {}
                Stand::Equal => equal.push(row.id.name()),
                Stand::Parts(parting) => partings.push(Parting {
                    name: row.id.name(),
                    example: parting.example.clone(),
                    share: share(row, parting.operations),
                    proved: proved(row, cell.control, evidence),
                }),
            }
        }
        let sass = instruction(cell.control).to_string();
        let names: Vec<_> = partings.iter().map(|parting| parting.name).collect();
        let parts = if names.is_empty() {
            "parts in no row".to_owned()
        } else {
            format!("parts in {}", names.join(", "))
        };
        let archs: Vec<_> = cell.lowered.iter().map(ToString::to_string).collect();
        Self {
            number,
            classes: classes.collect::<Vec<_>>().join(" "),
            label: format!("{sass}: {parts}"),
            sass,
            ptx: cell.ptx.clone().unwrap_or_else(|| "none".to_owned()),
            emitted: if archs.is_empty() { "no PTX yields it".to_owned() } else { archs.join(" ") },
            unit: unit(cell, evidence),
            partings,
            equal: equal.join(" "),
        }
    }
}

/// `for one of the two dtypes`, where a mode stands for several operations.
fn share(row: &Divergence, operations: usize) -> String {
    match (row.domain.dtypes(), operations) {
        (1, _) => String::new(),
        (all, operations) if all == operations => "with either dtype".to_owned(),
        _ => "with one dtype".to_owned(),
    }
}

/// What is known of the unit and the default reading of PTX in a mode.
fn unit(cell: &Cell, evidence: &Evidence) -> Vec<String> {
    let mut known = Vec::new();
    match evidence.proof.as_ref().and_then(|proof| proof.modes.get(&cell.control)) {
        None => {}
        Some(Proof::Proved) => known.push("equal for all 2^96 inputs: proved".to_owned()),
        Some(Proof::Refuted(it)) => {
            let [a, b, c] = it.inputs;
            known.push(format!(
                "refuted: a = {a:#010x}, b = {b:#010x}, c = {c:#010x}: {} is {} in the unit, {} in PTX",
                it.wire, it.unit, it.manual
            ));
        }
        Some(Proof::Unknown(why)) => known.push(format!("not decided: {why}")),
    }
    if let Some(sweep) = &evidence.sweep {
        let swept = sweep.modes.get(&cell.control).copied().unwrap_or_default();
        known.push(match sweep.differences(cell.control) {
            Some(group) => {
                let [a, b, c] = &group.first.inputs;
                let first = &group.first;
                format!(
                    "{} differences in the sweep, as in {} on a = {a}, b = {b}, c = {c}: {} in the unit, {} in PTX",
                    group.count, first.ptx, first.sass_result, first.ptx_result
                )
            }
            None if swept.units_done == 0 => "the sweep has not come to it".to_owned(),
            None => format!(
                "equal on {} comparisons of the sweep, {} of its {} units",
                grouped(swept.comparisons as usize),
                swept.units_done,
                swept.units
            ),
        });
    }
    known.push(match &cell.difference {
        None => format!("equal on {} corner inputs", grouped(cell.runs)),
        Some(example) => {
            let [a, b, c] = example.inputs;
            let [unit, ptx] = example.results;
            format!("different on a = {a:#010x}, b = {b:#010x}, c = {c:#010x}: {unit:#010x} in the unit, {ptx:#010x} in PTX")
        }
    });
    known
}

/// What the proof says of a row in a mode.
fn proved(row: &Divergence, control: Control, evidence: &Evidence) -> Vec<String> {
    let Some(proof) = &evidence.proof else { return Vec::new() };
    let of_rival = rivals_of(row).filter_map(|rival| {
        let verdict = proof.rivals.get(&(rival.name, control))?;
        Some(match verdict {
            RivalVerdict::Equal => format!("{}: equal for all inputs, proved", rival.name),
            RivalVerdict::Parts(_) => {
                let condition = rival.condition(control).map_or_else(String::new, |it| it.to_string());
                format!("{}: parts exactly where {condition}, proved", rival.name)
            }
            RivalVerdict::Unforeseen(_) => format!("{}: the condition is refuted", rival.name),
            RivalVerdict::Unknown(why) => format!("{}: not decided: {why}", rival.name),
        })
    });
    of_rival.collect()
}

impl Row {
    fn of(row: &Divergence, at: usize, matrix: &Matrix, evidence: &Evidence) -> Self {
        let checked = matrix.rows[at];
        let verdicts = evidence.proof.as_ref().map(|proof| {
            let names: Vec<_> = rivals_of(row).map(|rival| rival.name).collect();
            let of_row = proof.rivals.iter().filter(|((name, _), _)| names.contains(name));
            let decided =
                |verdict: &RivalVerdict| matches!(verdict, RivalVerdict::Equal | RivalVerdict::Parts(_));
            let (all, proved) =
                of_row.fold((0, 0), |(all, proved), (_, it)| (all + 1, proved + usize::from(decided(it))));
            if all == 0 { "not proved".to_owned() } else { format!("{proved} of {all} cases proved") }
        });
        Self {
            name: row.id.name(),
            title: row.title,
            readings: row.readings.map(pieces),
            parts: pieces(row.parts_text),
            inputs: pieces(row.inputs_text),
            evidence: pieces(row.evidence),
            modes: checked.parting,
            of: row.domain.size(),
            cells: matrix.parting(at),
            cases: grouped(checked.cases),
            runs: grouped(checked.runs),
            proved: verdicts.unwrap_or_else(|| "not proved here".to_owned()),
        }
    }
}

/// What was run, in sentences.
fn ran(matrix: &Matrix, evidence: &Evidence) -> Vec<String> {
    let runs: usize = matrix.cells.iter().map(|cell| cell.runs).sum();
    let differing = matrix.cells.iter().filter(|cell| cell.difference.is_some()).count();
    let mut ran = vec![format!(
        "Corners: the unit and PTX on {} inputs of {} modes; {differing} modes differ.",
        grouped(runs),
        matrix.cells.len()
    )];
    if let Some(proof) = &evidence.proof {
        let proved = proof.modes.values().filter(|verdict| **verdict == Proof::Proved).count();
        ran.push(format!("Proof: {proved} of {} modes for all inputs.", proof.modes.len()));
    } else {
        ran.push("Proof: none was run for this page; --prove with --report runs it.".to_owned());
    }
    match &evidence.sweep {
        Some(sweep) => ran.push(format!(
            "Sweep: {} comparisons, {} of {} units; {} modes differ.",
            grouped(sweep.comparisons as usize),
            grouped(sweep.units_done as usize),
            grouped(sweep.units as usize),
            sweep.groups.len()
        )),
        None => ran.push(
            "Sweep: none was run for this page; --exhaustive or --merge with --report takes one in."
                .to_owned(),
        ),
    }
    let runs: usize = matrix.rows.iter().map(|row| row.runs).sum();
    ran.push(format!(
        "Map: both models of its {} rows on {} inputs, no row wrong.",
        MAP.len(),
        grouped(runs)
    ));
    ran
}

/// The command that makes the page again, as a shell takes it.
fn command() -> String {
    let plain = |text: &str| {
        !text.is_empty() && text.chars().all(|it| it.is_ascii_alphanumeric() || "-_./=,:+%@".contains(it))
    };
    let words = std::env::args_os().skip(1).map(|word| {
        let word = word.to_string_lossy().into_owned();
        if plain(&word) { word } else { format!("'{}'", word.replace('\'', r"'\''")) }
    });
    ["vmad".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

/// `1,234,567`
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
