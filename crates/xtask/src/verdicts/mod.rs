//! `cargo xtask ptxas-record`: asks NVIDIA's `ptxas` which instructions it accepts, and writes its answers down as the
//! data that the tests of `vmad-ptx` run on.
//!
//! `ptxas` names the line of every error, so a module holds one instruction a line and answers for thousands at once.
//! Only a syntax error stops it: that line is taken out and the rest asked again.

mod ask;
mod lines;
mod random;
mod record;

use anyhow::Result;

use crate::{ptxas::PtxasArgs, workspace};

/// Records which PTX video instructions and float mads ptxas accepts
///
/// Writes the tables ptxas-modifiers.tsv (every combination of modifiers), ptxas-legality.tsv (every target and
/// version), ptxas-code.tsv (errors of the code generator) and ptxas-random.tsv (random lines) for the tests of vmad-ptx.
/// Takes some minutes.
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
    record::random(&ptxas, &folder.join("ptxas-random.tsv"), args.random, args.seed)
}
