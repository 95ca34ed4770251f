//! `cargo xtask toolkits`: the code that each release of ptxas emits for video instructions, run and compared.

mod answers;
mod ordinary;
mod question;
mod record;
pub(crate) mod releases;

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    time::Instant,
};

use anyhow::Result;
use rayon::prelude::*;
use vmad_ptx::legality::Target;
use vmad_ptxas::versions::Version;

use crate::{
    batches::add_answer,
    groups::Groups,
    judge::{INPUTS, Verdict, judge},
    lower::held_apart,
    ptxas::Ptxas,
    workspace,
};
use question::{Question, questions};
use record::Judged;
use releases::{ARCHS, Release, has_family};

/// Compares the code of every release of ptxas, and runs it beside the PTX
///
/// Fetches one build of each minor version that PyPI and Debian have, one at a time: 18 of them, 590 MB. Each
/// is asked for a sample of all video instructions on one architecture of each kind.
#[derive(Debug, clap::Args)]
pub(crate) struct ToolkitsArgs {
    /// Only every N-th of 730,000 scalar instructions, and of 110,000 vmads
    #[arg(long, default_value_t = 499, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Only these versions
    #[arg(long, value_delimiter = ',', value_name = "12.4,...")]
    ptxas: Vec<String>,
    /// Only these architectures
    #[arg(long, value_delimiter = ',', value_name = "sm_50,...")]
    arch: Vec<String>,
    /// Write the records for the tests
    #[arg(long)]
    record: bool,
    /// Keep the programs in .tools/
    #[arg(long)]
    keep: bool,
}

/// The last release before the lowering changed.
const HELD_APART: &str = "12.4";

/// Runs the task; `true` if the records are those of the releases.
pub(crate) fn run(args: &ToolkitsArgs) -> Result<bool> {
    let releases = Release::all(&args.ptxas)?;
    let mut targets = ARCHS.map(Target::sm).to_vec();
    targets.retain(|it| args.arch.is_empty() || args.arch.contains(&it.to_string()));
    let asked = targets.iter().map(|target| questions(*target, args.every as usize));
    let mut asked = asked.collect::<Result<Vec<_>>>()?;
    let mut files = Vec::new();
    for (index, release) in releases.iter().enumerate() {
        let start = Instant::now();
        for (&target, asked) in targets.iter().zip(&mut asked).filter(|(target, _)| release.has(**target)) {
            let lines: Vec<&str> = asked.iter().map(|it| it.line.as_str()).collect();
            let answers = answers::answers(release, target, &lines)?;
            for (it, code) in asked.iter_mut().zip(answers) {
                add_answer(&mut it.codes, code, index);
            }
        }
        if release.version.to_string() == HELD_APART {
            let ptxas = Ptxas::fetched(release.tool)?;
            let head = "architecture, instruction, the words before RET; lines that no other record has";
            files.push(("ptxas-12.4.tsv", format!("# {}: {head}\n{}", ptxas.version, held_apart(&ptxas)?)));
        }
        if !args.keep {
            release.forget()?;
        }
        eprintln!("{} {:.0} s", release.tool.build, start.elapsed().as_secs_f64());
    }
    let judged: Vec<Judged> = targets
        .into_iter()
        .zip(asked)
        .map(|(target, questions)| judged(target, &releases, questions))
        .collect();
    judged.iter().for_each(report);
    let builds: Vec<&str> = releases.iter().map(|it| it.tool.build).collect();
    let head = format!("# ptxas {}", builds.join(", "));
    let rows = format!(
        "{head}: row, architectures, versions in which it is wrong, instructions of a function of a, b and c with result \
         d, a b c, result of the PTX, result of the code\n{}",
        record::rows(&judged)
    );
    let changes = format!(
        "{head}: architectures, versions, instructions, verdict on {} inputs, SASS of a function of a = R4, b = R5, c = \
         R6, d = R4; only what changed between versions\n{}",
        INPUTS,
        record::changes(&judged)
    );
    files.extend([("ptxas-versions.tsv", rows), ("ptxas-changes.tsv", changes)]);
    let folder = workspace::lowerings();
    let mut is_same = true;
    for (name, text) in files {
        let path = folder.join(name);
        if args.record {
            workspace::write(&path, &text)?;
        } else if fs::read_to_string(&path).ok().as_ref() != Some(&text) {
            println!("{} differs", workspace::shown(&path));
            is_same = false;
        }
    }
    Ok(is_same)
}

/// Runs every code.
fn judged(target: Target, releases: &[Release], questions: Vec<Question>) -> Judged {
    let verdicts = questions
        .par_iter()
        .map(|it| it.codes.iter().map(|(code, _)| judge(&it.sequence, code, has_family(target))).collect())
        .collect();
    let releases = releases.iter().enumerate().filter(|(_, release)| release.has(target));
    let present = releases.map(|(index, release)| (index, release.version)).collect();
    Judged { target, present, questions, verdicts }
}

/// The result for each row: ranges of versions.
fn report(it: &Judged) {
    let Judged { target, present, questions, .. } = it;
    for pair in present.windows(2) {
        let [(one, first), (other, second)] = [pair[0], pair[1]];
        let same = |it: &&Question| it.codes.iter().any(|(_, of)| of.contains(&one) && of.contains(&other));
        let differing = questions.iter().filter(|it| !same(it)).count();
        println!("{target}: {first} and {second}: {differing} of {} lines differ", questions.len());
    }
    // Wrong, not run and all lines of each row and release.
    let mut rows: BTreeMap<&str, HashMap<usize, [usize; 3]>> = BTreeMap::new();
    let mut groups = Groups::default();
    for (Question { row, line, .. }, code, of, verdict) in it.codes() {
        let versions = present.iter().filter(|(index, _)| of.contains(index));
        let versions: Vec<_> = versions.map(|(_, version)| version.to_string()).collect();
        let versions = versions.join(",");
        match verdict {
            Ok(verdict) if *verdict != Verdict::Right && row.starts_with("right") => groups
                .add(format!("{target} {row} wrong {versions}"), || {
                    format!("{line} {verdict:x?}\n      {code}")
                }),
            Err(error) => groups
                .add(format!("{target} {}", error.split(" in ").next().unwrap_or(error)), || {
                    format!("{line} {versions}\n      {code}")
                }),
            Ok(_) => {}
        }
        for index in of {
            let counts = rows.entry(row).or_default().entry(*index).or_default();
            counts[0] += usize::from(matches!(verdict, Ok(Verdict::Wrong(..) | Verdict::Store)));
            counts[1] += usize::from(verdict.is_err());
            counts[2] += 1;
        }
    }
    for (row, counts) in rows {
        let of = |(index, _): &(usize, Version)| counts.get(index).copied().unwrap_or_default();
        for range in present.chunk_by(|one, other| of(one) == of(other)) {
            let [(_, first), (_, last)] = [range[0], range[range.len() - 1]];
            let [wrong, unknown, all] = of(&range[0]);
            println!("{target} {row}: {first} to {last}: {wrong} wrong of {all}, {unknown} not run");
        }
    }
    print!("{groups}");
}
