//! The code that a release emits for lines.

use anyhow::Result;
use vmad_ptx::legality::Target;

use super::releases::{Release, nvdisasm};
use crate::{batches::in_batches, compiler::Compiler};

/// Lines of one module. nvdisasm's text of many functions is slow to search.
const BATCH: usize = 500;

/// The code of each line: SASS with `; ` between, or `refused: ` and a message.
pub(super) fn answers(release: &Release, target: Target, lines: &[&str]) -> Result<Vec<String>> {
    let compiler = Compiler::fetched(release.tool, nvdisasm(target))?;
    in_batches(lines, BATCH, |batch| ask(&compiler, target, batch))
}

/// Asks for all lines at once; if a line is refused, for each half.
fn ask(compiler: &Compiler, target: Target, lines: &[&str]) -> Result<Vec<String>> {
    match compiler.ptxas.compile(&target.to_string(), lines)? {
        Ok(cubin) => compiler.print(&cubin, lines.len()),
        Err(_) if lines.len() > 1 => {
            let (first, second) = lines.split_at(lines.len() / 2);
            Ok([ask(compiler, target, first)?, ask(compiler, target, second)?].concat())
        }
        Err(message) => {
            let message = message.split_once(" : ").map_or(message.as_str(), |(_, message)| message);
            Ok(vec![format!("refused: {message}")])
        }
    }
}
