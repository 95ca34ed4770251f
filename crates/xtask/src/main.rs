//! The project's own tasks, run as `cargo xtask`.
//!
//! NVIDIA's tools are oracles. No test needs them: their answers are recorded as data in the repository.

use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use vmad_sass::Arch;

mod batches;
mod compiler;
mod docs;
mod emitted;
mod explorer;
mod fetch;
mod groups;
mod judge;
mod lower;
mod nvdisasm;
mod ptxas;
mod rewrites;
mod toolkits;
mod tools;
mod workspace;

/// Tasks of this project: compare with NVIDIA's tools, record their answers
///
/// The tools are fetched into the ignored folder .tools/, by `python3 -m pip` and apt-get.
/// Exit codes: 0 success, 1 a finding (a difference), 2 the task failed.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Debug, Subcommand)]
enum Chore {
    NvdisasmDiff(nvdisasm::DiffArgs),
    PtxasLower(lower::Args),
    /// Asks ptxas again for the recorded code that tests run, and writes it
    ///
    /// The questions are the rows of tables of vmad-ptxas: ptxas-vmad.tsv (vmad without a VMAD), ptxas-simd.tsv (the SIMD
    /// video instructions on sm_61) and ptxas-later.tsv (scalar video instructions from sm_70 on); and the idioms with the
    /// code that they replace (emitted.tsv). Then compares the code that the lowering has for a vmad of registers with
    /// that of ptxas, for every selector. Exits with 1 if a table changed.
    PtxasCode,
    /// Records how long ptxas's code is for each kind of video instruction from sm_70 on, and for the ordinary code
    ///
    /// Exits with 1 if the table changed.
    PtxasRewrites,
    /// Records the code of every release of ptxas that changed between releases or is wrong: it is run beside the PTX
    ///
    /// Fetches one build of each minor version that PyPI and Debian have: 18 of them, 590 MB. Each is asked for a sample
    /// of all video instructions on one architecture of each kind. Exits with 1 if a record changed.
    Toolkits,
    /// Writes the pages of the book that are generated from tables in the code
    ///
    /// A test fails if one of them is outdated.
    Docs,
    Explorer(explorer::ExplorerArgs),
}

fn main() -> ExitCode {
    match run(Cli::parse().chore) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Runs a task; `false` is a finding.
fn run(chore: Chore) -> Result<bool> {
    match chore {
        Chore::NvdisasmDiff(args) => nvdisasm::diff(&args),
        Chore::PtxasLower(args) => lower::run(&args),
        Chore::PtxasCode => emitted::run(),
        Chore::PtxasRewrites => rewrites::run(),
        Chore::Toolkits => toolkits::run(),
        Chore::Docs => docs::run().map(|()| true),
        Chore::Explorer(args) => explorer::run(&args),
    }
}

/// An architecture by its name.
fn arch(name: &str) -> Result<Arch> {
    let number = name.strip_prefix("sm_").and_then(|number| number.parse().ok());
    let number = number.with_context(|| format!("{name:?} is not an architecture: write sm_50"))?;
    Ok(Arch::from_number(number)?)
}
