//! `vmad check --prove`.

mod row;
mod tally;

use std::{
    io::Write,
    num::NonZero,
    path::PathBuf,
    time::{Duration, Instant},
};

use vmad_proof::{
    datapath::Unit,
    prover::Prover,
    table::{Line, Plan},
};
use vmad_term::solver::{Solver, SolverError};
use vmad_xcheck::{RIVALS, TableRival};

use crate::{
    failure::{Failure, Verdict},
    interrupt,
    jobs::cores,
    number,
    output::{Out, Palette},
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

    /// Print a line for each lemma, each pair of operands of each instruction, and each other interpretation
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

    fn plan(&self, jobs: NonZero<usize>) -> Plan<'static, TableRival> {
        Plan { jobs, cases: self.cases, rivals: if self.no_readings { &[] } else { &RIVALS } }
    }

    /// The text of a line, if it is shown: without `--verbose`, only what is not proved.
    fn shown(&self, line: &Line, palette: Palette) -> Option<String> {
        (self.verbose || !Row::of(line).is_proved()).then(|| text(line, palette))
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
    let plan = args.plan(jobs.unwrap_or_else(cores));
    let progress = Progress::new(plan.lines() as u64, 0, "lines");
    let mut tally = Tally::default();
    plan.run(&Prover { solver: &solver, datapath: &Unit }, |line| {
        tally.count(&line);
        seen(solver.version(), &line);
        progress.add(1);
        progress.aside(|| {
            if json {
                out.json(&Row::of(&line))?;
            } else if let Some(text) = args.shown(&line, out.palette()) {
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

#[cfg(test)]
mod tests {
    use clap::Parser;
    use vmad_proof::{lemma::Lemma, prover::Verdicts, table::Subject};

    use super::*;
    use crate::cli::{Cli, Command};

    /// The options of `vmad check --prove` with these arguments.
    fn options(arguments: &[&str]) -> Args {
        let cli = Cli::try_parse_from([&["vmad", "check", "--prove"], arguments].concat());
        let Ok(Cli { command: Command::Check(check), .. }) = cli else { panic!("{arguments:?}: {cli:?}") };
        check.proof
    }

    #[test]
    fn other_interpretations_are_compared_unless_excluded() {
        let [with, without] = [&[][..], &["--no-readings"]].map(|it| options(it).plan(NonZero::<usize>::MIN));
        assert!(with.lines() > without.lines() && without.lines() > 0);
    }

    #[test]
    fn proved_lines_are_shown_if_asked_for() {
        let line = |proved: usize| Line {
            subject: Subject::Lemma(Lemma::Multiplier),
            verdicts: Verdicts {
                proved,
                unknown: vec![(None, "time".to_owned()); 1 - proved],
                ..Verdicts::default()
            },
            time: Duration::ZERO,
        };
        let [brief, verbose] = [&[][..], &["--verbose"]].map(options);
        let shown = |args: &Args, line| args.shown(&line, Palette::default()).is_some();
        assert_eq!([0, 1].map(|proved| shown(&brief, line(proved))), [true, false]);
        assert_eq!([0, 1].map(|proved| shown(&verbose, line(proved))), [true, true]);
    }
}
