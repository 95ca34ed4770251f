//! nvdisasm as an oracle: asking it, comparing with it, recording its answers.

mod ask;
mod cause;
mod diff;
mod record;
mod report;
mod versions;
mod words;

pub(crate) use ask::Query;
pub(crate) use diff::{DiffArgs, OracleArgs, run as diff};
pub(crate) use record::{RecordArgs, run as record};
pub(crate) use report::{Report, ours};
pub(crate) use versions::{VersionsArgs, run as versions};
