//! The results of a sweep, as JSON; the reports of several shards can be added.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use serde::{Deserialize, Serialize};

use super::{Plan, Scope, Shard, Unit};

/// The units done and the differences found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The version of this crate.
    pub version: String,
    /// The instructions, the parts, the sample and the reading.
    pub scope: Scope,
    /// The shards of the plan.
    pub shards: BTreeSet<Shard>,
    /// The number of units of the plan.
    pub units: u32,
    /// The number of units done.
    pub done: u32,
    /// The number of triples of ports that were compared.
    pub comparisons: u64,
    /// The seconds that the units took, summed over all cores.
    pub core_seconds: f64,
    /// The number of comparisons that differed.
    pub differences: u64,
    /// The differences by mode.
    pub groups: BTreeMap<String, Group>,
}

/// The differences of a mode.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// The number of differences.
    pub count: u64,
    /// The unit of the first.
    pub unit: u32,
    /// The first of that unit.
    pub first: Difference,
}

/// A difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// The instruction.
    pub sass: String,
    /// Its result.
    pub sass_result: String,
    /// The PTX instruction; the SASS instruction again where its word does not decode to it.
    pub ptx: String,
    /// Its result.
    pub ptx_result: String,
    /// The ports: `a`, `b`, `c`, hexadecimal.
    pub inputs: [String; 3],
}

/// The result of one unit.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcome {
    pub(super) differences: u64,
    /// The mode, and the first difference.
    pub(super) first: Option<(String, Difference)>,
}

impl Report {
    /// A report without any unit done.
    pub(super) fn new(plan: &Plan, shard: Shard) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            scope: plan.scope.clone(),
            shards: BTreeSet::from([shard]),
            units: plan.units.len() as u32,
            done: 0,
            comparisons: 0,
            core_seconds: 0.0,
            differences: 0,
            groups: BTreeMap::new(),
        }
    }

    /// Whether every unit of the plan is done. The plan may be a sample.
    pub fn is_whole(&self) -> bool {
        self.units > 0 && self.done == self.units
    }

    /// Adds the report of other shards of the same plan.
    ///
    /// # Errors
    /// The other report is of another plan or version, or of a shard that has a unit of this one.
    pub fn merge(&mut self, other: &Self) -> Result<(), String> {
        if (&self.version, &self.scope, self.units) != (&other.version, &other.scope, other.units) {
            return Err("the reports are of different plans or versions".to_owned());
        }
        let pairs =
            || self.shards.iter().flat_map(|shard| other.shards.iter().map(move |added| [shard, added]));
        if let Some([shard, added]) = pairs().find(|[shard, added]| shard.overlaps(**added)) {
            return Err(format!("the shards {shard} and {added} have a unit in common"));
        }
        self.shards.extend(&other.shards);
        self.done = self.done.saturating_add(other.done);
        self.comparisons = self.comparisons.saturating_add(other.comparisons);
        self.core_seconds += other.core_seconds;
        self.differences = self.differences.saturating_add(other.differences);
        for (mode, group) in &other.groups {
            self.add_group(mode, group.clone());
        }
        Ok(())
    }

    pub(super) fn add(&mut self, index: u32, unit: Unit, outcome: Outcome, time: Duration) {
        self.done += 1;
        self.comparisons += unit.comparisons();
        self.core_seconds += time.as_secs_f64();
        self.differences += outcome.differences;
        if let Some((mode, first)) = outcome.first {
            self.add_group(&mode, Group { count: outcome.differences, unit: index, first });
        }
    }

    fn add_group(&mut self, mode: &str, group: Group) {
        let known = self.groups.entry(mode.to_owned()).or_insert_with(|| Group { count: 0, ..group.clone() });
        let count = known.count.saturating_add(group.count);
        if group.unit < known.unit {
            *known = group;
        }
        known.count = count;
    }
}
