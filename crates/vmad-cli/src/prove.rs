//! `vmad prove`.

use std::{
    io::Write,
    num::NonZero,
    path::PathBuf,
    time::{Duration, Instant},
};

use vmad_map::rows::rivals;
use vmad_proof::{datapath::Unit, prover::Prover, table::Plan};
use vmad_term::solver::{Solver, SolverError};
use vmad_xcheck::proof::{Row, Summary, Tally, text};

use crate::{
    failure::{Failure, Verdict},
    interrupt, number,
    output::Out,
    progress::Progress,
};

/// Prove that every mode of every instruction equals PTX for all 2^96 inputs
///
/// Prints a line for each instruction, then where other interpretations differ from the unit, this project's model of
/// the instructions; with --verbose, each lemma and mode. Needs an SMT solver: z3, cvc5 or bitwuzla.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad prove --jobs 2
  vmad prove --solver cvc5

Exit codes: 0 success, 1 a refuted line, 2 an undecided line, or no solver.")]
pub(crate) struct Args {
    /// Print a line for each lemma, each pair of operands of each instruction, and each other interpretation
    #[arg(long)]
    verbose: bool,

    #[command(flatten)]
    solving: Solving,

    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// The options of the solver, for each command that asks one.
#[derive(Debug, clap::Args)]
#[group(id = "solver_options")]
pub(crate) struct SolverOptions {
    /// The SMT solver: a name on the PATH, or a path; with several, all must agree [default: the first found of z3, cvc5
    /// and bitwuzla]
    #[arg(long, value_name = "NAME|PATH,...", value_delimiter = ',')]
    solver: Vec<PathBuf>,

    /// The time limit for one question, in seconds; after it the answer is unknown
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = number::at_least_one::<NonZero<u32>>)]
    pub(crate) time_limit: NonZero<u32>,
}

impl SolverOptions {
    pub(crate) fn solver(&self) -> Result<Solver, SolverError> {
        interrupt::solver(&self.solver, Duration::from_secs(self.time_limit.get().into()))
    }
}

/// The options of a proof of the modes.
#[derive(Debug, clap::Args)]
// Named here, because clap leaves a group empty if an option is flattened into it.
#[group(id = "solving", args = ["solver", "time_limit", "cases", "jobs"])]
pub(crate) struct Solving {
    #[command(flatten)]
    pub(crate) solver: SolverOptions,

    /// Number of inputs on which the terms of each mode are first compared with the code
    #[arg(long, value_name = "N", default_value = "4096", value_parser = number::at_least_one::<u32>)]
    pub(crate) cases: u32,

    /// Number of solvers that run at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number::jobs, default_value_t = number::cores(), hide_default_value = true)]
    pub(crate) jobs: NonZero<usize>,
}

impl From<SolverError> for Failure {
    fn from(error: SolverError) -> Self {
        Self::input("the proof", &error)
    }
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    let Args { verbose, json, ref solving } = *args;
    let start = Instant::now();
    let solver = solving.solver.solver()?;
    let rivals: Vec<_> = rivals().collect();
    let plan = Plan { jobs: solving.jobs, cases: solving.cases, rivals: &rivals };
    let wrong = out.palette().wrong;
    let progress = Progress::new(plan.lines() as u64, "lines");
    let mut tally = Tally::default();
    plan.run(&Prover { solver: &solver, datapath: &Unit }, |line| {
        tally.count(&line);
        progress.add(1);
        progress.aside(|| {
            if json {
                out.json(&Row::of(&line))?;
            } else if verbose || !Row::of(&line).is_proved() {
                out.paragraph(&text(&line, |verdict| format!("{wrong}{verdict}{wrong:#}")), "", "  ")?;
            }
            out.flush()
        })?;
        Ok::<(), Failure>(())
    })?;
    drop(progress);
    let seconds = start.elapsed().as_secs_f64();
    if json {
        out.json(&Summary { tally: &tally, solver: solver.version(), seconds })?;
    } else {
        tally.print(out)?;
        let sum = format!("{} in {seconds:.0} s with {}", tally.sentence(), solver.version());
        out.paragraph(&sum, "", "")?;
    }
    Ok(match (tally.refuted, tally.unknown) {
        (0, 0) => Verdict::Fine,
        (0, _) => Verdict::BadInput,
        _ => Verdict::Finding,
    })
}
