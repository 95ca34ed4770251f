//! `cargo xtask ptxas-record`: asks NVIDIA's `ptxas` which instructions it accepts, and writes its answers down as the
//! data that the tests of `vmad-ptx` run on.
//!
//! `ptxas` names the line of every error, so a module holds one instruction a line and answers for thousands at once.
//! Only a syntax error stops it: that line is taken out and the rest asked again.

mod ask;
mod lines;
mod record;

use clap::Args as ClapArgs;
use std::error::Error;
use std::path::PathBuf;

/// The arguments of `ptxas-record`.
#[derive(ClapArgs, Debug)]
pub(crate) struct Args {
    /// The `ptxas` to ask (12.9.86 made the recorded data).
    #[arg(long, default_value = ".tools/ptxas")]
    ptxas: PathBuf,
    /// The folder to write the tables to.
    #[arg(long, default_value = "crates/vmad-ptx/tests/data")]
    out: PathBuf,
    /// How many random lines to record.
    #[arg(long, default_value_t = 4000)]
    random: usize,
    /// The seed of the random lines.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Asks, and writes the tables.
///
/// # Errors
/// The tool cannot be started, says something that is not understood, or a table cannot be written.
pub(crate) fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let ptxas = ask::Ptxas::new(&args.ptxas)?;
    std::fs::create_dir_all(&args.out)?;
    record::modifiers(&ptxas, &args.out.join("ptxas-modifiers.tsv"))?;
    record::legality(&ptxas, &args.out.join("ptxas-legality.tsv"))?;
    record::random(&ptxas, &args.out.join("ptxas-random.tsv"), args.random, args.seed)
}
