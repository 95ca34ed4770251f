//! `vmad check --exhaustive` and `--merge`: sweeps, full or in shards.

use std::{
    io::Write,
    num::NonZero,
    path::PathBuf,
    time::{Duration, Instant},
};

use vmad_ptx::reading::Reading;
use vmad_xcheck::sweep::{self, INSTRUCTIONS, Part, Plan, Report, Scope, Shard};

use super::sweep_state;
use crate::{
    count::count,
    failure::{Failure, Verdict},
    jobs::cores,
    number,
    output::Out,
    progress::Progress,
    suggest,
};

/// The options that exclude a sweep. Each option of a sweep lists them, because clap ignores `requires` for an option
/// with a conflict.
const OTHERS: [&str; 5] = ["ptx", "prove", "merge", "fuzz_repro", "observed"];

/// The options of a sweep.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct Args {
    /// Only the K-th of N shards of the work
    #[arg(long, value_name = "K/N", requires = "exhaustive", conflicts_with_all = OTHERS)]
    shard: Option<Shard>,

    /// Save the progress in this file, and continue from it if it exists
    #[arg(long, value_name = "FILE", requires = "exhaustive", conflicts_with_all = OTHERS)]
    state: Option<PathBuf>,

    /// Only these parts of the work: corners, bytes, halves-of-a, halves-of-b, separated by commas
    #[arg(long, value_name = "PARTS", requires = "exhaustive", conflicts_with_all = OTHERS, value_delimiter = ',', value_parser = part)]
    part: Vec<Part>,

    /// The instructions of --exhaustive, separated by commas: VMAD, VADD, VABSDIFF, VABSDIFF4, VMNMX, VSET, VSETP, VSHL, VSHR, or all
    #[arg(long, value_name = "LIST", requires = "exhaustive", conflicts_with_all = OTHERS, value_delimiter = ',', value_parser = instruction, default_value = "VMAD")]
    instruction: Vec<Instruction>,

    /// Sample every N-th unit of the work
    #[arg(long, value_name = "N", requires = "exhaustive", conflicts_with_all = OTHERS, default_value = "1", value_parser = number::at_least_one::<NonZero<usize>>)]
    every: NonZero<usize>,
}

/// `vmad check --exhaustive`
pub(super) fn run(
    args: &Args,
    reading: Reading,
    jobs: Option<NonZero<usize>>,
    json: bool,
    out: &mut Out,
    seen: impl FnOnce(&Plan, &Report),
) -> Result<Verdict, Failure> {
    let plan = args.plan(reading)?;
    let report = args.sweep(&plan, jobs.unwrap_or_else(cores).get())?;
    seen(&plan, &report);
    print(&report, json, out)
}

/// `vmad check --merge`
///
/// `seen` takes only a report in the default reading.
pub(super) fn merge(
    paths: &[PathBuf],
    json: bool,
    out: &mut Out,
    seen: Option<impl FnOnce(&Plan, &Report)>,
) -> Result<Verdict, Failure> {
    let report = merged(paths)?;
    if let Some(seen) = seen {
        if *report.scope.reading() != Reading::DEFAULT {
            let message =
                format!("they are of {}: a page needs a sweep in the default reading", report.scope);
            return Err(Failure::input("--merge with --report", &message));
        }
        seen(&Plan::new(report.scope.clone()), &report);
    }
    let verdict = print(&report, json, out)?;
    if report.scope.is_sample() {
        anstream::eprintln!("note: {}: not a complete sweep", report.scope);
    }
    if report.is_whole() {
        return Ok(verdict);
    }
    let missing = report.units - report.units_done();
    anstream::eprintln!(
        "note: {} missing: the merged reports are not the whole sweep",
        count(missing, "unit")
    );
    // An incomplete sweep without a difference shows nothing.
    Ok(if verdict == Verdict::Finding { verdict } else { Verdict::BadInput })
}

/// Prints the report and returns its verdict.
fn print(report: &Report, json: bool, out: &mut Out) -> Result<Verdict, Failure> {
    if json {
        out.json(report)?;
    } else {
        print_text(report, out)?;
    }
    Ok(if report.differences > 0 { Verdict::Finding } else { Verdict::Fine })
}

impl Args {
    fn plan(&self, reading: Reading) -> Result<Plan, Failure> {
        let parts = if self.part.is_empty() { &Part::ALL[..] } else { &self.part };
        let instructions: Vec<_> = self.instruction.iter().flat_map(|it| it.0).copied().collect();
        let plan = Plan::new(Scope::new(&instructions, parts, self.every.get(), reading));
        if plan.units().is_empty() {
            let message = "VABSDIFF4 has no unit in these parts: expected corners, or another instruction";
            return Err(Failure::input("--part", message));
        }
        Ok(plan)
    }

    fn sweep(&self, plan: &Plan, jobs: usize) -> Result<Report, Failure> {
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let fresh = Report::new(plan, shard);
        let mut report = match &self.state {
            Some(path) => sweep_state::resume(path, &fresh)?.unwrap_or(fresh),
            None => fresh,
        };
        let units = plan.units().iter().enumerate().filter(|(index, _)| shard.has(*index));
        let total = units.map(|(_, unit)| unit.comparisons()).sum();
        let progress = Progress::new(total, report.comparisons, "comparisons");
        let mut saved = Instant::now();
        sweep::run(plan, shard, &mut report, jobs, |report| {
            progress.set(report.comparisons);
            if report.differences > 0 {
                progress.say(format!("; {}", count(report.differences, "difference")));
            }
            if let Some(path) = &self.state
                && saved.elapsed() > SAVE_EVERY
            {
                sweep_state::save(path, report)?;
                saved = Instant::now();
            }
            Ok::<(), Failure>(())
        })?;
        drop(progress);
        if let Some(path) = &self.state {
            sweep_state::save(path, &report)?;
        }
        Ok(report)
    }
}

fn part(text: &str) -> Result<Part, String> {
    let found = Part::ALL.into_iter().find(|part| part.name() == text);
    found.ok_or_else(|| suggest::expected(text, &Part::ALL.map(Part::name)))
}

/// The instructions of a name: one, or all.
#[derive(Clone, Copy, Debug)]
struct Instruction(&'static [&'static str]);

fn instruction(text: &str) -> Result<Instruction, String> {
    if text == "all" {
        return Ok(Instruction(&INSTRUCTIONS));
    }
    let found = INSTRUCTIONS.iter().position(|name| name.eq_ignore_ascii_case(text));
    let legal: Vec<_> = INSTRUCTIONS.into_iter().chain(["all"]).collect();
    found.map(|at| Instruction(&INSTRUCTIONS[at..=at])).ok_or_else(|| suggest::expected(text, &legal))
}

/// The time between two writes of the state.
const SAVE_EVERY: Duration = Duration::from_secs(2);

fn merged(paths: &[PathBuf]) -> Result<Report, Failure> {
    let mut merged: Option<Report> = None;
    for path in paths {
        let report = sweep_state::read(path)?;
        let refuse = |error| Failure::input(path.display().to_string(), &error);
        if let Some(merged) = &mut merged {
            merged.merge(&report).map_err(refuse)?;
        } else {
            // The plan of this version.
            report.check(&Report::new(&Plan::new(report.scope.clone()), Shard::WHOLE)).map_err(refuse)?;
            merged = Some(report);
        }
    }
    merged.ok_or_else(|| Failure::input("--merge", "expected the files of reports"))
}

/// The report as text.
fn print_text(report: &Report, out: &mut Out) -> Result<(), Failure> {
    /// The number of modes shown.
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
