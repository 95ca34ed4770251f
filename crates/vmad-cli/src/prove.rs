//! `vmad prove`.

use std::{io::Write, time::Instant};

use vmad_map::rows::rivals;
use vmad_proof::report::{JsonLine, Summary, Tally, text};
use vmad_proof::{datapath::Unit, prover::Prover, table::Plan};

use crate::{
    failure::{Exit, Failure},
    output::Out,
    progress::Progress,
    solving::Solving,
};

/// Prove that every mode of every instruction equals PTX for all 2^96 inputs
///
/// Prints a line for each instruction, then where other interpretations differ from the unit, this project's model of
/// the instructions; with --verbose, each lemma and mode. A small checker verifies the proof of each question.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad prove --jobs 2
  vmad prove --certificate proofs/ --script scripts/

Exit codes: 0 success, 1 a refuted line, 2 an undecided line, or a file that cannot be written.")]
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

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Exit, Failure> {
    let Args { verbose, json, ref solving } = *args;
    let start = Instant::now();
    let asked = solving.options.solver()?;
    let rivals: Vec<_> = rivals().collect();
    let plan = Plan { jobs: solving.jobs, cases: solving.cases.get(), rivals: &rivals };
    let wrong = out.palette().wrong;
    let progress = Progress::new(plan.lines() as u64, "parts of the proof");
    let mut tally = Tally::default();
    plan.run(&Prover { solver: &asked.solver, datapath: &Unit }, |line| {
        tally.count(&line);
        progress.add(1);
        let row = JsonLine::of(&line);
        if !json && !verbose && row.is_proved() {
            return Ok(());
        }
        progress.aside(|| {
            if json {
                out.json(&row)?;
            } else {
                out.paragraph(&text(&line, |verdict| format!("{wrong}{verdict}{wrong:#}")), "", "  ")?;
            }
            out.flush()
        })
    })?;
    drop(progress);
    asked.finish()?;
    let seconds = start.elapsed().as_secs_f64();
    if json {
        out.json(&Summary { tally: &tally, seconds })?;
    } else {
        tally.print(out)?;
        let sum = format!("{} in {seconds:.0} s", tally.sentence());
        out.paragraph(&sum, "", "")?;
    }
    Ok(match (tally.refuted, tally.unknown) {
        (0, 0) => Exit::Fine,
        (0, _) => Exit::BadInput,
        _ => Exit::Finding,
    })
}
