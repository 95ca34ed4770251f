//! The result as a JSON object.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Diagnosis, Failed, Fault, Refused, Resultless, Score, Tally};

/// All counts and findings.
#[derive(Debug, Serialize)]
pub struct Json<'t> {
    /// All rows of the file.
    read: u64,
    /// Those with a result.
    rows: u64,
    differing: u64,
    modes: usize,
    #[serde(flatten)]
    diagnosis: Diagnosis,
    refused: BTreeMap<&'static str, Refused>,
    /// How many modes of each instruction that occurs no row with a result has.
    missing: BTreeMap<&'static str, u64>,
    illegal: &'t Resultless,
    never: u64,
    unknown: u64,
    /// Rows without a result, whose registers and predicates are right.
    states: u64,
    faults: &'t [Fault],
    readings: Vec<ReadingScore>,
    /// The names of the readings that explain every row.
    explaining: Vec<&'static str>,
}

#[derive(Debug, Serialize)]
struct ReadingScore {
    name: &'static str,
    title: &'static str,
    #[serde(flatten)]
    score: Score,
}

/// A row that a reading or the model does not explain.
#[derive(Debug, Serialize)]
pub(super) struct Example {
    line: u64,
    text: String,
    a: String,
    b: String,
    c: String,
    observed: String,
    expected: String,
}

impl From<Failed> for Example {
    fn from(failed: Failed) -> Self {
        let Failed { observation, expected } = failed;
        let hex = |value: u32| format!("{value:#010x}");
        let ports = observation.instruction.bind(observation.ports);
        Self {
            line: observation.line,
            text: observation.instruction.to_string(),
            a: hex(ports.a),
            b: hex(ports.b),
            c: hex(ports.c),
            observed: hex(observation.result),
            expected: hex(expected),
        }
    }
}

impl<'t> Json<'t> {
    /// The object of a tally.
    pub fn new(tally: &'t Tally) -> Self {
        let readings =
            tally.scored().map(|(row, score)| ReadingScore { name: row.id, title: row.meanings[1], score });
        Self {
            read: tally.read(),
            rows: tally.rows,
            differing: tally.differing,
            modes: tally.modes.values().filter(|mode| mode.rows > 0).count(),
            diagnosis: tally.diagnosis(),
            refused: tally.refused(),
            missing: tally.missing_modes().into_iter().map(|(kind, modes)| (kind.name(), modes)).collect(),
            illegal: &tally.illegal,
            never: tally.never.rows,
            unknown: tally.unknown,
            states: tally.states,
            faults: &tally.faults,
            readings: readings.collect(),
            explaining: tally.explaining().map(|row| row.id).collect(),
        }
    }
}
