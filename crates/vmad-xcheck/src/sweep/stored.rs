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

impl From<Report> for Stored {
    fn from(report: Report) -> Self {
        let Report {
            kind,
            version,
            scope,
            plan,
            shards,
            units,
            done,
            comparisons,
            core_seconds,
            differences,
            groups,
        } = report;
        let digest = String::new();
        let mut stored = Self {
            kind,
            version,
            scope,
            plan,
            shards,
            units,
            done,
            comparisons,
            core_seconds,
            differences,
            groups,
            digest,
        };
        stored.digest = stored.digest();
        stored
    }
}

impl TryFrom<Stored> for Report {
    type Error = MergeError;

    fn try_from(stored: Stored) -> Result<Self, MergeError> {
        let expected = stored.digest();
        let Stored {
            kind,
            version,
            scope,
            plan,
            shards,
            units,
            done,
            comparisons,
            core_seconds,
            differences,
            groups,
            digest,
        } = stored;
        let report = Self {
            kind,
            version,
            scope,
            plan,
            shards,
            units,
            done,
            comparisons,
            core_seconds,
            differences,
            groups,
        };
        report.check_kind()?;
        if digest == expected { Ok(report) } else { Err(MergeError::Digest { found: digest, expected }) }
    }
}
