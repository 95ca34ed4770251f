//! `vmad check --prove`.

mod row;
mod tally;

use std::{
    io::Write,
    num::NonZero,
    path::PathBuf,
    time::{Duration, Instant},
};

use vmad_xcheck::proof::{
    datapath::Unit,
    prover::Prover,
    solver::{Solver, SolverError},
    table::{Line, Plan},
};

use crate::{
    failure::{Failure, Verdict},
    interrupt,
    jobs::cores,
    number,
    output::Out,
    progress::Progress,
    wrap::wrap,
};
use row::{Row, text};
use tally::{Summary, Tally};

/// The options that exclude a proof. Each option of a proof lists them, because clap ignores `requires` for an option
/// with a conflict.
const OTHERS: [&str; 4] = ["exhaustive", "merge", "fuzz_repro", "observed"];

#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Args {
    /// The SMT solver: a name on the PATH, or a path [default: the first found of z3, cvc5 and bitwuzla]
    #[arg(long, value_name = "NAME|PATH", requires = "prove", conflicts_with_all = OTHERS)]
    solver: Option<PathBuf>,

    /// The time limit for one question, in seconds; after it the answer is unknown
    #[arg(long, value_name = "SECONDS", requires = "prove", conflicts_with_all = OTHERS, default_value = "120", value_parser = number::at_least_one::<NonZero<u32>>)]
    time_limit: NonZero<u32>,

    /// Number of inputs on which the terms of each mode are first compared with the code
    #[arg(long, value_name = "N", requires = "prove", conflicts_with_all = OTHERS, default_value = "4096", value_parser = number::at_least_one::<u32>)]
    pub(super) cases: u32,

    /// Print a line for each lemma, each mode of VMAD, and each pair of operands of the other instructions
    #[arg(long, requires = "prove", conflicts_with_all = OTHERS)]
    verbose: bool,

    /// Do not compare other interpretations with the unit
    #[arg(long, requires = "prove", conflicts_with_all = OTHERS)]
    no_readings: bool,
}

impl Args {
    /// Finds the solver.
    pub(super) fn solver(&self) -> Result<Solver, SolverError> {
        interrupt::solver(self.solver.as_deref(), Duration::from_secs(self.time_limit.get().into()))
    }
}

impl From<SolverError> for Failure {
    fn from(error: SolverError) -> Self {
        Self::input("vmad check --prove", &error)
    }
}

pub(super) fn run(
    args: &Args,
    jobs: Option<NonZero<usize>>,
    json: bool,
    out: &mut Out,
    mut seen: impl FnMut(&str, &Line),
) -> Result<Verdict, Failure> {
    let start = Instant::now();
    let solver = args.solver()?;
    let plan = Plan { jobs: jobs.unwrap_or_else(cores), cases: args.cases, alternatives: !args.no_readings };
    let progress = Progress::new(plan.lines() as u64, 0, "lines");
    let mut lines = 0;
    let mut tally = Tally::default();
    plan.run(&Prover { solver: &solver, datapath: &Unit }, |line| {
        tally.count(&line);
        seen(solver.version(), &line);
        lines += 1;
        progress.set(lines);
        progress.aside(|| {
            if json {
                out.json(&Row::of(&line))?;
            } else if (args.verbose || !Row::of(&line).is_proved())
                && let Some(text) = text(&line, out.palette())
            {
                writeln!(out, "{text}")?;
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
        writeln!(out, "{}", wrap(&sum, "", ""))?;
    }
    Ok(tally.verdict())
}
