//! `vmad observe`: where the results of a program or a card are wrong.

mod report;

use std::{
    fs::File,
    io::{self, Read},
    path::PathBuf,
};

use vmad_observe::{
    observed::{Json, Observation, Tally},
    rows::{NEEDED, Table},
};
use vmad_sass::{Arch, isa::Layout};
use vmad_unit::{Guard, Predicate};

use crate::{
    count::count as counted,
    excerpt::Place,
    failure::{Exit, Failure},
    output::Out,
    rows::{self, Execution, Word},
    source::{Lines, SourceError},
    stderr::say,
    wide::narrow_arch,
};

const STANDARD_INPUT: &str = "-";

/// Find the mistakes of an emulator or a card: where its results differ, and which wrong rule explains them
///
/// FILE has a line for each execution, as vmad vectors and vmad exec --lines write them: CSV with a header, JSON objects,
/// or values with tabs between. The columns are word (or text), a, b, c and result (or d); those that vmad vectors adds are
/// ignored, and others are an error. A result that is refused,
/// unimplemented or empty says that the program does not execute the word.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad vectors --count 900 --format csv | vmad observe -
  vmad observe card.csv

The report counts the rows of FILE; it does not know how many there should be. Compare the count with that of vmad \
vectors (--count, or wc -l), and run the pipe with set -o pipefail: an emulator that stops early then fails.

Exit codes: 0 every row is compared, and is right; 1 a result is not the model's; 2 bad input, or a row is not \
compared, because the program does not execute its word, or no source specifies it, or with --complete, a mode that no row has.")]
pub(crate) struct Args {
    /// The results; `-` is standard input
    #[arg(value_name = "FILE")]
    path: PathBuf,

    /// The architecture that gives the layout of the words
    #[arg(long, value_parser = narrow_arch, default_value = "sm_50")]
    arch: Arch,

    /// Compare what the program executes: exit code 0 if these rows are right, although others are not compared
    #[arg(long)]
    partial: bool,

    /// Require a row with a result for each mode of the instructions that occur: else exit code 2
    #[arg(long, conflicts_with = "partial")]
    complete: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Exit, Failure> {
    let path = &args.path;
    let (place, reader): (_, Box<dyn Read>) = if path.as_os_str() == STANDARD_INPUT {
        ("standard input".to_owned(), Box::new(io::stdin().lock()))
    } else {
        let place = path.display().to_string();
        let file = File::open(path).map_err(|error| Failure::input(&place, &error))?;
        (place, Box::new(file))
    };
    let tally = count(&place, reader, args.arch.layout())?;
    if args.json {
        out.json(&Json::new(&tally))?;
    } else {
        report::print(&tally, out)?;
    }
    if !tally.is_fine() {
        return Ok(Exit::Finding);
    }
    let missing = if args.complete { tally.missing_modes() } else { Vec::new() };
    if !missing.is_empty() {
        let modes: Vec<_> =
            missing.iter().map(|(kind, modes)| format!("{} of {kind}", counted(*modes, "mode"))).collect();
        say(format_args!("note: no row has a result for {}: exit code 2 with --complete", modes.join(", ")));
        return Ok(Exit::BadInput);
    }
    if tally.is_complete() || args.partial && tally.compared() > 0 {
        return Ok(Exit::Fine);
    }
    say(format_args!(
        "note: rows without a comparison: exit code 2{}",
        if args.partial { "" } else { " without --partial" }
    ));
    Ok(Exit::BadInput)
}

fn count(place: &str, reader: Box<dyn Read>, layout: Layout) -> Result<Tally, Failure> {
    let mut lines = Lines::new(reader);
    let mut table = None;
    let mut tally = Tally::default();
    let mut rows = 0_u64;
    loop {
        let number = lines.number() + 1;
        let here = || Place::line(place, number);
        let line = match lines.read() {
            Ok(None) => break,
            Ok(Some(line)) => line,
            // The file cannot be read: the error names no line.
            Err(SourceError::Io(error)) => return Err(Failure::input(place, &error)),
            Err(error) => return Err(Failure::input(here(), &error)),
        };
        if line.trim_ascii().is_empty() {
            continue;
        }
        if table.is_none() {
            let (opened, is_header) = Table::open(line).map_err(|error| Failure::input(here(), &error))?;
            if !opened.has(4) {
                let message = format!("no column result or d in the header: expected {NEEDED}");
                return Err(Failure::input(here(), &message));
            }
            table = Some(opened);
            if is_header {
                continue;
            }
        }
        let Some(table) = &table else { continue };
        rows += 1;
        let execution = rows::read(&here, table, line, layout)?;
        count_row(&mut tally, &here, execution, number)?;
    }
    if rows == 0 {
        let what = if table.is_some() { "no rows below the header" } else { "it is empty" };
        let message =
            format!("{what}: expected a header with the columns {NEEDED}, and a line an observation");
        return Err(Failure::input(place, &message));
    }
    Ok(tally)
}

fn count_row(
    tally: &mut Tally,
    here: &dyn Fn() -> Place,
    Execution { word, ports, result, states, .. }: Execution<'_>,
    number: u64,
) -> Result<(), Failure> {
    let (instruction, operation) = match word {
        Word::Known(instruction, operation) => (instruction, operation),
        Word::NotKnown => {
            tally.unknown += 1;
            return Ok(());
        }
        Word::Illegal(error) => {
            tally.illegal.count(number, error, result.is_some());
            return Ok(());
        }
    };
    if let Some([before, after]) = states {
        return tally
            .count_states(number, &instruction, &before, &after)
            .map_err(|error| Failure::input(here(), &error));
    }
    if instruction.guard() == (Guard { predicate: Predicate::PT, negated: true }) {
        tally.never.count(number, String::new(), result.is_some());
        return Ok(());
    }
    let Some(result) = result else {
        tally.refuse(&instruction, operation);
        return Ok(());
    };
    tally.count(&Observation { line: number, instruction, operation, ports, result });
    Ok(())
}
