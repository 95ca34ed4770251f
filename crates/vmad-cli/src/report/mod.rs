//! `vmad report`: the mode matrix of each instruction, as one HTML file.

mod data;
mod page;

use std::{
    io::{self, Write},
    path::PathBuf,
};

use askama::Template;
use vmad_unit::Kind;
use vmad_xcheck::divergence::Matrix;

use crate::{
    atomic_write::AtomicFile,
    failure::{Failure, Verdict},
    output::Out,
    progress::Progress,
    prove::{self, Solving, Table},
    stderr::say,
};
use data::Sheet;
use page::Page;
use vmad_xcheck::evidence::Evidence;

/// Write all modes of the nine instructions as one HTML file, coloured by the results
///
/// For each mode: where interpretations differ, with inputs, and the evidence that the unit equals PTX. The evidence is
/// a grid of corner inputs, and the proof if --prove is given.
#[derive(Debug, clap::Args)]
// Options of a solver have no use without a proof.
#[command(mut_group("solving", |solving| solving.requires("prove")))]
#[command(after_help = "\
Examples:
  vmad report modes.html
  vmad report modes.html --prove

Exit codes: 0 success, 1 a difference, or a wrong row of the map, 2 an undecided line, no solver, or bad input.")]
pub(crate) struct Args {
    /// The page; `-` is standard output
    #[arg(value_name = "FILE")]
    page: PathBuf,

    /// Also run the proof, and print its table
    #[arg(long)]
    prove: bool,

    #[command(flatten)]
    solving: Solving,

    /// Print the data of the page, one JSON object for each instruction
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    let pending = AtomicFile::unless_standard_output(&args.page)?;
    if pending.is_none() && (args.json || args.prove) {
        let message = "standard output has the page, so it excludes --prove and --json: expected a file";
        return Err(Failure::input("vmad report -", message));
    }
    let mut evidence = Evidence::default();
    let mut verdict = Verdict::Fine;
    if args.prove {
        let table = Table { json: args.json, ..Table::default() };
        verdict = prove::prove(&args.solving, table, out, |solver, line| evidence.line(solver, line))?;
    }
    let running = Progress::busy("every mode, in every interpretation");
    let sheets: Result<Vec<_>, String> =
        Kind::ALL.into_iter().map(|kind| Ok(Sheet::new(kind, &Matrix::new(kind)?, &evidence))).collect();
    drop(running);
    let sheets = match sheets {
        Ok(sheets) => sheets,
        // The map is wrong, so a page would be wrong too.
        Err(mismatch) => {
            say(format_args!(
                "error: the map of interpretations is wrong, so no report is written: {mismatch}"
            ));
            return Ok(Verdict::Finding);
        }
    };
    let page = Page::new(&sheets, &evidence);
    match pending {
        None => page.write_into(out)?,
        Some(pending) => {
            let mut text = Vec::new();
            page.write_into(&mut text)?;
            pending.write(&text)?;
            sheets
                .iter()
                .try_for_each(|sheet| if args.json { out.json(sheet) } else { summary(sheet, out) })?;
        }
    }
    Ok(if sheets.iter().any(|sheet| sheet.differ > 0) { Verdict::Finding } else { verdict })
}

fn summary(sheet: &Sheet, out: &mut Out) -> io::Result<()> {
    let Sheet { instruction, compared, inputs, differ, rows, .. } = sheet;
    writeln!(
        out,
        "{instruction}, unit and PTX: {differ} of {compared} modes differ, on {inputs} corner inputs"
    )?;
    rows.iter().try_for_each(|it| {
        writeln!(out, "  {:<10} {:>4} of {:>4} differ: {}", it.row, it.modes, it.of, it.title)
    })
}
