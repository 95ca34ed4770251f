//! `vmad check`: the code of ptxas, compared with its source.

mod validate;

use std::path::PathBuf;

use vmad_ptx::reading::Reading;
use vmad_ptxas::{row::Row, versions::Version};

use crate::{prove::Solving, ptx::readings::reading};
pub(crate) use validate::run;

/// Compare each video instruction of a PTX file with the word to which ptxas compiled it
///
/// With the line table that `ptxas -lineinfo` writes, each word is compared with the statement of its line: instruction,
/// mode, constants, and the links of a chain. Guards and other registers are not compared. Without a cubin, the command
/// runs ptxas.
#[derive(Debug, clap::Args)]
#[command(override_usage = "\
vmad check FILE.ptx [--arch sm_61] [--ptxas PATH] [OPTIONS]
       vmad check [FILE.ptx] FILE.cubin [OPTIONS]")]
// Options of a solver have no use without a proof.
#[command(mut_group("solving", |solving| solving.requires("prove")))]
#[command(after_help = "\
Examples:
  vmad check kernel.ptx --arch sm_61
  vmad check kernel.ptx kernel.sm_50.cubin
  vmad check kernel.ptx kernel.sm_50.cubin --prove --findings
  vmad check kernel.ptx kernel.sm_50.cubin --allow D4,D6

Exit codes: 0 success, 1 a finding, 2 a part that is not read or not proved, no solver, or bad input.")]
pub(crate) struct Args {
    /// The PTX; a cubin alone is compared with the PTX that it embeds, which `ptxas -lineinfo` writes
    #[arg(value_name = "FILE.ptx")]
    ptx: PathBuf,

    /// The cubin that ptxas compiled from it, or a fat binary, library or program with such cubins
    #[arg(value_name = "FILE.cubin")]
    cubin: Option<PathBuf>,

    /// The architecture for which ptxas compiles [default: the .target of the file, or sm_61]
    #[arg(long, value_name = "ARCH", conflicts_with = "cubin")]
    arch: Option<String>,

    /// The ptxas to run: a name on the PATH, or a path [default: ptxas]
    #[arg(long, value_name = "NAME|PATH", conflicts_with = "cubin")]
    ptxas: Option<PathBuf>,

    /// The version of ptxas whose miscompiles explain differences, as 12.4; --ptxas names a program [default: the maker of
    /// the cubin, or the newest version for its architecture]
    #[arg(long, value_name = "VERSION")]
    ptxas_version: Option<Version>,

    /// Print only the instructions that are not equal
    #[arg(long)]
    findings: bool,

    /// Known causes that are no findings, separated by commas: D3p, D4, D6 to D9, P7 and the other rows of the map
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = validate::known)]
    allow: Vec<&'static Row>,

    /// A reading of the PTX ISA: default, prose, literal, or single choices such as mask=by-final-sign
    #[arg(long, value_name = "READING", value_parser = reading, conflicts_with = "prove")]
    reading: Option<Reading>,

    /// Prove the modes of the words equal to PTX for all inputs; needs an SMT solver: z3, cvc5 or bitwuzla
    #[arg(long)]
    prove: bool,

    #[command(flatten)]
    solving: Solving,

    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}
