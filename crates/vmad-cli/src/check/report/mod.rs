//! `vmad check --report`: the mode matrix as one HTML file.

mod evidence;
mod page;
mod prose;
mod view;

use std::io::Write;

use serde::Serialize;
use vmad_xcheck::{divergence::Matrix, interpretation::INTERPRETATIONS};

use crate::{
    atomic_write::AtomicFile,
    failure::{Failure, Verdict},
    output::Out,
    progress::Progress,
};
pub(super) use evidence::Evidence;

/// The result of a row of the map.
#[derive(Serialize)]
struct Found {
    row: &'static str,
    title: &'static str,
    modes: usize,
    of: usize,
    cells: usize,
    runs: usize,
}

/// Runs the models in every mode and writes the page, to standard output if no file is pending. With `print`, also prints
/// a summary, unless the page is on standard output.
pub(super) fn write(
    pending: Option<AtomicFile>,
    evidence: &Evidence,
    print: bool,
    json: bool,
    out: &mut Out,
) -> Result<Verdict, Failure> {
    let running = Progress::busy("every mode, in every interpretation");
    let matrix = Matrix::new();
    drop(running);
    let matrix = match matrix {
        Ok(matrix) => matrix,
        // The map is wrong, so a page would be wrong too.
        Err(mismatch) => {
            anstream::eprintln!(
                "error: the map of interpretations is wrong, so no report is written: {mismatch}"
            );
            return Ok(Verdict::Finding);
        }
    };
    let page = page::Page::new(&matrix, evidence);
    let print = print && pending.is_some();
    match pending {
        Some(pending) => pending.commit(|writer| page.write(writer))?,
        None => page.write(out)?,
    }
    let differing = matrix.cells.iter().filter(|cell| cell.difference.is_some()).count();
    if print {
        summary(&matrix, differing, json, out)?;
    }
    Ok(if differing == 0 { Verdict::Fine } else { Verdict::Finding })
}

/// Prints the totals of the page.
fn summary(matrix: &Matrix, differing: usize, json: bool, out: &mut Out) -> Result<(), Failure> {
    let found = INTERPRETATIONS.iter().enumerate().map(|(at, row)| Found {
        row: row.id.name(),
        title: row.title,
        modes: matrix.rows[at].modes,
        of: row.domain.size(),
        cells: matrix.differing(at),
        runs: matrix.rows[at].runs,
    });
    for row in found {
        if json {
            out.json(&row)?;
        } else {
            writeln!(out, "{:<3} {:>4} of {:>4} part: {}", row.row, row.modes, row.of, row.title)?;
        }
    }
    if !json {
        let runs: usize = matrix.cells.iter().map(|cell| cell.runs).sum();
        writeln!(
            out,
            "unit and PTX: {differing} of {} modes differ, on {runs} corner inputs",
            matrix.cells.len()
        )?;
    }
    Ok(())
}
