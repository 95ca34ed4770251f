//! `vmad sweep`: the exhaustive comparison with PTX.

use std::{io::Write, num::NonZero};

use vmad_ptx::reading::Reading;
use vmad_sweep::{Part, Plan, Report, Scope, Shard};
use vmad_unit::Kind;

use crate::{
    count::count,
    failure::{Exit, Failure},
    filters::named,
    inputs, number,
    output::Out,
    progress::Progress,
    ptx::readings::reading,
    suggest,
};

/// Compare the unit with PTX on all bytes, all half-words and all corners of every setting
///
/// The unit is this project's model of the video instructions. All bytes with all bytes, all half-words with corners,
/// corners with corners, each with corners of C: 64,045,827,072 comparisons for VMAD.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad sweep --jobs 8
  vmad sweep --instruction VADD,VSHL --part corners --json

Exit codes: 0 success, 1 a difference, 2 bad input.")]
pub(crate) struct Args {
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
    #[arg(long, value_name = "PARTS", value_delimiter = ',', value_parser = |text: &str| named(text, &Part::ALL, Part::name))]
    part: Vec<Part>,

    /// Sample every N-th unit of the work
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::at_least_one::<NonZero<usize>>)]
    every: NonZero<usize>,

    /// A reading of the PTX ISA: default, prose, literal, or single choices such as mask=by-final-sign
    #[arg(long, value_name = "READING", value_parser = reading)]
    reading: Option<Reading>,

    /// Number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number::jobs, default_value_t = number::cores(), hide_default_value = true)]
    jobs: NonZero<usize>,

    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Exit, Failure> {
    let report = args.sweep(&args.plan()?)?;
    if args.json {
        out.json(&report)?;
    } else {
        print_text(&report, out)?;
    }
    Ok(if report.differences > 0 { Exit::Finding } else { Exit::Fine })
}

impl Args {
    fn plan(&self) -> Result<Plan, Failure> {
        let parts = if self.part.is_empty() { &Part::ALL[..] } else { &self.part };
        let instructions: Vec<_> = self.instruction.iter().flat_map(|kinds| &kinds.0).copied().collect();
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

    fn sweep(&self, plan: &Plan) -> Result<Report, Failure> {
        let total = plan.units.iter().map(|unit| unit.comparisons()).sum();
        let progress = Progress::new(total, "comparisons");
        vmad_sweep::run(plan, Shard::WHOLE, self.jobs.get(), |report| {
            progress.set(report.comparisons);
            Ok(())
        })
    }
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

fn print_text(report: &Report, out: &mut Out) -> Result<(), Failure> {
    const SHOWN: usize = 20;
    let palette = out.palette();
    let (heading, wrong) = (palette.heading, palette.wrong);
    writeln!(out, "{heading}{}{heading:#}", report.scope)?;
    writeln!(out, "  units        {}", report.done)?;
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
