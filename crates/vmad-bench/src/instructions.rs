//! Instructions for a unit of work, counted by valgrind's callgrind.

use std::{env, process::Command};

use anyhow::{Context, ensure};

use crate::Pair;

/// The option that runs the subject of one pair this many times.
pub const RUN_SUBJECT: &str = "run-subject";

/// The instructions for a unit of a pair's subject, rounded down.
///
/// This is the difference between two processes of which one runs the subject once more. Callgrind supports AVX2 at
/// most, so that the batch does not use AVX-512.
///
/// # Errors
/// The pair cannot be built, or valgrind is missing or fails.
pub fn count(pair: &Pair) -> anyhow::Result<u64> {
    let [subject, _] = pair.build()?;
    let runs = |runs: u32| collected(&[pair.full_name(), format!("--{RUN_SUBJECT}={runs}")]);
    let (once, twice) = (runs(1)?, runs(2)?);
    let run = twice.checked_sub(once).context("two runs took fewer instructions than one")?;
    Ok(run / u64::from(subject.units))
}

/// Callgrind's count for this program with arguments: the last one that it prints.
pub(crate) fn collected(arguments: &[String]) -> anyhow::Result<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(env::current_exe()?)
        .args(arguments)
        .output()
        .context("valgrind does not start")?;
    let told = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "under valgrind: {}", told.trim());
    let count = told.lines().rev().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    count.context("valgrind prints no count")
}
