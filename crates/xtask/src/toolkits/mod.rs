//! `cargo xtask toolkits`: the code that each release of ptxas emits for video instructions, run and compared.

mod answers;
mod ordinary;
mod question;
mod record;
pub(crate) mod releases;

use std::time::Instant;

use anyhow::Result;
use rayon::prelude::*;
use vmad_ptx::legality::Target;

use crate::{
    batches::add_answer,
    groups::Groups,
    judge::{INPUTS, Judgement, judge},
    workspace,
};
use question::{Question, questions};
use record::Judged;
use releases::{ARCHS, Release, has_family};

/// Only every N-th of 730,000 scalar instructions, and of 110,000 `vmad`s.
const EVERY: usize = 499;

/// Asks every release, and writes the records; `true` if none changed.
pub(crate) fn run() -> Result<bool> {
    let mut is_same = true;
    let releases = Release::all()?;
    let targets = ARCHS.map(Target::sm);
    let mut asked = targets.into_iter().map(|target| questions(target, EVERY)).collect::<Result<Vec<_>>>()?;
    for (index, release) in releases.iter().enumerate() {
        let start = Instant::now();
        for (target, asked) in targets.into_iter().zip(&mut asked).filter(|(target, _)| release.has(*target))
        {
            let lines: Vec<&str> = asked.iter().map(|question| question.line.as_str()).collect();
            let answers = answers::answers(release, target, &lines)?;
            for (question, code) in asked.iter_mut().zip(answers) {
                add_answer(&mut question.codes, code, index);
            }
        }
        eprintln!("{} {:.0} s", release.tool.build, start.elapsed().as_secs_f64());
    }
    let judged: Vec<Judged> = targets
        .into_iter()
        .zip(asked)
        .map(|(target, questions)| judged(target, &releases, questions))
        .collect();
    judged.iter().for_each(report);
    let builds: Vec<&str> = releases.iter().map(|release| release.tool.build).collect();
    let tools = format!("ptxas {}", builds.join(", "));
    let head = "row, architectures, versions in which it is wrong, instructions of a function of a, b and c with result \
                d, a b c, result of the PTX, result of the code";
    is_same &= write("ptxas-versions.tsv", &tools, head, &record::rows(&judged))?;
    let head = format!(
        "architectures, versions, instructions, verdict on {INPUTS} inputs, SASS of a function of a = R4, b = R5, c = R6, \
         d = R4; only what changed between versions"
    );
    is_same &= write("ptxas-changes.tsv", &tools, &head, &record::changes(&judged))?;
    Ok(is_same)
}

fn write(name: &str, tools: &str, head: &str, rows: &str) -> Result<bool> {
    workspace::write(&workspace::lowerings().join(name), format!("# {tools}: {head}\n{rows}"))
}

/// Runs every code.
fn judged(target: Target, releases: &[Release], questions: Vec<Question>) -> Judged {
    let verdicts = questions
        .par_iter()
        .map(|Question { sequence, codes, .. }| {
            codes.iter().map(|(code, _)| judge(sequence, code, has_family(target))).collect()
        })
        .collect();
    let releases = releases.iter().enumerate().filter(|(_, release)| release.has(target));
    let present = releases.map(|(index, release)| (index, release.version)).collect();
    Judged { target, present, questions, verdicts }
}

/// Prints code that is wrong although its verdict is right, and code that is not run.
fn report(judged: &Judged) {
    let target = judged.target;
    let mut groups = Groups::default();
    for (Question { row, line, .. }, code, of, verdict) in judged.codes() {
        let versions = judged.ranges(of);
        match verdict {
            Ok(verdict) if *verdict != Judgement::Right && row.starts_with("right") => {
                let example = format!("{line} {verdict:x?}\n      {code}");
                groups.add(format!("{target} {row} wrong {versions}"), example);
            }
            Err(error) => {
                let cause = error.split(" in ").next().unwrap_or(error);
                groups.add(format!("{target} {cause}"), format!("{line} {versions}\n      {code}"));
            }
            Ok(_) => {}
        }
    }
    print!("{groups}");
}
