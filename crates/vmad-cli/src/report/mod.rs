//! `vmad report`: the mode matrix of each instruction, as one HTML file.

mod cards;
mod evidence;
mod layout;
mod page;
mod prose;
#[cfg(test)]
mod samples;
mod view;

use std::{io::Write, path::PathBuf};

use serde::Serialize;
use vmad_ptx::reading::Reading;
use vmad_xcheck::{
    divergence::{Matrix, Mismatch},
    sweep::{INSTRUCTIONS, Plan},
};

use crate::{
    atomic_write::AtomicFile,
    failure::{Failure, Verdict},
    output::Out,
    progress::Progress,
    prove::{self, Solving, Table},
    sweep,
};
use evidence::Evidence;

/// The result of a row of the map.
#[derive(Serialize)]
struct Found {
    instruction: &'static str,
    row: &'static str,
    title: &'static str,
    modes: usize,
    of: usize,
    cells: usize,
    runs: usize,
}

/// Write all modes of the nine instructions as one HTML file, coloured by the results
///
/// For each mode: where interpretations differ, with inputs, and the evidence that the unit equals PTX. The evidence is
/// a grid of corner inputs, the proof if --prove is given, and the sweeps of --sweep.
#[derive(Debug, clap::Args)]
// Options of a solver have no use without a proof.
#[command(mut_group("solving", |solving| solving.requires("prove")))]
#[command(after_help = "\
Examples:
  vmad report modes.html
  vmad report modes.html --prove
  vmad report modes.html --sweep 1.json 2.json 3.json

Exit codes: 0 success, 1 a difference, or a wrong row of the map, 2 an undecided line, no solver, or bad input.")]
pub(crate) struct Args {
    /// The page; `-` is standard output
    #[arg(value_name = "FILE")]
    page: PathBuf,

    /// Reports of a sweep, written by --json or --state of vmad sweep; several are merged
    #[arg(long, value_name = "REPORT", num_args = 1..)]
    sweep: Vec<PathBuf>,

    /// Also run the proof, and print its table
    #[arg(long)]
    prove: bool,

    #[command(flatten)]
    solving: Solving,

    /// Print one JSON object a line
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
    if !args.sweep.is_empty() {
        let report = sweep::merged(&args.sweep)?;
        if *report.scope.reading() != Reading::DEFAULT {
            let message = format!("{}: a page needs a sweep in the default reading", report.scope);
            return Err(Failure::input("--sweep", &message));
        }
        sweep::note_missing(&report);
        evidence.sweep(&Plan::new(report.scope.clone()), &report);
    }
    let mut verdict = Verdict::Fine;
    if args.prove {
        let table = Table { json: args.json, ..Table::default() };
        verdict = prove::prove(&args.solving, table, out, |solver, line| evidence.line(solver, line))?;
    }
    let drawn = write(pending, &evidence, args.json, out)?;
    Ok(if drawn == Verdict::Finding { drawn } else { verdict })
}

/// Runs the models in every mode, writes the page, to standard output if no file is pending, and prints a summary unless
/// the page is there.
fn write(
    pending: Option<AtomicFile>,
    evidence: &Evidence,
    json: bool,
    out: &mut Out,
) -> Result<Verdict, Failure> {
    let running = Progress::busy("every mode, in every interpretation");
    let matrices: Result<Vec<_>, Mismatch> =
        INSTRUCTIONS.into_iter().map(|name| Ok((name, Matrix::new(name)?))).collect();
    drop(running);
    let matrices = match matrices {
        Ok(matrices) => matrices,
        // The map is wrong, so a page would be wrong too.
        Err(mismatch) => {
            anstream::eprintln!(
                "error: the map of interpretations is wrong, so no report is written: {mismatch}"
            );
            return Ok(Verdict::Finding);
        }
    };
    let page = page::Page::new(&matrices, evidence);
    let print = pending.is_some();
    match pending {
        Some(pending) => pending.commit(|writer| page.write(writer))?,
        None => page.write(out)?,
    }
    if print {
        matrices.iter().try_for_each(|(instruction, matrix)| summary(instruction, matrix, json, out))?;
    }
    let is_equal = |(_, matrix): &(_, Matrix)| differing(matrix) == 0;
    Ok(if matrices.iter().all(is_equal) { Verdict::Fine } else { Verdict::Finding })
}

/// How many modes differ from PTX.
fn differing(matrix: &Matrix) -> usize {
    matrix.cells.iter().filter(|cell| cell.difference.is_some()).count()
}

/// How many of the modes with PTX differ from it.
fn totals(matrix: &Matrix) -> String {
    let runs: usize = matrix.cells.iter().map(|cell| cell.runs).sum();
    let compared = matrix.cells.iter().filter(|cell| cell.runs > 0).count();
    format!("{} of {compared} modes differ, on {runs} corner inputs", differing(matrix))
}

/// Prints the totals of an instruction.
fn summary(instruction: &'static str, matrix: &Matrix, json: bool, out: &mut Out) -> Result<(), Failure> {
    if !json {
        writeln!(out, "{instruction}, unit and PTX: {}", totals(matrix))?;
    }
    for (at, row) in matrix.rows.iter().enumerate() {
        let found = Found {
            instruction,
            row: row.name,
            title: row.title,
            modes: row.checked.modes,
            of: row.of,
            cells: matrix.differing(at),
            runs: row.checked.runs,
        };
        if json {
            out.json(&found)?;
        } else {
            let Found { row, modes, of, title, .. } = found;
            writeln!(out, "  {row:<10} {modes:>4} of {of:>4} differ: {title}")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use vmad_xcheck::divergence::Matrix;

    use super::totals;

    #[test]
    fn modes_without_ptx_are_not_compared() {
        let matrix = Matrix::new("VABSDIFF4").expect("the map is right");
        let with_ptx = matrix.cells.iter().filter(|cell| cell.ptx.is_some()).count();
        assert!(0 < with_ptx && with_ptx < matrix.cells.len());
        let totals = totals(&matrix);
        assert!(totals.starts_with(&format!("0 of {with_ptx} modes differ, on ")), "{totals}");
    }
}
