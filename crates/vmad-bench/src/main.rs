//! Prints the table of ratios.

use std::{io::Write, num::NonZero, process::ExitCode, thread::available_parallelism, time::Duration};

use anyhow::Context;
use clap::Parser;
use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};
use vmad_bench::{
    Pair, instructions,
    measure::{Effort, measure},
    pairs, slopes,
    table::table,
};
use vmad_proof::parallel::each;

/// Measures each subject beside its peer, in turns, and prints the ratios of their rates.
///
/// A missed target is not a failure: rates depend on the machine. The exit code is 2 if no pair has the name.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
struct Cli {
    /// Only pairs whose names contain this.
    filter: Option<String>,
    /// Print the names of the pairs and measure nothing.
    #[arg(long)]
    list: bool,
    /// Print a line for each pair, also of large groups.
    #[arg(long)]
    every: bool,
    /// Count the instructions for a unit of each side with callgrind, and measure nothing.
    #[arg(long, conflicts_with_all = ["list", "every"])]
    instructions: bool,
    /// Count how the instructions of each reader grow with its input, with callgrind; a slope above 1.2 is marked.
    #[arg(long, conflicts_with_all = ["list", "every", "instructions"])]
    slopes: bool,
    /// Run the reader of this name on an input of this many items, for callgrind.
    #[arg(long = slopes::RUN_READER, hide = true, value_name = "ITEMS")]
    run_reader: Option<usize>,
    /// Run the subject of one pair this many times, for callgrind.
    #[arg(long = instructions::RUN_SIDES[0], hide = true, value_name = "RUNS")]
    run_subject: Option<u32>,
    /// Run its peer this many times.
    #[arg(long = instructions::RUN_SIDES[1], hide = true, value_name = "RUNS", default_value_t = 0)]
    run_peer: u32,
    /// The number of turns of each side.
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// The minimum time of a turn, in microseconds.
    #[arg(long, default_value_t = 2000)]
    turn: u64,
}

fn main() -> anyhow::Result<ExitCode> {
    let cli = Cli::parse();
    let mut out = std::io::stdout().lock();
    if let Some(items) = cli.run_reader {
        let reader = slopes::named(cli.filter.as_deref().unwrap_or_default());
        reader.context("no reader has this name")?.run(items);
        return Ok(ExitCode::SUCCESS);
    }
    if cli.slopes {
        return count_slopes(cli.filter.as_deref().unwrap_or_default(), &mut out);
    }
    let pairs = pairs::named(cli.filter.as_deref());
    if pairs.is_empty() {
        eprintln!("no pair's name contains {:?}; --list has the names", cli.filter.unwrap_or_default());
        return Ok(ExitCode::from(2));
    }
    if cli.list {
        for pair in &pairs {
            writeln!(out, "{}", pair.full_name())?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(runs) = cli.run_subject {
        let named = pairs.iter().find(|pair| Some(pair.full_name()) == cli.filter);
        let [mut subject, mut peer] = named.context("no pair has this name")?.build()?;
        (0..runs).for_each(|_| subject.run());
        (0..cli.run_peer).for_each(|_| peer.run());
        return Ok(ExitCode::SUCCESS);
    }
    if cli.instructions {
        return count_instructions(&pairs, &mut out);
    }
    let effort = Effort { rounds: cli.rounds, turn: Duration::from_micros(cli.turn) };
    let (mut measured, mut left_out) = (Vec::new(), Vec::new());
    for pair in &pairs {
        match measure(pair, effort) {
            Ok(rates) => measured.push(rates),
            Err(error) => left_out.push(format!("not measured: {}: {error:#}", pair.full_name())),
        }
    }
    writeln!(out, "{}\n\n{}", machine()?, table(&measured, cli.every))?;
    left_out.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    Ok(ExitCode::SUCCESS)
}

/// Prints a line for each pair. The exit code is 1 if a pair could not be counted.
fn count_instructions(pairs: &[Pair], out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    for pair in pairs {
        let (name, unit) = (pair.full_name(), pair.unit);
        match instructions::count(pair) {
            Ok([subject, peer]) => {
                writeln!(out, "{name}: {subject} instructions for one of the {unit}; its peer: {peer}")?;
            }
            Err(error) => {
                eprintln!("not counted: {name}: {error:#}");
                code = ExitCode::FAILURE;
            }
        }
    }
    Ok(code)
}

/// Prints a line for each reader. The exit code is 1 if one is steep or could not be counted.
fn count_slopes(filter: &str, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let readers: Vec<_> = slopes::READERS.iter().filter(|reader| reader.name.contains(filter)).collect();
    let Some(first) = readers.first() else { return Ok(ExitCode::SUCCESS) };
    // The start of the program takes a second under valgrind. Its instructions are nearly the same for each reader, so
    // that they are counted once.
    let none = first.count(0)?;
    let jobs = available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let mut code = ExitCode::SUCCESS;
    each(
        jobs,
        &readers,
        |reader| reader.slope(none),
        |reader, slope, _| {
            let slope = slope?;
            let mut mark = "";
            if slope > slopes::STEEP {
                mark = "  steep";
                code = ExitCode::FAILURE;
            }
            writeln!(out, "{:<28} {slope:.2}{mark}", reader.name).map_err(anyhow::Error::from)
        },
    )?;
    Ok(code)
}

/// The processor, its cores, the memory and the instruction sets beyond the target's that the code uses; then the
/// versions of the operating system, of the compiler and of vmad.
///
/// # Errors
/// The operating system gives no information about the processors.
fn machine() -> anyhow::Result<String> {
    let wanted = RefreshKind::nothing()
        .with_cpu(CpuRefreshKind::nothing())
        .with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(wanted)?;
    let cpu = system.cpus().first().map_or("unknown", |cpu| cpu.brand().trim());
    let (cores, gigabytes) = (system.cpus().len(), system.total_memory() >> 30);
    let version = System::long_os_version().unwrap_or_else(|_| "unknown".to_owned());
    let (rustc, vmad) = (env!("RUSTC_VERSION"), env!("CARGO_PKG_VERSION"));
    let features = features().join(" ");
    Ok(format!("{cpu}, {cores} cores, {gigabytes} GiB, {features}\n{version}, {rustc}, vmad {vmad}"))
}

#[cfg(target_arch = "x86_64")]
fn features() -> Vec<&'static str> {
    macro_rules! present {
        ($($name:tt)+) => { [$(is_x86_feature_detected!($name).then_some($name)),+] };
    }
    present!("sse4.2" "avx2" "avx512f" "avx512bw" "avx512vl" "avx512vnni" "avx512vbmi")
        .into_iter()
        .flatten()
        .collect()
}

#[cfg(not(target_arch = "x86_64"))]
fn features() -> Vec<&'static str> {
    vec![std::env::consts::ARCH]
}
