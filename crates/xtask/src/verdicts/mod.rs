//! `cargo xtask ptxas-record`: asks `ptxas` again about the recorded tables of `vmad-ptx`.
//!
//! `ptxas` names the line of every error, so one module with an instruction in each line tests thousands. A syntax error
//! stops it: that line is removed, and `ptxas` runs again.

mod ask;
mod record;

use std::fs;

use anyhow::{Context, Result};

use crate::{ptxas::Ptxas, tools::PTXAS, workspace};

const TABLES: [&str; 6] = ["modifiers", "simd", "legality", "code", "lanes", "random"];

/// Asks ptxas again which PTX video instructions and float mads it accepts, and writes its answers
///
/// The questions are the rows of the tables: ptxas-modifiers.tsv and ptxas-simd.tsv (every combination of modifiers, of the
/// scalar and the SIMD video instructions), ptxas-legality.tsv (every target and version), ptxas-code.tsv (errors of the
/// code generator), ptxas-lanes.tsv and ptxas-random.tsv. A new row needs no answer. Takes some minutes.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only these tables
    #[arg(long, value_name = "TABLE", value_delimiter = ',', value_parser = TABLES, default_values = TABLES)]
    only: Vec<String>,
}

/// Asks ptxas and writes the tables.
pub(crate) fn run(args: &Args) -> Result<()> {
    let ptxas = Ptxas::fetched(PTXAS)?;
    for table in &args.only {
        let path = workspace::verdicts().join(format!("ptxas-{table}.tsv"));
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        workspace::write(&path, record::again(&ptxas, table, &text)?)?;
    }
    Ok(())
}
