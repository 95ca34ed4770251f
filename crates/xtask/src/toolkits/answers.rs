//! The code that a release emits for lines.

use anyhow::Result;
use vmad_ptx::legality::Target;

use super::releases::{Release, nvdisasm};
use crate::{batches::in_batches, compiler::Compiler, ptxas::functions};

/// Lines of one module. nvdisasm's text of many functions is slow to search.
const BATCH: usize = 500;

/// The code of each line: SASS with `; ` between, or `refused: ` and a message.
pub(super) fn answers(release: &Release, target: Target, lines: &[&str]) -> Result<Vec<String>> {
    let compiler = Compiler::fetched(release.tool, nvdisasm(target))?;
    in_batches(lines, BATCH, |batch| ask(&compiler, target, batch))
}

/// Asks for all lines at once; if a line is refused, for each half.
fn ask(compiler: &Compiler, target: Target, lines: &[&str]) -> Result<Vec<String>> {
    let compiled = compiler.ptxas.compile_functions(&target.to_string(), &functions(lines))?;
    match compiled.cubin {
        Some(cubin) => compiler.print(&cubin, lines.len()),
        None if lines.len() > 1 => {
            let (first, second) = lines.split_at(lines.len() / 2);
            Ok([ask(compiler, target, first)?, ask(compiler, target, second)?].concat())
        }
        None => {
            let message = compiled.messages.lines().next().unwrap_or_default();
            let message = message.split_once(" : ").map_or(message, |(_, message)| message);
            Ok(vec![format!("refused: {message}")])
        }
    }
}
