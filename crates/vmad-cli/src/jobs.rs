//! `--jobs`: the number of threads or solvers.

use std::{num::NonZero, thread};

use crate::number::unsigned;

/// The largest number of threads: more than a machine has cores, and fewer than the limit of the system.
const MOST: u64 = 1024;

/// The parser of `--jobs`: 1 to [`MOST`].
pub(crate) fn jobs(text: &str) -> Result<NonZero<usize>, String> {
    unsigned(text)
        .filter(|number| *number <= MOST)
        .and_then(|number| NonZero::new(number as usize))
        .ok_or_else(|| format!("expected a number from 1 to {MOST}, decimal, or hexadecimal with 0x"))
}

pub(crate) fn cores() -> NonZero<usize> {
    thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}
