//! `cargo xtask ptxas-record`: records which instructions `ptxas` accepts, for the tests of `vmad-ptx`.
//!
//! `ptxas` names the line of every error, so one module with an instruction in each line tests thousands. A syntax error
//! stops it: that line is removed, and `ptxas` runs again.

mod ask;
mod lines;
mod random;
mod record;
mod simd;
mod words;

use anyhow::{Result, bail};

use crate::{ptxas::PtxasArgs, workspace};

/// Records which PTX video instructions and float mads ptxas accepts
///
/// Writes the tables ptxas-modifiers.tsv and ptxas-simd.tsv (every combination of modifiers, of the scalar and the SIMD
/// video instructions), ptxas-legality.tsv (every target and version), ptxas-code.tsv (errors of the code generator) and
/// ptxas-random.tsv (random lines) for the tests of vmad-ptx, and asks the lines of ptxas-lanes.tsv again. Takes some
/// minutes.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    ptxas: PtxasArgs,
    /// Only these tables: modifiers, simd, legality, code, lanes, random
    #[arg(long, value_name = "TABLE", value_delimiter = ',')]
    only: Vec<String>,
    /// Number of random lines
    #[arg(long, default_value_t = 6000)]
    random: usize,
    /// The seed of the random lines
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Asks ptxas and writes the tables.
pub(crate) fn run(args: Args) -> Result<()> {
    let ptxas = args.ptxas.open()?;
    let tables = ["modifiers", "simd", "legality", "code", "lanes", "random"];
    if let Some(other) = args.only.iter().find(|name| !tables.contains(&name.as_str())) {
        bail!("no table is called {other}: legal are {}", tables.join(", "));
    }
    for table in
        tables.into_iter().filter(|name| args.only.is_empty() || args.only.iter().any(|it| it == name))
    {
        let path = workspace::verdicts().join(format!("ptxas-{table}.tsv"));
        match table {
            "modifiers" => record::modifiers(&ptxas, &path)?,
            "simd" => record::simd(&ptxas, &path)?,
            "legality" => record::legality(&ptxas, &path)?,
            "code" => record::code(&ptxas, &path)?,
            "lanes" => record::again(&ptxas, &path)?,
            _ => record::random(&ptxas, &path, args.random, args.seed)?,
        }
    }
    Ok(())
}
