//! nvdisasm as an oracle: asking it, comparing with it, recording its answers.

mod ask;
mod diff;
mod report;
#[cfg(test)]
mod versions;
mod words;

pub(crate) use diff::{DiffArgs, run as diff};
