//! `cargo xtask nvdisasm-diff`: the crate against a live nvdisasm.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::{Context, Result, ensure};
use vmad_sass::{
    Arch,
    isa::{Form, INSTRUCTIONS, forms},
};
use vmad_unit::Kind;

use super::{
    ask::{Nvdisasm, Query},
    report::{Report, ours},
    words::random_query,
};
use crate::{arch, tools, workspace};

/// Compares the text of vmad-sass with that of nvdisasm, on random words of each video instruction with random
/// control fields. Also assembles nvdisasm's text, and compares the result with the words.
///
/// Reports every difference, grouped by the part of the text that differs, with a few examples of each group. Exit codes:
/// 0 no difference, 1 a difference.
#[derive(Debug, clap::Args)]
pub(crate) struct DiffArgs {
    /// The architectures, separated by commas
    #[arg(long, value_name = "sm_50,...", value_delimiter = ',', value_parser = arch)]
    #[arg(default_values_t = Arch::MAXWELL_AND_PASCAL)]
    arch: Vec<Arch>,
    /// The mnemonics, separated by commas [default: all of the family]
    #[arg(long = "instruction", value_name = "MNEMONICS", value_delimiter = ',', value_parser = forms_of)]
    forms: Vec<&'static [Form]>,
    /// The number of words for each architecture and instruction
    #[arg(long, default_value_t = 100_000)]
    count: usize,
    /// The seed of the words [default: random, and printed]
    #[arg(long)]
    seed: Option<u64>,
    /// The words and control fields of this recorded file in place of random ones: also compares its texts with those
    /// of nvdisasm. Needs one --arch
    #[arg(long, value_name = "FILE", conflicts_with_all = ["forms", "count", "seed"])]
    words: Option<PathBuf>,
    /// Write the words with nvdisasm's answers to this file, for the tests. Needs one --arch
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

fn forms_of(mnemonic: &str) -> Result<&'static [Form], String> {
    let kind = Kind::from_name(mnemonic).ok_or_else(|| format!("expected {}", Kind::NAMES.join(", ")))?;
    Ok(forms(kind))
}

/// Runs the task; `true` if there is no difference.
pub(crate) fn run(args: DiffArgs) -> Result<bool> {
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..));
    let is_of_one = args.words.is_none() && args.record.is_none() || args.arch.len() == 1;
    ensure!(is_of_one, "--words and --record need one architecture: add --arch sm_50");
    let instructions = if args.forms.is_empty() { INSTRUCTIONS.to_vec() } else { args.forms };
    let names: Vec<_> = instructions.iter().map(|forms| forms[0].kind.name()).collect();
    let (mut differences, mut record) = (0, String::new());
    for arch in args.arch {
        let nvdisasm = Nvdisasm::of(arch.layout())?;
        let build = tools::version(&nvdisasm.path)?;
        record = format!("# nvdisasm {build}, {arch}: word <TAB> control field <TAB> text or ILLEGAL\n");
        if let Some(path) = &args.words {
            let (comments, recorded) = recorded(path)?;
            let query = |row: &String| {
                Query::of_row(row, arch.layout())
                    .with_context(|| format!("{row:?} is not WORD<TAB>CONTROL<TAB>TEXT"))
            };
            let queries = recorded.iter().map(query).collect::<Result<Vec<_>>>()?;
            let (found, rows) = compare(&nvdisasm, arch, &workspace::shown(path), &queries, &recorded)?;
            differences += found;
            record += &(comments + &rows);
            continue;
        }
        println!("{arch}: seed {seed}");
        writeln!(record, "# {} random words of each of {}, seed {seed}", args.count, names.join(" "))?;
        for forms in &instructions {
            let forms = arch.layout().forms(forms[0].kind);
            // The words do not depend on the other architectures and instructions.
            let mut rng = fastrand::Rng::with_seed(seed ^ u64::from(arch.number()) ^ forms[0].opcode.bits);
            let queries = std::iter::repeat_with(|| random_query(&mut rng, forms)).take(args.count);
            let queries: Vec<_> = queries.collect();
            let (found, rows) = compare(&nvdisasm, arch, forms[0].kind.name(), &queries, &[])?;
            differences += found;
            if args.record.is_some() {
                record += &rows;
            }
        }
    }
    if let Some(path) = &args.record {
        workspace::write(path, &record)?;
    }
    Ok(differences == 0)
}

/// Compares the texts of words, and the recorded rows if there are any, with the answers of nvdisasm. Prints the
/// differences; returns their number, and the rows with the answers.
fn compare(
    nvdisasm: &Nvdisasm,
    arch: Arch,
    name: &str,
    queries: &[Query],
    recorded: &[String],
) -> Result<(usize, String)> {
    ensure!(!queries.is_empty(), "{name}: no words");
    let start = Instant::now();
    let answers = nvdisasm.ask(arch, queries)?;
    let (mut report, mut rows) = (Report::default(), String::new());
    for (index, (&query, theirs)) in queries.iter().zip(&answers).enumerate() {
        report.compare(arch, query, &ours(query, arch), theirs);
        report.assemble(arch, query, theirs);
        let row = query.row(theirs);
        if let Some(recorded) = recorded.get(index).filter(|recorded| **recorded != row) {
            let example = || format!("{arch} {row}      recorded  {}", recorded.trim_end());
            report.groups.add("the recorded row is different".to_owned(), example);
        }
        rows += &row;
    }
    println!("{arch} {name}: {}, {:.1} s", report.figures(), start.elapsed().as_secs_f64());
    print!("{}", report.groups);
    Ok((report.groups.differences(), rows))
}

/// The comments of a recorded file without its head, and its rows.
fn recorded(path: &Path) -> Result<(String, Vec<String>)> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let lines = text.split_inclusive('\n').filter(|line| !line.starts_with("# nvdisasm "));
    let (comments, rows): (Vec<_>, Vec<_>) = lines.map(str::to_owned).partition(|line| line.starts_with('#'));
    Ok((comments.concat(), rows))
}
