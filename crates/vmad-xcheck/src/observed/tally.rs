//! Counting: which hypothesis explains which rows.

use std::collections::HashMap;

use vmad_unit::vmad::Mode;

use super::{Combination, Feature, FlagTally, HYPOTHESES, Hypothesis, Row};
use crate::divergence::Prepared;

/// How many rows there are of something, and how many of them the model explains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Rows.
    pub rows: u64,
    /// Rows on which the model says what was observed.
    pub explained: u64,
}

/// A row that a hypothesis does not explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed {
    /// The row.
    pub row: Row,
    /// What the hypothesis says instead; [`None`] if it says nothing.
    pub expected: Option<u32>,
}

/// How a hypothesis stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stand {
    /// Rows that it explains.
    pub explained: u64,
    /// Rows on which it says something else than the model: those that can tell the two apart.
    pub deciding: u64,
    /// Those of them on which the model was right.
    pub for_model: u64,
    /// Those of them on which it was right.
    pub for_itself: u64,
    /// The first row that it does not explain.
    pub failed: Option<Failed>,
}

impl Stand {
    /// Whether it explains every row of a tally.
    pub const fn explains_all(&self, tally: &Tally) -> bool {
        self.explained == tally.rows
    }
}

/// What has been counted so far. Its size does not grow with the rows.
pub struct Tally {
    /// How many rows were taken.
    pub rows: u64,
    /// By feature, in the order of [`Feature::ALL`].
    pub features: [Count; Feature::ALL.len()],
    /// By hypothesis, in the order of [`HYPOTHESES`].
    pub stands: [Stand; HYPOTHESES.len()],
    /// How many rows no hypothesis explains.
    pub unexplained: u64,
    /// The first of them, at most [`Tally::SHOWN`].
    pub strangers: Vec<Failed>,
    /// The condition code.
    pub flags: FlagTally,
    /// Which settings occurred: at most 4,704.
    prepared: HashMap<Mode, [Option<Prepared>; HYPOTHESES.len()]>,
    /// The combinations that explain every row so far.
    alive: Vec<Combination>,
}

impl Default for Tally {
    fn default() -> Self {
        Self::new()
    }
}

impl Tally {
    /// How many rows that nothing explains are kept.
    pub const SHOWN: usize = 5;

    /// Nothing counted.
    pub fn new() -> Self {
        Self {
            rows: 0,
            features: [Count::default(); Feature::ALL.len()],
            stands: [Stand::default(); HYPOTHESES.len()],
            unexplained: 0,
            strangers: Vec::new(),
            flags: FlagTally::default(),
            prepared: HashMap::new(),
            alive: Combination::all(),
        }
    }

    /// Counts a row.
    pub fn take(&mut self, row: &Row) {
        self.rows += 1;
        let mode = row.instruction.mode();
        let ports = row.instruction.feed(row.ports);
        let inputs = [ports.a, ports.b, ports.c];
        let prepared = self.prepared.entry(mode).or_insert_with(|| HYPOTHESES.map(|it| it.prepare(mode)));
        let said = prepared.each_ref().map(|compute| compute.as_ref().map(|compute| compute(inputs)));
        let [model, ..] = said;
        let mut explained = false;
        for (stand, says) in self.stands.iter_mut().zip(said) {
            let right = says == Some(row.result);
            explained |= right;
            stand.explained += u64::from(right);
            if !right && stand.failed.is_none() {
                stand.failed = Some(Failed { row: *row, expected: says });
            }
            if says != model {
                stand.deciding += 1;
                stand.for_itself += u64::from(right);
                stand.for_model += u64::from(model == Some(row.result));
            }
        }
        self.alive.retain(|combination| combination.compute(mode, inputs) == row.result);
        let by_model = model == Some(row.result);
        for (count, feature) in self.features.iter_mut().zip(Feature::ALL) {
            if feature.is_of(&row.instruction) {
                count.rows += 1;
                count.explained += u64::from(by_model);
            }
        }
        if !explained {
            self.unexplained += 1;
            if self.strangers.len() < Self::SHOWN {
                self.strangers.push(Failed { row: *row, expected: model });
            }
        }
        if let Some(flags) = row.flags {
            self.flags.take(flags, &row.instruction.trace(ports));
        }
    }

    /// How many settings of the unit occurred, of 4,704.
    pub fn settings(&self) -> usize {
        self.prepared.len()
    }

    /// How the model stands.
    pub const fn model(&self) -> &Stand {
        &self.stands[0]
    }

    /// The hypotheses that explain every row, the model first if it does.
    pub fn explaining(&self) -> impl Iterator<Item = &'static Hypothesis> {
        HYPOTHESES.iter().zip(&self.stands).filter(|(_, stand)| stand.explains_all(self)).map(|(it, _)| it)
    }

    /// The combinations of readings that explain every row.
    pub fn combinations(&self) -> &[Combination] {
        &self.alive
    }
}
