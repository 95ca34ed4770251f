//! `vmad check`: does the unit do what the PTX said?

mod exhaustive;
mod observed;
mod prove;
mod report;
mod sweep_state;

use std::{num::NonZero, path::PathBuf};

use clap::ArgGroup;

use crate::{
    failure::{Failure, Verdict},
    output::Out,
    pending::Pending,
};

/// Check the unit against the PTX semantics that it serves
///
/// With --exhaustive, by comparing them on all bytes, all half-words and all corners of every setting; with --prove, for
/// all inputs of every mode, with an SMT solver.
#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("what"))]
#[command(group = ArgGroup::new("anything").multiple(true).required(true))]
#[command(after_help = "\
Examples:
  vmad check --exhaustive --jobs 8 --state sweep.json
  vmad check --exhaustive --shard 3/16 --json > 3.json     # one of an array of jobs, then
  vmad check --merge 1.json 2.json 3.json ...
  vmad check --prove --jobs 2
  vmad check --report modes.html                           # open it in a browser
  vmad check --prove --report modes.html                   # the same with what was proved
  vmad check --observed card.csv                           # what `vmad vectors --format csv` became on a card

Exit codes: 0 everything holds, 1 something does not, 2 a part is missing or not decided, no solver, or bad input.")]
pub(crate) struct Args {
    /// Compare the unit with PTX's vmad in every setting
    ///
    /// All bytes by all bytes, all half-words by corners, corners by corners, C at corners: 64,045,827,072
    /// comparisons.
    #[arg(long, groups = ["what", "anything"])]
    exhaustive: bool,

    /// Prove every mode right for all 2^96 inputs
    ///
    /// A line for each lemma and each of the 864 modes, then where other published readings part from the unit. Needs
    /// an SMT solver: z3, cvc5 or bitwuzla.
    #[arg(long, groups = ["what", "anything"])]
    prove: bool,

    /// Merge the reports of sweeps, which --json or --state wrote
    #[arg(long, value_name = "FILE", num_args = 1.., groups = ["what", "anything"])]
    merge: Vec<PathBuf>,

    /// Compare what hardware computed with every reading, and name the one that it follows
    ///
    /// Comma-separated values below a header, or a JSON object a line, with the columns word (or text), a, b, c and
    /// result (or d), and cc where the condition code was read; - is standard input.
    #[arg(long, value_name = "FILE", groups = ["what", "anything"])]
    observed: Option<PathBuf>,

    /// Draw the 864 modes as one HTML file, coloured by what was found in them
    ///
    /// Every mode with where the published readings part in it, on which inputs, and what says that the unit computes
    /// what PTX means: corners, and whatever runs along with it of --prove, --exhaustive and --merge.
    #[arg(long, value_name = "FILE", group = "anything", conflicts_with_all = ["observed", "reading"])]
    report: Option<PathBuf>,

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
    let pending = args.report.as_deref().map(Pending::create).transpose()?;
    let mut evidence = report::Evidence::default();
    let checked = args.check(&mut evidence, out)?;
    let Some(pending) = pending else { return Ok(checked.unwrap_or(Verdict::Fine)) };
    let drawn = report::write(pending, &evidence, checked.is_none(), args.json, out)?;
    Ok(match (checked, drawn) {
        (Some(Verdict::Finding), _) | (_, Verdict::Finding) => Verdict::Finding,
        (checked, drawn) => checked.unwrap_or(drawn),
    })
}

impl Args {
    /// The check that was asked for, if there is one beside the report.
    fn check(&self, evidence: &mut report::Evidence, out: &mut Out) -> Result<Option<Verdict>, Failure> {
        let (jobs, json) = (self.jobs, self.json);
        Ok(Some(if let Some(path) = &self.observed {
            observed::run(path, json, out)?
        } else if self.prove {
            prove::run(&self.proof, jobs, json, out, |solver, line| evidence.line(solver, line))?
        } else if self.exhaustive {
            exhaustive::run(&self.sweep, jobs, json, out, |plan, report| evidence.sweep(plan, report))?
        } else if !self.merge.is_empty() {
            let seen = |plan: &_, report: &_| evidence.sweep(plan, report);
            exhaustive::merge(&self.merge, json, out, self.report.is_some().then_some(seen))?
        } else {
            return Ok(None);
        }))
    }
}
