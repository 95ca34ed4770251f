//! Counts of the observations that each hypothesis explains.

use std::collections::HashMap;

use vmad_unit::vmad::Mode;

use super::{Combination, FEATURES, FlagTally, HYPOTHESES, Hypothesis, Observation};
use crate::divergence::Prepared;

/// The observations with a feature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How many there are.
    pub rows: u64,
    /// How many of them the model explains.
    pub explained: u64,
}

/// An observation that a hypothesis does not explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed {
    /// The observation.
    pub observation: Observation,
    /// The result by the hypothesis; [`None`] if it cannot compute the mode.
    pub expected: Option<u32>,
}

/// The score of a hypothesis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Observations that it explains.
    pub explained: u64,
    /// Observations on which its result is not the model's: they decide between the two.
    pub deciding: u64,
    /// Deciding observations that the model explains.
    pub for_model: u64,
    /// Deciding observations that the hypothesis explains.
    pub for_itself: u64,
    /// The first observation that it does not explain.
    pub failed: Option<Failed>,
}

impl Score {
    /// Whether it explains every observation of a tally.
    pub const fn explains_all(&self, tally: &Tally) -> bool {
        self.explained == tally.rows
    }
}

/// The counts so far. Their size does not grow with the observations.
pub struct Tally {
    /// How many observations were counted.
    pub rows: u64,
    /// By feature, in the order of [`FEATURES`].
    pub features: [Count; FEATURES.len()],
    /// By hypothesis, in the order of [`HYPOTHESES`].
    pub scores: [Score; HYPOTHESES.len()],
    /// How many observations no hypothesis explains.
    pub unexplained: u64,
    /// The first of them, at most [`Tally::SHOWN`].
    pub unexplained_first: Vec<Failed>,
    /// The condition code.
    pub flags: FlagTally,
    /// The modes that occurred, selectors included: at most 4,704.
    prepared: HashMap<Mode, [Option<Prepared>; HYPOTHESES.len()]>,
    /// The combinations that explain every observation so far.
    combinations: Vec<Combination>,
}

impl Default for Tally {
    fn default() -> Self {
        Self::new()
    }
}

impl Tally {
    /// How many unexplained observations are kept.
    pub const SHOWN: usize = 5;

    /// No observations.
    pub fn new() -> Self {
        Self {
            rows: 0,
            features: [Count::default(); FEATURES.len()],
            scores: [Score::default(); HYPOTHESES.len()],
            unexplained: 0,
            unexplained_first: Vec::new(),
            flags: FlagTally::default(),
            prepared: HashMap::new(),
            combinations: Combination::all(),
        }
    }

    /// Counts an observation.
    pub fn count(&mut self, observation: &Observation) {
        let Observation { instruction, result, .. } = observation;
        self.rows += 1;
        let mode = instruction.mode();
        let ports = instruction.feed(observation.ports);
        let inputs = [ports.a, ports.b, ports.c];
        let prepared = self.prepared.entry(mode).or_insert_with(|| HYPOTHESES.map(|it| it.prepare(mode)));
        let expected = prepared.each_ref().map(|compute| compute.as_ref().map(|compute| compute(inputs)));
        let [model, ..] = expected;
        let mut explained = false;
        for (score, expected) in self.scores.iter_mut().zip(expected) {
            let right = expected == Some(*result);
            explained |= right;
            score.explained += u64::from(right);
            if !right && score.failed.is_none() {
                score.failed = Some(Failed { observation: *observation, expected });
            }
            if expected != model {
                score.deciding += 1;
                score.for_itself += u64::from(right);
                score.for_model += u64::from(model == Some(*result));
            }
        }
        self.combinations.retain(|combination| combination.compute(mode, inputs) == *result);
        let by_model = model == Some(*result);
        for (count, feature) in self.features.iter_mut().zip(FEATURES) {
            if feature.is_in(instruction) {
                count.rows += 1;
                count.explained += u64::from(by_model);
            }
        }
        if !explained {
            self.unexplained += 1;
            if self.unexplained_first.len() < Self::SHOWN {
                self.unexplained_first.push(Failed { observation: *observation, expected: model });
            }
        }
        if let Some(flags) = observation.flags {
            self.flags.count(flags, &instruction.trace(ports));
        }
    }

    /// How many modes occurred, selectors included, of 4,704.
    pub fn modes(&self) -> usize {
        self.prepared.len()
    }

    /// The model's score.
    pub const fn model(&self) -> &Score {
        &self.scores[0]
    }

    /// The hypotheses that explain every observation, in the order of [`HYPOTHESES`].
    pub fn explaining(&self) -> impl Iterator<Item = &'static Hypothesis> {
        HYPOTHESES.iter().zip(&self.scores).filter(|(_, score)| score.explains_all(self)).map(|(it, _)| it)
    }

    /// The combinations that explain every observation.
    pub fn combinations(&self) -> &[Combination] {
        &self.combinations
    }
}
