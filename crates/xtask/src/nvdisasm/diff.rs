//! `cargo xtask nvdisasm-diff`: the crate against a live nvdisasm.

use std::{
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
    /// Write the words with nvdisasm's answers to this file, for the tests. If there is one, its words are asked again, in
    /// place of random ones. Needs one --arch
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

fn forms_of(mnemonic: &str) -> Result<&'static [Form], String> {
    let kind = Kind::from_name(mnemonic).ok_or_else(|| format!("expected {}", Kind::NAMES.join(", ")))?;
    Ok(forms(kind))
}

/// Words with a name for them.
type Asked = (String, Vec<Query>);

/// Runs the task; `true` if there is no difference, and the recorded file is as it was.
pub(crate) fn run(args: &DiffArgs) -> Result<bool> {
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..));
    ensure!(
        args.record.is_none() || args.arch.len() == 1,
        "--record needs one architecture: add --arch sm_50"
    );
    let known = args.record.as_ref().filter(|path| path.exists());
    let (mut differences, mut is_same) = (0, true);
    for &arch in &args.arch {
        let nvdisasm = Nvdisasm::of(arch.layout())?;
        let build = tools::version(&nvdisasm.path)?;
        let head = format!("# nvdisasm {build}, {arch}: word <TAB> control field <TAB> text or ILLEGAL\n");
        let (comment, asked) = match known {
            Some(path) => recorded(path, arch)?,
            None => random(args, arch, seed),
        };
        let mut record = head + &comment;
        for (name, queries) in asked {
            let (found, rows) = compare(&nvdisasm, arch, &name, &queries)?;
            differences += found;
            if args.record.is_some() {
                record += &rows;
            }
        }
        if let Some(path) = &args.record {
            is_same = workspace::write(path, &record)? || known.is_none();
        }
    }
    Ok(differences == 0 && is_same)
}

/// Random words of each instruction, with a comment that describes them. They do not depend on the other architectures and
/// instructions.
fn random(args: &DiffArgs, arch: Arch, seed: u64) -> (String, Vec<Asked>) {
    let instructions = if args.forms.is_empty() { &INSTRUCTIONS[..] } else { &args.forms };
    let names: Vec<_> = instructions.iter().map(|forms| forms[0].kind.name()).collect();
    println!("{arch}: seed {seed}");
    let asked = instructions.iter().map(|forms| {
        let forms = arch.layout().forms(forms[0].kind);
        let mut rng = fastrand::Rng::with_seed(seed ^ u64::from(arch.number()) ^ forms[0].opcode.bits);
        let queries = std::iter::repeat_with(|| random_query(&mut rng, forms)).take(args.count);
        (forms[0].kind.to_string(), queries.collect())
    });
    let names = names.join(" ");
    (format!("# {} random words of each of {names}, seed {seed}\n", args.count), asked.collect())
}

/// The words of a recorded file, with its comments without the head.
fn recorded(path: &Path, arch: Arch) -> Result<(String, Vec<Asked>)> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let lines = text.split_inclusive('\n').filter(|line| !line.starts_with("# nvdisasm "));
    let (comments, rows): (Vec<_>, Vec<_>) = lines.partition(|line| line.starts_with('#'));
    let query = |row: &str| {
        let query = Query::of_row(row, arch.layout());
        query.with_context(|| format!("{row:?} is not WORD<TAB>CONTROL<TAB>TEXT"))
    };
    let queries = rows.into_iter().map(query).collect::<Result<_>>()?;
    Ok((comments.concat(), vec![(workspace::shown(path), queries)]))
}

/// Compares the texts of words with the answers of nvdisasm. Prints the differences; returns their number, and the rows
/// with the answers.
fn compare(nvdisasm: &Nvdisasm, arch: Arch, name: &str, queries: &[Query]) -> Result<(usize, String)> {
    ensure!(!queries.is_empty(), "{name}: no words");
    let start = Instant::now();
    let answers = nvdisasm.ask(arch, queries)?;
    let (mut report, mut rows) = (Report::default(), String::new());
    for (&query, theirs) in queries.iter().zip(&answers) {
        report.compare(arch, query, &ours(query, arch), theirs);
        report.assemble(arch, query, theirs);
        rows += &query.row(theirs);
    }
    println!("{arch} {name}: {}, {:.1} s", report.figures(), start.elapsed().as_secs_f64());
    print!("{}", report.groups);
    Ok((report.groups.differences(), rows))
}
