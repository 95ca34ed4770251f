//! A line of the proof's table, as text and as JSON.

use std::{fmt::Display, time::Duration};

use anstyle::Style;
use serde::Serialize;
use vmad_xcheck::proof::{
    confirm::Counterexample,
    name::Name,
    prover::{Comparison, Verdict as Proof},
    table::Line,
};

use crate::{output::Palette, wrap::wrap};

/// A line of the table as wrapped text; [`None`] for a mode in which an alternative equals the unit.
pub(super) fn text(line: &Line, palette: Palette) -> Option<String> {
    let row = Row::of(line);
    let wrong = if matches!(row.verdict, "refuted" | "unknown") { palette.wrong } else { Style::new() };
    let said = match line {
        Line::Alternative(_, _, Comparison::Equal, _) => return None,
        Line::Alternative(alternative, mode, Comparison::Differs(_), _) => {
            let condition = alternative.condition(*mode).map_or_else(String::new, |it| it.to_string());
            format!("{}: differs exactly where {condition}", row.subject)
        }
        _ => format!("{}: {wrong}{}{wrong:#} in {:.2} s", row.subject, row.verdict, row.seconds),
    };
    let example = row.example.map_or_else(String::new, |Example { a, b, c, wire, unit, manual }| {
        format!(
            ", for example a = {a} b = {b} c = {c}: {wire} is {unit} in the unit, {manual} in the reading"
        )
    });
    let why = row.why.map_or_else(String::new, |why| format!(": {why}"));
    Some(wrap(&format!("{said}{example}{why}"), "", "  "))
}

/// A line of the table as JSON.
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

/// Inputs with both results, as strings: JSON's numbers have too few bits.
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
            Line::TermCheck { modes, cases, mismatch, time } => {
                let subject = format!("terms compared with the code, {modes} modes, {cases} inputs");
                let verdict = if mismatch.is_none() { "equal" } else { "refuted" };
                row(&subject, verdict, None, mismatch.as_ref().map(ToString::to_string), *time)
            }
            Line::Lemma(lemma, verdict, time) => proof(lemma, verdict, *time),
            Line::Selectors { modes, other, time } => {
                let subject =
                    format!("selectors, {modes} modes covered by the 864 modes and the operand lemmas");
                let verdict = if other.is_none() { "proved" } else { "unknown" };
                let why = other.map(|mode| format!("{} is not covered", Name(mode)));
                row(&subject, verdict, None, why, *time)
            }
            Line::Mode(mode, verdict, time) => proof(&Name(*mode), verdict, *time),
            Line::Alternative(alternative, mode, verdict, time) => {
                let subject = format!("{} {}", alternative.name, Name(*mode));
                match verdict {
                    Comparison::Equal => row(&subject, "equal", None, None, *time),
                    Comparison::Differs(it) => row(&subject, "differs", Some(it), None, *time),
                    Comparison::Unforeseen(it) => {
                        let why = "the condition of the reading does not predict this difference".to_owned();
                        row(&subject, "refuted", Some(it), Some(why), *time)
                    }
                    Comparison::Unknown(why) => row(&subject, "unknown", None, Some(why.clone()), *time),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use vmad_unit::vmad::Mode;
    use vmad_xcheck::interpretation::ALTERNATIVES;

    use super::*;

    #[test]
    fn every_line_fits_80_columns() {
        let long = Counterexample {
            inputs: [u32::MAX; 3],
            wire: "intermediate",
            unit: i128::from(i64::MIN),
            manual: i128::from(i64::MIN),
        };
        for alternative in &ALTERNATIVES {
            for mode in Mode::modes() {
                let [parts, equal] = [Comparison::Differs(long), Comparison::Equal]
                    .map(|verdict| Line::Alternative(alternative, mode, verdict, Duration::ZERO))
                    .map(|line| text(&line, Palette::default()));
                assert!(equal.is_none());
                let parts = parts.expect("a line");
                assert!(parts.starts_with(alternative.name) && parts.ends_with(" reading"), "{parts}");
                assert!(parts.lines().all(|line| line.len() <= 80), "{parts}");
            }
        }
    }
}
