//! Counts of observed rows.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use vmad_sass::{
    Instruction,
    isa::{B, Layout},
};
use vmad_unit::{Kind, Operation};

use super::{Diagnosis, Observation, diagnosis::diagnose, rules::is_mode, states::Fault};
use crate::vectors::{Count, Filter, Stream, Vectors};
use vmad_map::{
    case::Case,
    divergence::{Differs, Divergence},
    model::Prepared,
    rows::hypotheses,
};

/// An observation that a hypothesis, or the model, does not explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(into = "super::json::Example")]
pub struct Failed {
    /// The observation.
    pub observation: Observation,
    /// The result by the hypothesis; the model's if it cannot compute the mode.
    pub expected: u32,
}

/// The score of a hypothesis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Score {
    /// Observations that it explains.
    pub explained: u64,
    /// Observations on which its result is not the model's: they decide between the two.
    pub deciding: u64,
    /// Deciding observations that the model explains.
    pub for_model: u64,
    /// Deciding observations that the hypothesis explains.
    #[serde(rename = "for_reading")]
    pub for_itself: u64,
    /// The first observation that it does not explain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<Failed>,
}

/// The rows of a mode.
#[derive(Default)]
pub struct Mode {
    /// Rows with a result.
    pub rows: u64,
    /// Rows without a result.
    pub refused: u64,
    /// The first of them.
    example: Option<Instruction>,
    /// The results of the hypotheses; [`None`] for one that cannot differ from the model in it.
    hypotheses: Vec<Option<Prepared>>,
}

/// Rows that must have no result: illegal words, or words whose guard is never true.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub struct Resultless {
    /// How many there are.
    pub rows: u64,
    /// How many of them have a result.
    pub executed: u64,
    /// The first one that has a result, or else the first: its line and the error.
    #[serde(skip)]
    pub first: Option<(u64, String)>,
}

impl Resultless {
    /// Counts a row.
    pub fn count(&mut self, line: u64, error: String, is_executed: bool) {
        if self.rows == 0 || is_executed && self.executed == 0 {
            self.first = Some((line, error));
        }
        self.rows += 1;
        self.executed += u64::from(is_executed);
    }
}

/// The rows of an instruction that the program does not execute.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Refused {
    /// How many there are.
    pub rows: u64,
    /// In how many modes.
    pub modes: usize,
    /// An instruction in one of these modes.
    pub example: String,
}

/// The rows so far, and their counts.
#[derive(Default)]
pub struct Tally {
    /// How many rows have a result.
    pub rows: u64,
    /// How many results are not the model's.
    pub differing: u64,
    /// The rows of each mode, by its word with all registers, guards and immediates 0.
    pub modes: BTreeMap<u64, Mode>,
    /// Rows of words whose computation no source specifies.
    pub unknown: u64,
    /// Rows whose guard is `@!PT`: they write nothing.
    pub never: Resultless,
    /// Rows of illegal words.
    pub illegal: Resultless,
    /// Rows with states that write nothing that a result shows, and are right.
    pub states: u64,
    /// Faults of rows with states.
    pub faults: Vec<Fault>,
    /// The scores of the hypotheses, in their order.
    scores: Vec<Score>,
    kinds: BTreeSet<Kind>,
    kept: Vec<Observation>,
}

impl Tally {
    /// Counts an observation.
    pub fn count(&mut self, observation: &Observation) {
        let Observation { instruction, operation, result, .. } = *observation;
        let ports = instruction.bind(observation.ports);
        let observation = Observation { ports, ..*observation };
        let model = observation.model();
        let is_equal = model == result;
        self.rows += 1;
        self.differing += u64::from(!is_equal);
        let key = key(&instruction);
        let mode = self.modes.entry(key).or_insert_with(|| Mode::of(operation));
        mode.rows += 1;
        self.scores.resize(mode.hypotheses.len(), Score::default());
        for (score, compute) in self.scores.iter_mut().zip(&mode.hypotheses) {
            let expected = compute.as_ref().map_or(model, |compute| compute([ports.a, ports.b, ports.c]));
            let is_right = expected == result;
            score.explained += u64::from(is_right);
            if !is_right && score.failed.is_none() {
                score.failed = Some(Failed { observation, expected });
            }
            if expected != model {
                score.deciding += 1;
                score.for_itself += u64::from(is_right);
                score.for_model += u64::from(is_equal);
            }
        }
        self.kinds.insert(operation.kind());
        self.kept.push(observation);
    }

