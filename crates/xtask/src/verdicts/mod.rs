//! `cargo xtask ptxas-record`: records which instructions `ptxas` accepts, for the tests of `vmad-ptx`.
//!
//! `ptxas` names the line of every error, so one module with an instruction in each line tests thousands. A syntax error
//! stops it: that line is removed, and `ptxas` runs again.

mod ask;
mod lines;
mod random;
mod record;

use anyhow::Result;

use crate::{ptxas::PtxasArgs, workspace};

/// Records which PTX video instructions and float mads ptxas accepts
///
/// Writes the tables ptxas-modifiers.tsv (every combination of modifiers), ptxas-legality.tsv (every target and
/// version), ptxas-code.tsv (errors of the code generator) and ptxas-random.tsv (random lines) for the tests of vmad-ptx,
/// and asks the lines of ptxas-lanes.tsv again. Takes some minutes.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    ptxas: PtxasArgs,
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
    let folder = workspace::verdicts();
    record::modifiers(&ptxas, &folder.join("ptxas-modifiers.tsv"))?;
    record::legality(&ptxas, &folder.join("ptxas-legality.tsv"))?;
    record::code(&ptxas, &folder.join("ptxas-code.tsv"))?;
    record::again(&ptxas, &folder.join("ptxas-lanes.tsv"))?;
    record::random(&ptxas, &folder.join("ptxas-random.tsv"), args.random, args.seed)
}
