//! `vmad check --report`: the mode matrix of each instruction, as one HTML file.

mod cards;
mod evidence;
mod layout;
mod page;
mod prose;
#[cfg(test)]
mod samples;
mod view;

use std::io::Write;

use serde::Serialize;
use vmad_xcheck::{
    divergence::{Matrix, Mismatch},
    sweep::INSTRUCTIONS,
};

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
    instruction: &'static str,
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
    let print = print && pending.is_some();
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
            of: row.checked.of,
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
