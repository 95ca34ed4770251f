//! Instructions a unit, which no other load on the machine changes: counted by callgrind, of valgrind.

use std::{env, process::Command};

use anyhow::{Context, bail};

use crate::Pair;

/// The option that makes the program run one pair's subject so many times and nothing else.
pub const RUN_SUBJECT: &str = "run-subject";

/// Runs a pair's subject: what callgrind looks at.
///
/// # Errors
/// The pair cannot be built here.
pub fn run_subject(pair: &Pair, runs: u32) -> anyhow::Result<()> {
    let mut subject = pair.build()?.subject;
    (0..runs).for_each(|_| subject.run());
    Ok(())
}

/// The instructions that a unit of a pair's subject takes, rounded down.
///
/// They are the difference of two processes of this program that differ by one run of the subject. On a processor with
/// AVX-512 the batch is not what it is without callgrind, which knows AVX2 at most.
///
/// # Errors
/// The pair cannot be built here, there is no valgrind, or it has nothing to say.
pub fn count(pair: &Pair) -> anyhow::Result<u64> {
    let units = pair.build()?.subject.units;
    let (once, twice) = (collected(pair, 1)?, collected(pair, 2)?);
    let run = twice.checked_sub(once).context("two runs took fewer instructions than one")?;
    Ok(run / u64::from(units))
}

/// What callgrind counts in a process that runs the subject so many times.
fn collected(pair: &Pair, runs: u32) -> anyhow::Result<u64> {
    let this = env::current_exe()?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(this)
        .args([pair.full_name(), format!("--{RUN_SUBJECT}={runs}")])
        .output()
        .context("valgrind does not start")?;
    let told = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        bail!("under valgrind: {}", told.trim());
    }
    let count = told.lines().rev().find_map(|line| line.split_once("Collected : "));
    count.and_then(|(_, count)| count.trim().parse().ok()).context("valgrind does not say what it collected")
}
