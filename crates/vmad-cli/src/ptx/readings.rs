//! `vmad ptx readings`: where the manual can be read in two ways.

use std::io::Write;

use vmad_ptx::{
    evaluate::{Setting, evaluate},
    reading::{AMBIGUITIES, Basis, Reading, UnknownReading},
    syntax::parse_one,
};

use crate::{
    failure::{Failure, Verdict},
    fold::fold,
    output::Out,
    suggest,
};

/// Of a paragraph's lines below the first.
const INDENT: &str = "    ";

/// Reads a reading's name.
pub(crate) fn reading(text: &str) -> Result<Reading, String> {
    text.parse().map_err(|unknown: UnknownReading| {
        let choices = Reading::choices().iter().map(|choice| format!("{}={}", choice.name, choice.value));
        let names: Vec<_> =
            ["default", "prose", "literal"].map(str::to_owned).into_iter().chain(choices).collect();
        let hint = suggest::hint(&unknown.found, &names).map(|hint| format!("; {hint}")).unwrap_or_default();
        format!("{unknown}{hint}")
    })
}

/// List the places where the PTX manual can be read in two ways
///
/// Each with an instruction and inputs on which the two readings part, and what the default rests on. The names at the
/// end are what `vmad ptx exec --reading` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad ptx readings")]
pub(crate) struct Args {}

pub(super) fn run(Args {}: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    let heading = out.palette().heading;
    for row in AMBIGUITIES {
        let basis = match row.basis {
            Basis::Hardware => "hardware",
            Basis::Prose => "prose",
            Basis::PseudoCode => "pseudo-code",
            Basis::Outside => "outside the manual",
        };
        let [a, b, c] = row.inputs;
        let title = fold(&format!("{} {} (lines {})", row.id, row.title, row.lines), "", INDENT);
        writeln!(out, "{heading}{title}{heading:#}")?;
        writeln!(
            out,
            "{}",
            fold(&format!("{} ({basis}: {})", row.default, row.evidence), "  default: ", INDENT)
        )?;
        writeln!(out, "{}", fold(row.other, "  other:   ", INDENT))?;
        let place = "the table of readings";
        let found =
            parse_one(row.instruction).map_err(|error| Failure::ptx(place, row.instruction, &error))?;
        let [default, other] = row.readings.map(|reading| {
            let setting = Setting { reading, ..Setting::default() };
            evaluate(&found.instruction.body, row.inputs.map(u64::from), &setting)
        });
        writeln!(out, "  {}", row.instruction)?;
        writeln!(out, "    a={a:#x} b={b:#x} c={c:#x}: 0x{default} or 0x{other}")?;
    }
    writeln!(out, "{heading}readings{heading:#}")?;
    writeln!(out, "  default, prose, literal")?;
    for choices in Reading::choices().chunk_by(|one, next| one.name == next.name) {
        let names: Vec<_> =
            choices.iter().map(|choice| format!("{}={}", choice.name, choice.value)).collect();
        writeln!(out, "{}", fold(&names.join(", "), "  ", INDENT))?;
    }
    Ok(Verdict::Fine)
}
