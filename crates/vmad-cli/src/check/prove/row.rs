//! A line of the proof's table, as text and as JSON.

use std::{
    fmt::Display,
    io::{self, Write},
    time::Duration,
};

use serde::Serialize;
use vmad_xcheck::proof::{
    confirm::Counterexample,
    prover::{RivalVerdict, Verdict as Proof},
    setting::Name,
    table::Line,
};

use crate::output::Out;

/// A line of text; a mode in which a rival equals the unit has none.
pub(super) fn text(line: &Line, out: &mut Out) -> io::Result<()> {
    let row = Row::of(line);
    let wrong = if matches!(row.verdict, "refuted" | "unknown") {
        out.palette().wrong
    } else {
        anstyle::Style::new()
    };
    match line {
        Line::Rival(_, _, RivalVerdict::Equal, _) => return Ok(()),
        Line::Rival(rival, control, RivalVerdict::Parts(_), _) => {
            let condition = rival.condition(*control).map_or_else(String::new, |it| it.to_string());
            write!(out, "{}: differs exactly where {condition}", row.subject)?;
        }
        _ => write!(out, "{}: {wrong}{}{wrong:#} in {:.2} s", row.subject, row.verdict, row.seconds)?,
    }
    if let Some(Example { a, b, c, wire, unit, manual }) = &row.example {
        write!(
            out,
            ", as on a = {a} b = {b} c = {c}: {wire} is {unit} in the unit, {manual} in the reading"
        )?;
    }
    if let Some(why) = &row.why {
        write!(out, ": {why}")?;
    }
    writeln!(out)
}

/// A line of the table as JSON has it.
#[derive(Serialize)]
pub(super) struct Row {
    subject: String,
    pub(super) verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<Example>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    seconds: f64,
}

/// Inputs, and what the two sides make of them. Numbers are text: they can have more bits than JSON's.
#[derive(Serialize)]
struct Example {
    a: String,
    b: String,
    c: String,
    wire: &'static str,
    unit: String,
    manual: String,
}

impl From<&Counterexample> for Example {
    fn from(it: &Counterexample) -> Self {
        let [a, b, c] = it.inputs.map(|input| format!("0x{input:x}"));
        Self { a, b, c, wire: it.wire, unit: it.unit.to_string(), manual: it.manual.to_string() }
    }
}

impl Row {
    pub(super) fn of(line: &Line) -> Self {
        let row =
            |subject: &dyn Display, verdict, example: Option<&Counterexample>, why, time: Duration| Self {
                subject: subject.to_string(),
                verdict,
                example: example.map(Example::from),
                why,
                seconds: time.as_secs_f64(),
            };
        let proof = |subject: &dyn Display, proof: &Proof, time| match proof {
            Proof::Proved => row(subject, "proved", None, None, time),
            Proof::Refuted(it) => row(subject, "refuted", Some(it), None, time),
            Proof::Unknown(why) => row(subject, "unknown", None, Some(why.clone()), time),
        };
        match line {
            Line::Transcription { modes, cases, mismatch, time } => {
                let subject = format!("transcription of both codes, {modes} modes, {cases} inputs");
                let verdict = if mismatch.is_none() { "equal" } else { "refuted" };
                row(&subject, verdict, None, mismatch.as_ref().map(ToString::to_string), *time)
            }
            Line::Lemma(lemma, verdict, time) => proof(lemma, verdict, *time),
            Line::Selectors { settings, other, time } => {
                let subject =
                    format!("selectors, {settings} settings made of the modes and the operand lemmas");
                let verdict = if other.is_none() { "proved" } else { "unknown" };
                let why = other.map(|control| format!("{} is not", Name(control)));
                row(&subject, verdict, None, why, *time)
            }
            Line::Mode(control, verdict, time) => proof(&Name(*control), verdict, *time),
            Line::Rival(rival, control, verdict, time) => {
                let subject = format!("{} {}", rival.name, Name(*control));
                match verdict {
                    RivalVerdict::Equal => row(&subject, "equal", None, None, *time),
                    RivalVerdict::Parts(it) => row(&subject, "differs", Some(it), None, *time),
                    RivalVerdict::Unforeseen(it) => {
                        let why = "the reading's condition is wrong about this".to_owned();
                        row(&subject, "refuted", Some(it), Some(why), *time)
                    }
                    RivalVerdict::Unknown(why) => row(&subject, "unknown", None, Some(why.clone()), *time),
                }
            }
        }
    }
}
