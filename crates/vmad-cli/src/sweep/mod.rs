//! `vmad sweep`: the exhaustive comparison with PTX, whole or in shards.

mod state;

use std::{
    io::Write,
    num::NonZero,
    path::PathBuf,
    time::{Duration, Instant},
};

use state::State;
use vmad_ptx::reading::Reading;
use vmad_unit::Kind;
use vmad_xcheck::sweep::{self, Part, Plan, Report, Scope, Shard};

use crate::{
    count::count,
    failure::{Failure, Verdict},
    filters::named,
    inputs, number,
    output::Out,
    progress::Progress,
    ptx::readings::reading,
    stderr::say,
    suggest,
};

/// Compare the unit with PTX on all bytes, all half-words and all corners of every setting
///
/// The unit is this project's model of the video instructions. All bytes with all bytes, all half-words with corners,
/// corners with corners, each with corners of C: 64,045,827,072 comparisons for VMAD.
#[derive(Debug, clap::Args)]
#[command(override_usage = "\
vmad sweep [OPTIONS]
       vmad sweep --merge REPORT... [--json]")]
#[command(after_help = "\
Examples:
  vmad sweep --jobs 8 --state sweep.json
  vmad sweep --shard 3/16 --json > 3.json
  vmad sweep --merge 1.json 2.json 3.json

--shard distributes a sweep over several machines; --merge adds their reports.

Exit codes: 0 success, 1 a difference, 2 a missing part, or bad input.")]
pub(crate) struct Args {
    #[command(flatten)]
    work: Work,

    /// Merge reports of sweeps, written by --json or --state
    #[arg(long, value_name = "REPORT", num_args = 1.., conflicts_with = "work")]
    merge: Vec<PathBuf>,

    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
#[group(id = "work")]
struct Work {
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        value_parser = instruction,
        default_value = "VMAD",
        help = format!("The instructions, separated by commas: {}, or all", Kind::NAMES.join(", "))
    )]
    instruction: Vec<Instruction>,

    /// Only these parts of the work: corners, bytes, halves-of-a, halves-of-b, separated by commas
    #[arg(long, value_name = "PARTS", value_delimiter = ',', value_parser = part)]
    part: Vec<Part>,

    /// Sample every N-th unit of the work
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::at_least_one::<NonZero<usize>>)]
    every: NonZero<usize>,

    /// Only the K-th of N shards of the work
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,

    /// Save the progress in this file, and continue from it if it exists
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// A reading of the PTX ISA: default, prose, literal, or single choices such as mask=by-final-sign
    #[arg(long, value_name = "READING", value_parser = reading)]
    reading: Option<Reading>,

    /// Number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number::jobs, default_value_t = number::cores(), hide_default_value = true)]
    jobs: NonZero<usize>,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    if !args.merge.is_empty() {
        let report = merged(&args.merge)?;
        let verdict = print(&report, args.json, out)?;
        // An incomplete sweep without a difference shows nothing.
        let is_enough = note_missing(&report) || verdict == Verdict::Finding;
        return Ok(if is_enough { verdict } else { Verdict::BadInput });
    }
    let plan = args.work.plan()?;
    let (report, saved) = args.work.sweep(&plan)?;
    // Hours of work are not lost with the file.
    let verdict = print(&report, args.json, out)?;
    saved?;
    Ok(verdict)
}

/// Names on standard error the units that a merged report lacks. Returns whether it has all units of its plan.
fn note_missing(report: &Report) -> bool {
    if report.scope.is_sample() {
        say(format_args!("note: {}: not a complete sweep", report.scope));
    }
    if !report.is_whole() {
        let missing = report.units - report.units_done();
        let missing = count(missing, "unit");
        say(format_args!("note: {missing} missing: the merged reports are not the whole sweep"));
    }
    report.is_whole()
}

fn print(report: &Report, json: bool, out: &mut Out) -> Result<Verdict, Failure> {
    if json {
        out.json(report)?;
    } else {
        print_text(report, out)?;
    }
    Ok(if report.differences > 0 { Verdict::Finding } else { Verdict::Fine })
}

