//! The result as a JSON object.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{FLAGS, Failed, Finding, Refused, Tally};

/// All counts and findings.
#[derive(Debug, Serialize)]
pub struct Json<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<&'a str>,
    rows: u64,
    differing: u64,
    modes: usize,
    findings: Vec<JsonFinding>,
    sampled: bool,
    refused: BTreeMap<&'static str, Refused>,
    illegal: Illegal,
    never: u64,
    unknown: u64,
    faults: Vec<Fault>,
    readings: Vec<Reading>,
    /// The names of the readings that explain every row.
    explaining: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    flags: Vec<Flag>,
}

#[derive(Debug, Serialize)]
struct JsonFinding {
    instructions: Vec<&'static str>,
    rule: Option<&'static str>,
    title: Option<&'static str>,
    place: Option<&'static str>,
    also: Vec<&'static str>,
    condition: String,
    differing: u64,
    explained: u64,
    rows: u64,
    first: Example,
}

#[derive(Debug, Serialize)]
struct Illegal {
    rows: u64,
    executed: u64,
}

#[derive(Debug, Serialize)]
struct Fault {
    kind: &'static str,
    rows: u64,
    line: u64,
}

#[derive(Debug, Serialize)]
struct Reading {
    name: &'static str,
    title: &'static str,
    explained: u64,
    deciding: u64,
    for_model: u64,
    #[serde(rename = "for_reading")]
    for_itself: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<Example>,
}

#[derive(Debug, Serialize)]
struct Example {
    line: u64,
    text: String,
    a: String,
    b: String,
    c: String,
    observed: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
}

#[derive(Debug, Serialize)]
struct Flag {
    bit: usize,
    rows: u64,
    set: u64,
    guesses: Vec<&'static str>,
}

impl Example {
    fn of(failed: &Failed) -> Self {
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
            expected: expected.map(hex),
        }
    }
}

impl JsonFinding {
    fn of(it: &Finding) -> Self {
        Self {
            instructions: it.kinds.iter().map(|kind| kind.name()).collect(),
            rule: it.rule.map(|rule| rule.id),
            title: it.rule.map(|rule| rule.title),
            place: it.rule.map(|rule| rule.place),
            also: it.also.iter().map(|rule| rule.id).collect(),
            condition: it.condition.clone(),
            differing: it.differing,
            explained: it.explained,
            rows: it.rows,
            first: Example::of(&it.failed()),
        }
    }
}

impl<'a> Json<'a> {
    /// The object of a tally; the subject is the name of the program or card.
    pub fn of(tally: &Tally, subject: Option<&'a str>) -> Self {
        let readings = tally.scored().map(|(row, score)| Reading {
            name: row.id,
            title: row.meanings[1],
            explained: score.explained,
            deciding: score.deciding,
            for_model: score.for_model,
            for_itself: score.for_itself,
            failed: score.failed.as_ref().map(Example::of),
        });
        let observed = if tally.flags.rows > 0 { FLAGS } else { 0 };
        let flags = (0..observed).map(|bit| Flag {
            bit,
            rows: tally.flags.rows,
            set: tally.flags.set[bit],
            guesses: tally.flags.holding(bit).map(|guess| guess.name).collect(),
        });
        Self {
            subject,
            rows: tally.rows,
            differing: tally.differing,
            modes: tally.modes.values().filter(|mode| mode.rows > 0).count(),
            findings: tally.findings().iter().map(JsonFinding::of).collect(),
            sampled: tally.is_sampled(),
            refused: tally.refused(),
            illegal: Illegal { rows: tally.illegal.rows, executed: tally.illegal.executed },
            never: tally.never,
            unknown: tally.unknown,
            faults: tally
                .faults
                .iter()
                .map(|it| Fault { kind: it.kind, rows: it.rows, line: it.line })
                .collect(),
            readings: readings.collect(),
            explaining: tally.explaining().map(|row| row.id).collect(),
            flags: flags.collect(),
        }
    }
}
