//! `--jobs`: how many threads, or solvers, work at a time.

use std::{num::NonZero, thread};

use clap::builder::{RangedU64ValueParser, TypedValueParser};

/// More than any machine runs at a time; far fewer than a system refuses to start.
const MOST: u16 = 1024;

/// Reads the number that `--jobs` is given, 1 to [`MOST`].
pub(crate) fn jobs() -> impl TypedValueParser<Value = NonZero<usize>> {
    let parser: RangedU64ValueParser<u16> = RangedU64ValueParser::new().range(1..=MOST.into());
    parser.try_map(|number| NonZero::<usize>::try_from(usize::from(number)))
}

/// As many as the processor has cores.
pub(crate) fn cores() -> NonZero<usize> {
    thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}
