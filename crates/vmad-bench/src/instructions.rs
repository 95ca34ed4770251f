//! Instructions for a unit of work, counted by valgrind's callgrind.

use std::{
    env,
    process::{Command, Output},
};

use anyhow::{Context, bail};

use crate::Pair;

/// The option that runs the subject of one pair this many times.
pub const RUN_SUBJECT: &str = "run-subject";

/// Runs the subject of a pair, for callgrind.
///
/// # Errors
/// The pair cannot be built here.
pub fn run_subject(pair: &Pair, runs: u32) -> anyhow::Result<()> {
    let mut subject = pair.build()?.subject;
    (0..runs).for_each(|_| subject.run());
    Ok(())
}

/// The instructions for a unit of a pair's subject, rounded down.
///
/// This is the difference between two processes of which one runs the subject once more. Callgrind supports AVX2 at
/// most, so that the batch does not use AVX-512.
///
/// # Errors
/// The pair cannot be built, or valgrind is missing or fails.
pub fn count(pair: &Pair) -> anyhow::Result<u64> {
    let units = pair.build()?.subject.units;
    let runs = |runs: u32| collected(&[pair.full_name(), format!("--{RUN_SUBJECT}={runs}")]);
    let (once, twice) = (runs(1)?, runs(2)?);
    for_a_unit(once, twice, units)
}

/// Of the instructions of one run and of two runs.
fn for_a_unit(once: u64, twice: u64, units: u32) -> anyhow::Result<u64> {
    let run = twice.checked_sub(once).context("two runs took fewer instructions than one")?;
    Ok(run / u64::from(units))
}

/// Callgrind's count for this program with arguments.
pub(crate) fn collected(arguments: &[String]) -> anyhow::Result<u64> {
    let this = env::current_exe()?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(this)
        .args(arguments)
        .output()
        .context("valgrind does not start")?;
    counted(&output)
}

/// The count in the output of callgrind.
fn counted(output: &Output) -> anyhow::Result<u64> {
    let told = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        bail!("under valgrind: {}", told.trim());
    }
    told_count(&told).context("valgrind prints no count")
}

/// The last count in the text of callgrind.
fn told_count(told: &str) -> Option<u64> {
    told.lines().rev().find_map(|line| line.split_once("Collected : "))?.1.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, process::ExitStatus, rc::Rc};

    use super::*;
    use crate::{Side, Target};

    #[test]
    fn the_subject_runs_as_often_as_asked() {
        let runs = Rc::new(Cell::new(0));
        let of_subject = Rc::clone(&runs);
        let pair = Pair::new("runs", "", "runs", Target::Ratio(1.0), move || {
            let runs = Rc::clone(&of_subject);
            Ok([Side::new("subject", 1, move || runs.set(runs.get() + 1)), Side::new("peer", 1, || ())]
                .into())
        });
        run_subject(&pair, 3).unwrap();
        assert_eq!(runs.get(), 3);
    }

    #[test]
    #[cfg(unix)]
    fn a_process_that_fails_has_no_count() {
        use std::os::unix::process::ExitStatusExt;

        let of = |status| {
            let stderr = b"==7== Collected : 5\n".to_vec();
            counted(&Output { status: ExitStatus::from_raw(status), stdout: Vec::new(), stderr })
        };
        assert_eq!(of(0).unwrap(), 5);
        assert!(of(1 << 8).is_err());
    }

    #[test]
    fn the_last_count_is_read() {
        let told = "==7== Collected : 5\n==7== \n==7== Events    : Ir\n==7== Collected : 1234 \n==7==\n";
        assert_eq!(told_count(told), Some(1234));
        assert_eq!(told_count("==7== Collected : many\n"), None);
        assert_eq!(told_count(""), None);
    }

    #[test]
    fn the_second_run_is_divided_by_its_units() {
        assert_eq!(for_a_unit(1000, 1799, 100).unwrap(), 7);
        assert!(for_a_unit(1000, 999, 1).is_err());
    }
}
