//! `vmad ptx readings`: the ambiguities of the PTX ISA.

use std::io::Write;

use vmad_ptx::reading::{AMBIGUITIES, Choice, Reading, UnknownReading};

use crate::{
    failure::{Exit, Failure},
    output::Out,
    suggest,
    wrap::wrap,
};

const INDENT: &str = "    ";

/// The names of readings: whole ones, and single choices.
pub(crate) fn names() -> impl Iterator<Item = String> {
    let whole = ["default", "prose", "literal"].map(str::to_owned);
    whole.into_iter().chain(Reading::choices().iter().map(name))
}

fn name(choice: &Choice) -> String {
    format!("{}={}", choice.name, choice.value)
}

/// Parses the name of a reading.
pub(crate) fn reading(text: &str) -> Result<Reading, String> {
    text.parse().map_err(|unknown: UnknownReading| {
        let names: Vec<_> = names().collect();
        let hint = suggest::hint(&unknown.found, &names).map(|hint| format!("; {hint}")).unwrap_or_default();
        format!("{unknown}{hint}")
    })
}

/// List the ambiguities of the PTX ISA
///
/// Each entry has the two readings, the evidence for the default, an instruction and inputs on which they differ, and
/// the `--reading` of `vmad ptx exec` that selects the other reading. The list ends with all names of readings.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad ptx readings")]
pub(crate) struct Args {}

pub(super) fn run(Args {}: &Args, out: &mut Out) -> Result<Exit, Failure> {
    writeln!(out, "The lines are those of section 9.7.18.1 of the PTX ISA.")?;
    for row in AMBIGUITIES {
        let [a, b, c] = row.inputs;
        let lines = if row.lines.contains(' ') { "lines" } else { "line" };
        let title = wrap(&format!("{} {} ({lines} {})", row.id, row.title, row.lines), "", INDENT);
        out.heading(title)?;
        out.paragraph(&format!("{} ({}: {})", row.default, row.basis, row.evidence), "  default: ", INDENT)?;
        out.paragraph(row.other, "  other:   ", INDENT)?;
        writeln!(out, "  --reading {}", row.readings[1])?;
        let place = "the table of readings";
        let results = row.results().map_err(|error| Failure::ptx(place, row.instruction, &error));
        let [default, other] = results?;
        writeln!(out, "  {}", row.instruction)?;
        writeln!(out, "    a={a:#x} b={b:#x} c={c:#x}: 0x{default} or 0x{other}")?;
    }
    out.heading("readings")?;
    writeln!(out, "  default, prose, literal")?;
    for choices in Reading::choices().chunk_by(|one, next| one.name == next.name) {
        let names: Vec<_> = choices.iter().map(name).collect();
        out.paragraph(&names.join(", "), "  ", INDENT)?;
    }
    Ok(Exit::Fine)
}
