//! `vmad observe`: the interpretation that hardware follows.

mod report;
mod table;

use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

use vmad_xcheck::observed::Tally;

use crate::{
    excerpt::Place,
    failure::{Failure, Verdict},
    output::Out,
    source::{Lines, SourceError},
};
use table::Table;

const STANDARD_INPUT: &str = "-";

/// Compare hardware results with every interpretation, and name the one that they follow
///
/// FILE is CSV with a header, or one JSON object a line. The columns are word (or text), a, b, c and result (or d), and
/// optionally cc, the condition code.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad observe card.csv
  vmad observe --subject 'GeForce GTX 750' --json card.csv

Exit codes: 0 success, 1 the model does not explain every row, 2 bad input.")]
pub(crate) struct Args {
    /// The results; `-` is standard input
    #[arg(value_name = "FILE")]
    path: PathBuf,

    /// The name of the hardware or program that gave the results, for the text
    #[arg(long, value_name = "NAME")]
    subject: Option<String>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    let (path, subject): (&Path, _) = (&args.path, args.subject.as_deref());
    let (place, reader): (_, Box<dyn Read>) = if path.as_os_str() == STANDARD_INPUT {
        ("standard input".to_owned(), Box::new(io::stdin().lock()))
    } else {
        let place = path.display().to_string();
        let file = File::open(path).map_err(|error| Failure::input(&place, &error))?;
        (place, Box::new(file))
    };
    let tally = count(&place, reader)?;
    if args.json {
        out.json(&report::Json::of(&tally, subject))?;
    } else {
        report::print(&tally, subject, out)?;
    }
    Ok(if tally.model().explains_all(&tally) { Verdict::Fine } else { Verdict::Finding })
}

/// Reads every row, line by line.
fn count(place: &str, reader: Box<dyn Read>) -> Result<Tally, Failure> {
    let mut lines = Lines::new(reader);
    let mut table = None;
    let mut tally = Tally::new();
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
        // A byte order mark, which spreadsheets write.
        let line = if number == 1 { line.trim_start_matches('\u{feff}') } else { line };
        if line.trim_ascii().is_empty() {
            continue;
        }
        match &mut table {
            None => {
                let (opened, row) = Table::open(&here, line, number)?;
                table = Some(opened);
                if let Some(row) = row {
                    tally.count(&row);
                }
            }
            Some(table) => tally.count(&table.row(&here, line, number)?),
        }
    }
    if tally.rows == 0 {
        let what = if table.is_some() { "no rows below the header" } else { "empty" };
        return Err(Failure::input(
            place,
            &format!(
                "{what}: expected a header with the columns {}, and a line an observation",
                table::NEEDED
            ),
        ));
    }
    Ok(tally)
}
