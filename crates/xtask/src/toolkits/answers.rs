//! The code that a release emits for lines.

use std::{collections::HashMap, fs};

use anyhow::{Context, Result};
use vmad_ptx::legality::Target;

use super::releases::{Release, nvdisasm};
use crate::{batches::in_batches, compiler::Compiler, ptxas::functions, workspace};

/// Lines of one module. nvdisasm's text of many functions is slow to search.
const BATCH: usize = 500;

/// The code of each line: SASS with `; ` between, or `refused: ` and a message. Answers are kept as text in `.tools/`,
/// so that a second run asks only for what changed.
pub(super) fn answers(release: &Release, target: Target, lines: &[&str]) -> Result<Vec<String>> {
    let path = workspace::tools().join(format!("{}-{target}.tsv", release.tool.build));
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let mut known: HashMap<&str, &str> = kept.lines().filter_map(|row| row.split_once('\t')).collect();
    let missing: Vec<&str> = lines.iter().copied().filter(|line| !known.contains_key(line)).collect();
    let mut codes = Vec::new();
    if !missing.is_empty() {
        let compiler = Compiler::fetched(release.tool, nvdisasm(target))?;
        codes = in_batches(&missing, BATCH, |batch| ask(&compiler, target, batch))?;
        let rows: String =
            missing.iter().zip(&codes).map(|(line, code)| format!("{line}\t{code}\n")).collect();
        fs::write(&path, kept.clone() + &rows).with_context(|| path.display().to_string())?;
    }
    known.extend(missing.iter().copied().zip(codes.iter().map(String::as_str)));
    Ok(lines.iter().map(|line| known.get(line).copied().unwrap_or_default().to_owned()).collect())
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
