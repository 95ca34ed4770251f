//! Prints the ratio of each pair, or counts instructions.

use std::{io::Write, process::ExitCode, thread::available_parallelism};

use anyhow::Context;
use clap::Parser;
use vmad_bench::{
    Pair, callgrind,
    measure::measure,
    pairs,
    slopes::{READERS, STEEP},
};
use vmad_proof::parallel::each;

/// Measures each subject beside its peer, in turns, and prints a line for each pair: its name, the best rate of each
/// side in millions of words or executions a second, and the median of the ratios of their rates.
///
/// Exit codes: 0 success, 1 a pair was not measured or a slope is steep, 2 bad input.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
struct Cli {
    /// Only pairs, or readers, whose names contain this.
    #[arg(default_value = "")]
    filter: String,
    /// Count the instructions for a unit of each side with callgrind, and measure nothing.
    #[arg(long)]
    instructions: bool,
    /// Count how the instructions of each reader grow with its input, with callgrind; a slope above 1.2 is marked.
    #[arg(long, conflicts_with = "instructions")]
    slopes: bool,
    /// Run the sides of the pair of this name as many times, or its reader on as many items, for callgrind.
    #[arg(long = callgrind::RUN, hide = true, value_name = "RUNS,RUNS or ITEMS", value_delimiter = ',')]
    run: Vec<u32>,
}

fn main() -> anyhow::Result<ExitCode> {
    let Cli { filter, instructions, slopes, run } = Cli::parse();
    let mut out = std::io::stdout().lock();
    match run[..] {
        [] if slopes => return print_slopes(&filter, &mut out),
        [] => {}
        [items] => {
            let reader = READERS.iter().find(|reader| reader.name == filter);
            reader.context("no reader has this name")?.run(items);
            return Ok(ExitCode::SUCCESS);
        }
        [..] => {
            let pair = pairs::all().into_iter().find(|pair| pair.name == filter);
            for (mut side, runs) in pair.context("no pair has this name")?.build()?.into_iter().zip(run) {
                (0..runs).for_each(|_| side.run());
            }
            return Ok(ExitCode::SUCCESS);
        }
    }
    let pairs = pairs::all().into_iter().filter(|pair| pair.name.contains(&filter));
    let pairs: Vec<_> = pairs.collect();
    if pairs.is_empty() {
        eprintln!("no pair's name contains {filter:?}");
        return Ok(ExitCode::from(2));
    }
    let mut code = ExitCode::SUCCESS;
    for pair in &pairs {
        match if instructions { counted(pair) } else { measured(pair) } {
            Ok(line) => writeln!(out, "{}\t{line}", pair.name)?,
            Err(error) => {
                eprintln!("{}: {error:#}", pair.name);
                code = ExitCode::FAILURE;
            }
        }
    }
    Ok(code)
}

fn measured(pair: &Pair) -> anyhow::Result<String> {
    let sides = pair.build()?;
    let [subject, peer] = sides.each_ref().map(|side| side.name);
    let ([best, of_peer], ratio) = measure(sides);
    Ok(format!("{subject} {:.1}\t{peer} {:.1}\t{ratio:.2}", best / 1e6, of_peer / 1e6))
}

fn counted(pair: &Pair) -> anyhow::Result<String> {
    let [subject, peer] = callgrind::instructions(pair)?;
    Ok(format!("{subject} instructions a unit\tits peer {peer}"))
}

/// Prints a line for each reader. The exit code is 1 if one is steep.
fn print_slopes(filter: &str, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let readers: Vec<_> = READERS.iter().filter(|reader| reader.name.contains(filter)).collect();
    let Some(first) = readers.first() else {
        eprintln!("no reader's name contains {filter:?}");
        return Ok(ExitCode::from(2));
    };
    // The start of the program takes a second under valgrind. Its instructions are nearly the same for each reader, so
    // that they are counted once.
    let none = first.count(0)?;
    let mut code = ExitCode::SUCCESS;
    each(
        available_parallelism()?,
        &readers,
        |reader| reader.slope(none),
        |reader, slope, _| {
            let slope = slope?;
            let mut mark = "";
            if slope > STEEP {
                mark = "  steep";
                code = ExitCode::FAILURE;
            }
            writeln!(out, "{:<28} {slope:.2}{mark}", reader.name).map_err(anyhow::Error::from)
        },
    )?;
    Ok(code)
}
