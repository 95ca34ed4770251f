//! Counts of the observations that each hypothesis explains.

use std::collections::HashMap;

use vmad_unit::Operation;

use super::{Combination, Feature, FlagTally, Observation};
use crate::map::HYPOTHESES;
use vmad_ptxas::{
    model::Prepared,
    row::{Case, Row},
};

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
    /// By feature of the instructions that occurred.
    pub features: Vec<(Feature, Count)>,
    /// By hypothesis, in the order of [`HYPOTHESES`].
    pub scores: [Score; HYPOTHESES.len()],
    /// How many observations no hypothesis explains.
    pub unexplained: u64,
    /// The first of them, at most [`Tally::SHOWN`].
    pub unexplained_first: Vec<Failed>,
    /// The condition code.
    pub flags: FlagTally,
    /// The mnemonics that occurred.
    pub mnemonics: Vec<&'static str>,
    /// The operations that occurred, selectors included: of `VMAD` at most 4,704.
    prepared: HashMap<Operation, [Option<Prepared>; HYPOTHESES.len()]>,
    /// The combinations that explain every observation so far: of `VMAD`, and of the other instructions.
    combinations: [Vec<Combination>; 2],
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
            features: Vec::new(),
            mnemonics: Vec::new(),
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
        let Observation { instruction, operation, result, .. } = observation;
        self.rows += 1;
        self.meet(instruction.mnemonic());
        let ports = instruction.bind(observation.ports);
        let inputs = [ports.a, ports.b, ports.c];
        let prepared = self
            .prepared
            .entry(*operation)
            .or_insert_with(|| HYPOTHESES.map(|row| prepare(&row, *operation)));
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
        let by_model = model == Some(*result);
        let [vmad, others] = &mut self.combinations;
        let combinations = if matches!(operation, Operation::Vmad(_)) { vmad } else { others };
        Combination::keep(combinations, operation, inputs, *result);
        for (feature, count) in &mut self.features {
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
            self.flags.count(flags, &operation.trace(ports.a, ports.b, ports.c));
        }
    }

    /// Adds the features of an instruction that has not occurred.
    fn meet(&mut self, mnemonic: &'static str) {
        if !self.mnemonics.contains(&mnemonic) {
            self.mnemonics.push(mnemonic);
            self.features.extend(Feature::of(mnemonic).into_iter().map(|it| (it, Count::default())));
        }
    }

    /// The hypotheses that are about an instruction that occurred, and the model, with their scores.
    pub fn scored(&self) -> impl Iterator<Item = (&'static Row, &Score)> {
        HYPOTHESES.iter().zip(&self.scores).enumerate().filter_map(|(index, scored)| {
            let is_about = self.mnemonics.iter().any(|mnemonic| scored.0.is_about(mnemonic));
            (index == 0 || is_about).then_some(scored)
        })
    }

    /// How many modes occurred, selectors included.
    pub fn modes(&self) -> usize {
        self.prepared.len()
    }

    /// The model's score.
    pub const fn model(&self) -> &Score {
        &self.scores[0]
    }

    /// The hypotheses that explain every observation, in the order of [`HYPOTHESES`].
    pub fn explaining(&self) -> impl Iterator<Item = &'static Row> {
        self.scored().filter(|(_, score)| score.explains_all(self)).map(|(it, _)| it)
    }

    /// The combinations that explain every observation, each without the readings that no observation needs.
    pub fn combinations(&self) -> Vec<Combination> {
        let [vmad, others] = self.combinations.each_ref().map(|list| Combination::smallest(list));
        vmad.iter().flat_map(|of_vmad| others.iter().map(|of_others| of_vmad.and(of_others))).collect()
    }
}

/// The model of a row in a mode; for an instruction that the row is not about, the unit. [`None`] if the row computes no
/// such mode.
pub fn prepare(row: &Row, mode: Operation) -> Option<Prepared> {
    let case = Case::of_mode(mode).with_dtype(row.dtype());
    if row.is_about(mode.mnemonic()) { row.prepare(&case) } else { Some(case.unit()) }
}

#[cfg(test)]
mod tests {
    use vmad_sass::{Instruction, Ports, assemble};

    use super::*;

    fn observation(instruction: Instruction, result: impl Fn([u32; 3]) -> u32) -> Observation {
        let ports = Ports { a: 0xffff_ffff, b: 0xffff_ffff, c: 0x8000_0000 };
        let operation = instruction.operation().unwrap();
        let result = result([ports.a, ports.b, ports.c]);
        Observation { line: 1, instruction, operation, ports, result, flags: None }
    }

    /// The model's results, twice in one mode and once in another.
    #[test]
    fn observations_are_counted_for_the_model_and_the_others() {
        let mut tally = Tally::new();
        for text in [
            "VMAD.U32.U32.SAT R0, R1, R2, -R3",
            "VMAD.U32.U32.SAT R4, R5, R6, -R7",
            "VMAD.U32.S32.SAT R0, R1, R2, -R3",
        ] {
            let instruction = assemble(text).unwrap().instruction;
            let model = instruction.operation().unwrap();
            tally.count(&observation(instruction, |[a, b, c]| model.execute(a, b, c).bits()));
        }
        assert_eq!((tally.rows, tally.modes(), tally.unexplained), (3, 2, 0));
        assert_eq!(tally.model().explained, 3);
        let score = |name| {
            let (_, score) = tally.scored().find(|(it, _)| it.id == name).unwrap();
            [score.explained, score.deciding, score.for_model, score.for_itself]
        };
        assert_eq!(score("without-minus-c"), [0, 3, 3, 0]);
        assert_eq!(score("without-sat"), [1, 2, 2, 0]);
        assert_eq!(score("D1"), [3, 0, 0, 0]);
    }
}
