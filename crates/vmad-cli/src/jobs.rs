//! `--jobs`: the number of threads or solvers.

use std::{num::NonZero, thread};

use clap::builder::{RangedU64ValueParser, TypedValueParser};

/// More than a machine has cores; fewer than the system's limit of threads.
const MOST: u16 = 1024;

/// The parser of `--jobs`: 1 to [`MOST`].
pub(crate) fn jobs() -> impl TypedValueParser<Value = NonZero<usize>> {
    let parser: RangedU64ValueParser<u16> = RangedU64ValueParser::new().range(1..=MOST.into());
    parser.try_map(|number| NonZero::<usize>::try_from(usize::from(number)))
}

/// The number of cores of the processor.
pub(crate) fn cores() -> NonZero<usize> {
    thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}