    /// Counts a row without a result.
    pub fn refuse(&mut self, instruction: &Instruction, operation: Operation) {
        let key = key(instruction);
        let mode = self.modes.entry(key).or_insert_with(|| Mode::of(operation));
        mode.refused += 1;
        mode.example.get_or_insert(*instruction);
    }

    /// The hypotheses that are about an instruction that occurred, with their scores.
    pub fn scored(&self) -> impl Iterator<Item = (&'static Divergence, Score)> {
        let is_about = |row: &Divergence| self.kinds().any(|kind| row.is_about(kind));
        hypotheses().zip(self.scores.iter().copied()).filter(move |(row, _)| is_about(row))
    }

    /// The instructions that occurred.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> {
        self.kinds.iter().copied()
    }

    /// The rows without a result, by mnemonic.
    pub fn refused(&self) -> BTreeMap<&'static str, Refused> {
        let mut refused = BTreeMap::new();
        for mode in self.modes.values() {
            let Some(instruction) = mode.example else { continue };
            let new = || Refused { rows: 0, modes: 0, example: instruction.to_string() };
            let refused = refused.entry(instruction.mnemonic()).or_insert_with(new);
            refused.rows += mode.refused;
            refused.modes += 1;
        }
        refused
    }

    /// Whether the model explains every row, and no illegal word was executed.
    pub fn is_fine(&self) -> bool {
        self.differing == 0 && self.wrong() == 0
    }

    /// How many rows have a fault, or a result although they must have none.
    pub fn wrong(&self) -> u64 {
        self.illegal.executed + self.never.executed + self.with_fault()
    }

    /// How many rows have a fault.
    pub fn with_fault(&self) -> u64 {
        self.faults.iter().map(|fault| fault.rows).sum()
    }

    /// How many rows were read.
    pub fn read(&self) -> u64 {
        self.compared() + self.with_fault() + self.not_executed() + self.unknown
    }

    /// How many rows of legal words have no result.
    pub fn not_executed(&self) -> u64 {
        self.modes.values().map(|mode| mode.refused).sum()
    }

    /// How many rows were compared, and have no fault.
    pub const fn compared(&self) -> u64 {
        self.rows + self.states + self.illegal.rows + self.never.rows
    }

    /// Whether every row was compared.
    pub fn is_complete(&self) -> bool {
        self.unknown == 0 && self.not_executed() == 0
    }

    /// The modes of the instructions that occur for which no row has a result, whatever the selectors: how many of each.
    pub fn missing_modes(&self) -> Vec<(Kind, u64)> {
        let mode = |instruction: &Instruction, operation: &Operation| {
            (instruction.form().b == B::Immediate, operation.with_first_selectors())
        };
        let seen: HashSet<_> = self.kept.iter().map(|row| mode(&row.instruction, &row.operation)).collect();
        let missing = |kind: Kind| {
            let streams = Filter::of(kind).modes().into_iter().map(|mode| Stream::of_mode(mode, 0)).collect();
            let vectors = Vectors::new(streams, Count::Each(1));
            let asked: HashSet<_> =
                vectors.map(|vector| mode(&vector.instruction, &vector.operation)).collect();
            (kind, asked.difference(&seen).count() as u64)
        };
        let refused = self.modes.values().filter_map(|mode| Some(mode.example?.operation()?.kind()));
        let kinds: BTreeSet<_> = self.kinds().chain(refused).collect();
        kinds.into_iter().map(missing).filter(|(_, modes)| *modes > 0).collect()
    }

    /// The hypotheses that explain every row.
    pub fn explaining(&self) -> impl Iterator<Item = &'static Divergence> {
        self.scored().filter(|(_, score)| score.explained == self.rows).map(|(row, _)| row)
    }

    /// What is wrong.
    pub fn diagnosis(&self) -> Diagnosis {
        diagnose(&self.kept)
    }
}

impl Mode {
    fn of(operation: Operation) -> Self {
        let hypothesis = |row: &'static Divergence| {
            let kind = operation.kind();
            let can_differ = row.is_about(kind)
                && (kind != Kind::Vmad || row.differs_in_mode(&operation) != Differs::Never);
            let case = Case::of_mode(operation).with_dtype(row.dtype());
            can_differ.then(|| row.prepare(&case)).flatten()
        };
        Self { hypotheses: hypotheses().map(hypothesis).collect(), ..Self::default() }
    }
}

/// The number of a mode: the word of Maxwell with 0 in the fields that are no part of the mode.
fn key(instruction: &Instruction) -> u64 {
    let instruction = instruction.to_layout(Layout::Maxwell);
    let fields = instruction.form().fields.iter().filter(|field| is_mode(field));
    instruction.encode() & fields.fold(0, |mask, field| mask | field.put(u64::MAX))
}
