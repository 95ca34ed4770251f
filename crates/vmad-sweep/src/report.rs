//! The results of a sweep, as JSON.

use std::{collections::BTreeMap, time::Duration};

use serde::Serialize;

use super::{Plan, Scope, Unit};

/// What was compared, and the differences.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The version of this crate.
    pub version: String,
    /// The instructions, the parts, the sample and the reading.
    pub scope: Scope,
    /// The number of units that were compared.
    pub units: usize,
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Group {
    /// The number of differences.
    pub count: u64,
    /// The first of them, in the order of the plan.
    pub first: Difference,
}

/// A difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
    /// A report before the first unit.
    pub(super) fn new(plan: &Plan) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            scope: plan.scope.clone(),
            units: 0,
            comparisons: 0,
            core_seconds: 0.0,
            differences: 0,
            groups: BTreeMap::new(),
        }
    }

    pub(super) fn add(&mut self, unit: Unit, outcome: Outcome, time: Duration) {
        self.units += 1;
        self.comparisons += unit.comparisons();
        self.core_seconds += time.as_secs_f64();
        self.differences += outcome.differences;
        if let Some((mode, first)) = outcome.first {
            self.groups.entry(mode).or_insert(Group { count: 0, first }).count += outcome.differences;
        }
    }
}
