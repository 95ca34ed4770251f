//! Instructions of this program, counted by valgrind's callgrind.

use std::{env, process::Command};

use anyhow::{Context, ensure};

use crate::Pair;

/// The option that runs work by its name: the subject and the peer of a pair so many times each, or a reader on so many
/// items.
pub const RUN: &str = "run";

/// The instructions for a unit of a pair's subject, and of its peer, rounded down.
///
/// Each is the difference between two processes of which one runs the side once more. Callgrind supports AVX2 at most, so
/// that the batch does not use AVX-512.
///
/// # Errors
/// The pair cannot be built, or valgrind is missing or fails.
pub fn instructions(pair: &Pair) -> anyhow::Result<[u64; 2]> {
    let units = pair.build()?.map(|side| u64::from(side.units));
    let once = collected(&pair.name, "1,1")?;
    let more = [collected(&pair.name, "2,1")?, collected(&pair.name, "1,2")?];
    ensure!(more.iter().all(|count| *count >= once), "two runs took fewer instructions than one");
    Ok([0, 1].map(|side| (more[side] - once) / units[side]))
}

/// Callgrind's count for work of a name: the last one that it prints.
pub(crate) fn collected(name: &str, runs: &str) -> anyhow::Result<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(env::current_exe()?)
        .args([name, &format!("--{RUN}={runs}")])
        .output()
        .context("valgrind does not start")?;
    let told = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "under valgrind: {}", told.trim());
    let count = told.lines().rev().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    count.context("valgrind prints no count")
}
