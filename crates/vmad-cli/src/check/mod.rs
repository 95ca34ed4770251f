//! `vmad check`: does the unit do what the PTX said?

mod exhaustive;
mod observed;
mod prove;
mod sweep_state;

use std::{num::NonZero, path::PathBuf};

use clap::ArgGroup;

use crate::{
    failure::{Failure, Verdict},
    output::Out,
};

/// Check the unit against the PTX semantics that it serves
///
/// With --exhaustive, by comparing them on all bytes, all half-words and all corners of every setting; with --prove, for
/// all inputs of every mode, with an SMT solver.
#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("what").required(true))]
#[command(after_help = "\
Examples:
  vmad check --exhaustive --jobs 8 --state sweep.json
  vmad check --exhaustive --shard 3/16 --json > 3.json     # one of an array of jobs, then
  vmad check --merge 1.json 2.json 3.json ...
  vmad check --prove --jobs 2
  vmad check --observed card.csv                           # what `vmad vectors --format csv` became on a card

Exit codes: 0 everything holds, 1 something does not, 2 a part is missing or not decided, no solver, or bad input.")]
pub(crate) struct Args {
    /// Compare the unit with PTX's vmad in every setting
    ///
    /// All bytes by all bytes, all half-words by corners, corners by corners, C at corners: 64,045,827,072
    /// comparisons.
    #[arg(long, group = "what")]
    exhaustive: bool,

    /// Prove every mode right for all 2^96 inputs
    ///
    /// A line for each lemma and each of the 864 modes, then where other published readings part from the unit. Needs
    /// an SMT solver: z3, cvc5 or bitwuzla.
    #[arg(long, group = "what")]
    prove: bool,

    /// Merge the reports of sweeps, which --json or --state wrote
    #[arg(long, value_name = "FILE", num_args = 1.., group = "what")]
    merge: Vec<PathBuf>,

    /// Compare what hardware computed with every reading, and name the one that it follows
    ///
    /// Comma-separated values below a header, or a JSON object a line, with the columns word (or text), a, b, c and
    /// result (or d), and cc where the condition code was read; - is standard input.
    #[arg(long, value_name = "FILE", group = "what")]
    observed: Option<PathBuf>,

    #[command(flatten)]
    sweep: exhaustive::Args,

    #[command(flatten)]
    proof: prove::Args,

    /// How many threads, or solvers at a time [default: the processor's cores]
    #[arg(long, value_name = "N", conflicts_with_all = ["merge", "observed"])]
    jobs: Option<NonZero<usize>>,

    /// Print a JSON object a line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    if let Some(path) = &args.observed {
        observed::run(path, args.json, out)
    } else if args.prove {
        prove::run(&args.proof, args.jobs, args.json, out)
    } else if args.merge.is_empty() {
        exhaustive::run(&args.sweep, args.jobs, args.json, out)
    } else {
        exhaustive::merge(&args.merge, args.json, out)
    }
}