impl Work {
    fn plan(&self) -> Result<Plan, Failure> {
        let parts = if self.part.is_empty() { &Part::ALL[..] } else { &self.part };
        let instructions: Vec<_> = self.instruction.iter().flat_map(|it| &it.0).copied().collect();
        let plan =
            Plan::new(Scope::new(&instructions, parts, self.every.get(), self.reading.unwrap_or_default()));
        if plan.units.is_empty() {
            let message = format!(
                "{} has no unit in these parts: expected corners, or another instruction",
                instructions.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", ")
            );
            return Err(Failure::input("--part", &message));
        }
        Ok(plan)
    }

    /// The report, and whether it is saved.
    fn sweep(&self, plan: &Plan) -> Result<(Report, Result<(), Failure>), Failure> {
        let jobs = self.jobs.get();
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let fresh = Report::new(plan, shard);
        let mut state = self.state.as_deref().map(State::open).transpose()?;
        let mut report = match &mut state {
            Some(state) => state.resume(&fresh)?.unwrap_or(fresh),
            None => fresh,
        };
        let units = plan.units.iter().enumerate().filter(|(index, _)| shard.has(*index));
        let total = units.map(|(_, unit)| unit.comparisons()).sum();
        let progress = Progress::new(total, report.comparisons, "comparisons");
        let mut saved = Instant::now();
        sweep::run(plan, shard, &mut report, jobs, |report| {
            progress.set(report.comparisons);
            if report.differences > 0 {
                progress.say(format!("; {}", count(report.differences, "difference")));
            }
            if let Some(state) = &mut state
                && saved.elapsed() > SAVE_EVERY
            {
                state.save(report)?;
                saved = Instant::now();
            }
            Ok::<(), Failure>(())
        })?;
        drop(progress);
        let saved = state.map_or(Ok(()), |mut state| state.save(&report));
        Ok((report, saved))
    }
}

fn part(text: &str) -> Result<Part, String> {
    named(text, &Part::ALL, Part::name)
}

/// The instructions of a name: one, or all.
#[derive(Clone, Debug)]
struct Instruction(Vec<Kind>);

fn instruction(text: &str) -> Result<Instruction, String> {
    if text == "all" {
        return Ok(Instruction(Kind::ALL.into()));
    }
    let legal: Vec<_> = Kind::NAMES.into_iter().chain(["all"]).collect();
    inputs::kind(text).map(|kind| Instruction(vec![kind])).ok_or_else(|| suggest::expected(text, &legal))
}

/// The time between two writes of the state.
const SAVE_EVERY: Duration = Duration::from_secs(2);

/// The sum of the reports of these files.
fn merged(paths: &[PathBuf]) -> Result<Report, Failure> {
    let mut merged: Option<Report> = None;
    for path in paths {
        let report = state::read(path)?;
        let refuse = |error| Failure::input(path.display().to_string(), &error);
        if let Some(merged) = &mut merged {
            merged.merge(&report).map_err(refuse)?;
        } else {
            // The plan of this version.
            report.check(&Report::new(&Plan::new(report.scope.clone()), Shard::WHOLE)).map_err(refuse)?;
            merged = Some(report);
        }
    }
    merged.ok_or_else(|| Failure::input("sweep", "expected the files of reports"))
}

fn print_text(report: &Report, out: &mut Out) -> Result<(), Failure> {
    const SHOWN: usize = 20;
    let palette = out.palette();
    let (heading, wrong) = (palette.heading, palette.wrong);
    let shards: Vec<_> = report.shards.iter().map(String::as_str).collect();
    writeln!(out, "{heading}plan {}, shard {}{heading:#}", report.plan, shards.join(" "))?;
    writeln!(out, "  scope        {}", report.scope)?;
    writeln!(out, "  units        {} of {}", report.units_done(), report.units)?;
    // Comparisons per microsecond are millions per second.
    let rate = report.comparisons.checked_div((report.core_seconds * 1e6) as u64).unwrap_or(0);
    writeln!(out, "  comparisons  {}, {rate} million a second a core", report.comparisons)?;
    if report.differences == 0 {
        writeln!(out, "  differences  0")?;
        return Ok(());
    }
    writeln!(
        out,
        "{wrong}  differences  {}, in {}{wrong:#}",
        report.differences,
        count(report.groups.len(), "mode")
    )?;
    let mut groups = report.groups.iter();
    for (mode, group) in groups.by_ref().take(SHOWN) {
        let first = &group.first;
        let [a, b, c] = &first.inputs;
        writeln!(out, "{heading}{mode}: {}{heading:#}", group.count)?;
        writeln!(out, "  first on a = {a}, b = {b}, c = {c}")?;
        writeln!(out, "  {}  {}", first.sass_result, first.sass)?;
        writeln!(out, "  {}  {}", first.ptx_result, first.ptx)?;
    }
    if groups.len() > 0 {
        writeln!(out, "and {} more: --json has them all", count(groups.len(), "mode"))?;
    }
    Ok(())
}
