//! The progress and findings of a sweep: written as JSON, read back, and merged.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use super::{Plan, Scope, Shard, Unit, plan::digest};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The units done and the differences found.
///
/// It is written with a digest. A text whose digest is another's, or of another version, is refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct Report {
    /// Always [`Report::KIND`].
    pub kind: String,
    /// The version of this crate.
    pub version: String,
    /// The instructions, the parts, the sample and the reading.
    pub scope: Scope,
    /// [`Plan::fingerprint`].
    pub plan: String,
    /// Its shards, as `k/n`.
    pub shards: BTreeSet<String>,
    /// How many units the plan has.
    pub units: u32,
    /// The units done, as ranges from the first to the last.
    pub done: Vec<[u32; 2]>,
    /// How many triples of ports were compared.
    pub comparisons: u64,
    /// The seconds that the units took, summed over all cores.
    pub core_seconds: f64,
    /// How many comparisons differed.
    pub differences: u64,
    /// The differences by mode.
    pub groups: BTreeMap<String, Group>,
    /// The digest of all other fields but `core_seconds`: 16 hexadecimal digits in a written report, empty in memory.
    pub digest: String,
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(&Self { digest: self.contents(), ..self.clone() }, serializer)
    }
}

impl<'de> Deserialize<'de> for Report {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = Self::deserialize(deserializer)?;
        if stored.kind != Self::KIND {
            let message = format!("it is a {:?}, not a report of an exhaustive sweep", stored.kind);
            return Err(D::Error::custom(message));
        }
        if stored.version != VERSION {
            let message = format!("it is of version {}, not {VERSION}", stored.version);
            return Err(D::Error::custom(message));
        }
        let report = Self { digest: String::new(), ..stored };
        let (found, expected) = (stored.digest, report.contents());
        if found == expected {
            Ok(report)
        } else {
            let message =
                format!("its digest is {found:?}, and that of its contents {expected}: it was changed");
            Err(D::Error::custom(message))
        }
    }
}

/// The differences of a mode.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// How many.
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
    /// The value of [`Report::kind`].
    pub const KIND: &'static str = "vmad exhaustive sweep";

    /// A report without any unit done.
    pub fn new(plan: &Plan, shard: Shard) -> Self {
        Self {
            kind: Self::KIND.to_owned(),
            version: VERSION.to_owned(),
            scope: plan.scope.clone(),
            plan: plan.fingerprint(),
            shards: BTreeSet::from([shard.to_string()]),
            units: plan.units.len() as u32,
            done: Vec::new(),
            comparisons: 0,
            core_seconds: 0.0,
            differences: 0,
            groups: BTreeMap::new(),
            digest: String::new(),
        }
    }

    fn contents(&self) -> String {
        digest(format!("{:?}", Self { core_seconds: 0.0, digest: String::new(), ..self.clone() }).as_bytes())
    }

    /// Whether a unit is done.
    pub fn is_done(&self, unit: usize) -> bool {
        let next = self.done.partition_point(|[first, _]| *first as usize <= unit);
        next.checked_sub(1).is_some_and(|at| unit <= self.done[at][1] as usize)
    }

    /// How many units are done.
    pub fn units_done(&self) -> u32 {
        let lengths = self.done.iter().map(|[first, last]| last.saturating_sub(*first).saturating_add(1));
        lengths.fold(0, u32::saturating_add)
    }

    /// Whether every unit of the plan is done. The plan may be a [sample](Scope::is_sample).
    pub fn is_whole(&self) -> bool {
        self.units > 0 && self.units_done() == self.units
    }

    /// Checks that this report is of the same plan as `other`, and that its numbers are those of its units.
    ///
    /// # Errors
    /// The first difference, in words.
    pub fn check(&self, other: &Self) -> Result<(), String> {
        if (&self.plan, &self.scope, self.units) != (&other.plan, &other.scope, other.units) {
            return Err(format!(
                "it is of another plan, or of models that answered otherwise: {}, not {}",
                self.plan, other.plan
            ));
        }
        let in_order = self.done.iter().all(|[first, last]| first <= last)
            && self.done.windows(2).all(|pair| pair[0][1] < pair[1][0]);
        if !in_order || self.done.last().is_some_and(|[_, last]| *last >= self.units) {
            return Err(format!(
                "its ranges of units are not in order, or go beyond the {} of the plan",
                self.units
            ));
        }
        match self.contradiction(&Plan::new(self.scope.clone())) {
            Some(what) => Err(format!("its {what} are not those of the units that it says are done")),
            None => Ok(()),
        }
    }

    /// Numbers that a sweep of the scope does not have. The ranges are in order.
    fn contradiction(&self, plan: &Plan) -> Option<&'static str> {
        let units = &plan.units;
        if units.is_empty() || units.len() != self.units as usize {
            return Some("number of units");
        }
        let done = || self.done.iter().flat_map(|&[first, last]| first as usize..=last as usize);
        let comparisons: u64 = done().map(|unit| units[unit].comparisons()).sum();
        let shards: Result<Vec<Shard>, _> = self.shards.iter().map(|text| text.parse()).collect();
        let shards = shards.unwrap_or_default();
        let counts = self.groups.values().try_fold(0_u64, |sum, group| sum.checked_add(group.count));
        let is_known = |group: &Group| group.count > 0 && self.is_done(group.unit as usize);
        let checks = [
            ("comparisons", comparisons == self.comparisons),
            ("shards", done().all(|unit| shards.iter().any(|shard| shard.has(unit)))),
            ("differences", counts == Some(self.differences)),
            ("groups", self.groups.values().all(is_known)),
            ("seconds", self.core_seconds.is_finite() && self.core_seconds >= 0.0),
        ];
        checks.into_iter().find_map(|(what, holds)| (!holds).then_some(what))
    }

    /// Checks that a run which `fresh` would start can continue from this report.
    ///
    /// # Errors
    /// The first difference, in words: the plan or the shard.
    pub fn check_resumes(&self, fresh: &Self) -> Result<(), String> {
        self.check(fresh)?;
        if self.shards != fresh.shards {
            let [found, expected] =
                [self, fresh].map(|it| it.shards.iter().cloned().collect::<Vec<_>>().join(", "));
            return Err(format!("it is of shard {found}, not {expected}"));
        }
        Ok(())
    }

    /// Adds another report's units.
    ///
    /// # Errors
    /// The other report is of another sweep, or has a unit that this one has.
    pub fn merge(&mut self, other: &Self) -> Result<(), String> {
        other.check(self)?;
        for &[first, last] in &other.done {
            if let Some(unit) = (first..=last).find(|&unit| self.is_done(unit as usize)) {
                return Err(format!("unit {unit} is done in both"));
            }
        }
        self.done.extend(&other.done);
        self.join_ranges();
        self.shards.extend(other.shards.iter().cloned());
        self.comparisons = self.comparisons.saturating_add(other.comparisons);
        self.core_seconds += other.core_seconds;
        self.differences = self.differences.saturating_add(other.differences);
        for (mode, group) in &other.groups {
            self.add_group(mode, group.clone());
        }
        Ok(())
    }

    pub(super) fn add(&mut self, index: u32, unit: Unit, outcome: Outcome, time: Duration) {
        self.done.push([index, index]);
        self.join_ranges();
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

    fn join_ranges(&mut self) {
        self.done.sort_unstable();
        self.done.dedup_by(|next, range| {
            let joins = range[1].checked_add(1) == Some(next[0]);
            if joins {
                range[1] = next[1];
            }
            joins
        });
    }
}
