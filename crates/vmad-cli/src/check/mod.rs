//! `vmad check`: does the unit do what the PTX said?

mod prove;

use clap::ArgGroup;

use crate::{
    failure::{Failure, Verdict},
    output::Out,
};

/// Checks the unit against the PTX semantics that it serves
///
/// With --prove, for all inputs of every mode, with an SMT solver.
#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("what").required(true))]
#[command(
    after_help = "Exit codes: 0 everything holds, 1 something does not, 2 not decided, no solver or bad input."
)]
pub(crate) struct Args {
    /// Prove every mode right for all 2^96 inputs
    ///
    /// A line for each lemma and each of the 864 modes, then where other published readings part from the unit.
    #[arg(long, group = "what")]
    prove: bool,

    #[command(flatten)]
    proof: prove::Args,

    /// Print a JSON object a line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    // The group makes sure that there is one thing to check.
    prove::run(&args.proof, args.json, out)
}
