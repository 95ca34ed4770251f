//! A report as it is written: with a digest, which is compared when it is read.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Group, MergeError, Report, Scope, digest::Digest};

/// A [`Report`] and its digest.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Stored {
    kind: String,
    version: String,
    scope: Scope,
    plan: String,
    shards: BTreeSet<String>,
    units: u32,
    done: Vec<[u32; 2]>,
    comparisons: u64,
    core_seconds: f64,
    differences: u64,
    groups: BTreeMap<String, Group>,
    /// Of all fields but the seconds.
    digest: String,
}

impl Stored {
    fn digest(&self) -> String {
        let mut digest = Digest::default();
        let Self {
            kind, version, scope, plan, shards, units, done, comparisons, differences, groups, ..
        } = self;
        digest.take(format!("{kind:?}{version:?}{scope:?}{plan:?}{shards:?}{units:?}").as_bytes());
        digest.take(format!("{done:?}{comparisons:?}{differences:?}{groups:?}").as_bytes());
        digest.text()
    }
}

/// Moves all fields but the digest from one structure to another. One that is missing here does not compile.
macro_rules! moved {
    ($from:ident => $to:tt { $($digest:tt)* }) => {
        $to {
            kind: $from.kind,
            version: $from.version,
            scope: $from.scope,
            plan: $from.plan,
            shards: $from.shards,
            units: $from.units,
            done: $from.done,
            comparisons: $from.comparisons,
            core_seconds: $from.core_seconds,
            differences: $from.differences,
            groups: $from.groups,
            $($digest)*
        }
    };
}

impl From<Report> for Stored {
    fn from(report: Report) -> Self {
        let mut stored = moved!(report => Self { digest: String::new() });
        stored.digest = stored.digest();
        stored
    }
}

impl TryFrom<Stored> for Report {
    type Error = MergeError;

    fn try_from(stored: Stored) -> Result<Self, MergeError> {
        let expected = stored.digest();
        let digest = stored.digest;
        let report = moved!(stored => Self {});
        report.check_kind()?;
        if digest == expected { Ok(report) } else { Err(MergeError::Digest { found: digest, expected }) }
    }
}
