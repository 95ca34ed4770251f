//! Instructions for a unit of work, counted by valgrind's callgrind.

use std::{env, process::Command};

use anyhow::{Context, ensure};

use crate::Pair;

/// The options that run the subject and the peer of one pair this many times.
pub const RUN_SIDES: [&str; 2] = ["run-subject", "run-peer"];

/// The instructions for a unit of a pair's subject, and of its peer, rounded down.
///
/// Each is the difference between two processes of which one runs the side once more. Callgrind supports AVX2 at most, so
/// that the batch does not use AVX-512.
///
/// # Errors
/// The pair cannot be built, or valgrind is missing or fails.
pub fn count(pair: &Pair) -> anyhow::Result<[u64; 2]> {
    let units = pair.build()?.map(|side| u64::from(side.units));
    let runs = |runs: [u32; 2]| {
        let [subject, peer] = [0, 1].map(|side| format!("--{}={}", RUN_SIDES[side], runs[side]));
        collected(&[pair.full_name(), subject, peer])
    };
    let once = runs([1, 1])?;
    let more = [runs([2, 1])?, runs([1, 2])?];
    ensure!(more.iter().all(|count| *count >= once), "two runs took fewer instructions than one");
    Ok([0, 1].map(|side| (more[side] - once) / units[side]))
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
