//! A line of the proof's table, as text and as JSON.

use std::{fmt::Display, time::Duration};

use anstyle::Style;
use serde::Serialize;
use vmad_xcheck::{
    family::Group,
    proof::{
        confirm::Counterexample,
        family::{Difference, GroupVerdict, ReadingVerdict},
        name::Name,
        prover::{Comparison, Verdict as Proof},
        table::Line,
    },
    row::Row as MapRow,
};

use crate::{count::count, output::Palette, wrap::wrap};

/// A line of the table as wrapped text; [`None`] for a mode in which an alternative equals the unit.
pub(super) fn text(line: &Line, palette: Palette) -> Option<String> {
    let row = Row::of(line);
    let wrong = if row.is_proved() { Style::new() } else { palette.wrong };
    let said = match line {
        Line::Alternative(_, _, Comparison::Equal, _) => return None,
        Line::Alternative(alternative, mode, Comparison::Differs(_), _) => {
            let condition =
                alternative.condition(&(*mode).into()).map_or_else(String::new, |it| it.to_string());
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
    /// Whether the line has no finding.
    pub(super) fn is_proved(&self) -> bool {
        !matches!(self.verdict, "refuted" | "unknown")
    }

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
            Line::Foundation { subject, proved, of, time } => {
                let subject = format!("{subject}, {proved} of {of}");
                let verdict = if proved == of { "proved" } else { "unknown" };
                row(&subject, verdict, None, None, *time)
            }
            Line::Group(group, verdict, time) => Self::group(group, verdict, *time),
            Line::Reading(row, verdict, time) => Self::reading(row, verdict, *time),
            Line::Alternative(alternative, mode, verdict, time) => {
                let subject = format!("{} {}", alternative.id, Name(*mode));
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

impl From<&Difference> for Example {
    fn from(it: &Difference) -> Self {
        let [a, b, c] = it.inputs.map(|input| format!("0x{input:x}"));
        let [unit, manual] = it.results.map(|result| result.to_string());
        Self { a, b, c, wire: "result", unit, manual }
    }
}

impl Row {
    /// A row of the map, in all modes of its instructions.
    fn reading(row: &MapRow, verdict: &ReadingVerdict, time: Duration) -> Self {
        let ReadingVerdict { equal, differs, unforeseen, unknown } = verdict;
        let (word, why) = match (unforeseen.first(), unknown.first()) {
            (Some(it), _) => ("refuted", Some(format!("the row does not name {:?}", it.operation))),
            (None, Some((operation, why))) => ("unknown", Some(format!("{operation:?}: {why}"))),
            (None, None) if differs.is_empty() => ("equal", None),
            (None, None) => ("differs", None),
        };
        let of = equal + differs.len() + unforeseen.len() + unknown.len();
        Self {
            subject: format!(
                "{} in {}, {} of {}",
                row.id,
                row.instructions.join(", "),
                differs.len(),
                count(of, "mode")
            ),
            verdict: word,
            example: unforeseen.first().or(differs.first()).map(Example::from),
            why,
            seconds: time.as_secs_f64(),
        }
    }

    fn group(group: &Group, verdict: &GroupVerdict, time: Duration) -> Self {
        let (proved, of) = (verdict.proved, group.modes.len() - verdict.unspecified);
        let word = match (verdict.refuted.first(), verdict.unknown.first()) {
            (Some(_), _) => "refuted",
            (None, Some(_)) => "unknown",
            (None, None) => "proved",
        };
        let example = verdict.refuted.first().map(Example::from);
        let refuted = verdict.refuted.first().map(|it| format!("{:?}", it.operation));
        let unknown = verdict.unknown.first().map(|(operation, why)| format!("{operation:?}: {why}"));
        Self {
            subject: format!("{} {}, {proved} of {}", group.mnemonic, group.operands, count(of, "mode")),
            verdict: word,
            example,
            why: refuted.or(unknown),
            seconds: time.as_secs_f64(),
        }
    }
}

#[cfg(test)]
mod tests {
    use vmad_unit::vmad::Mode;
    use vmad_xcheck::{
        family::groups,
        map::{ALTERNATIVES, FAMILY_ROWS},
    };

    use super::*;

    /// A refuted mode is named with its inputs, and an unknown one with the reason.
    #[test]
    fn groups_name_what_is_not_proved() {
        let group = groups().next().expect("a group");
        let operation = group.modes[0];
        let line = |verdict| {
            let row = Row::of(&Line::Group(group.clone(), verdict, Duration::ZERO));
            (row.is_proved(), row.verdict, row.why)
        };
        let some = GroupVerdict { proved: 64, unspecified: 64, ..GroupVerdict::default() };
        let subject = Row::of(&Line::Group(group.clone(), some.clone(), Duration::ZERO)).subject;
        let of = format!(", 64 of {} modes", group.modes.len() - 64);
        assert!(subject.ends_with(&of), "{subject}");
        assert_eq!(line(some), (true, "proved", None));
        let difference = Difference { operation, inputs: [1, 2, 3], results: [4, 5] };
        let refuted = line(GroupVerdict { refuted: vec![difference], ..GroupVerdict::default() });
        assert_eq!((refuted.0, refuted.1), (false, "refuted"));
        assert!(refuted.2.is_some_and(|why| why.contains("Vadd")));
        let unknown =
            line(GroupVerdict { unknown: vec![(operation, "time".to_owned())], ..GroupVerdict::default() });
        assert_eq!((unknown.0, unknown.1), (false, "unknown"));
        assert!(unknown.2.is_some_and(|why| why.ends_with(": time")));
    }

    /// A reading tells in how many modes it differs; steps that are not all proved are unknown.
    #[test]
    fn readings_and_steps_name_their_modes() {
        let operation = groups().next().expect("a group").modes[0];
        let difference = Difference { operation, inputs: [1, 2, 3], results: [4, 5] };
        let (none, time) = (ReadingVerdict::default(), Duration::ZERO);
        let unknown = vec![(operation, "time".to_owned()); 4];
        for (verdict, word, of) in [
            (ReadingVerdict { equal: 5, ..none.clone() }, "equal", "0 of 5 modes"),
            (
                ReadingVerdict { equal: 5, differs: vec![difference; 2], ..none.clone() },
                "differs",
                "2 of 7 modes",
            ),
            (
                ReadingVerdict { equal: 5, unknown: unknown.clone(), ..none.clone() },
                "unknown",
                "0 of 9 modes",
            ),
            (
                ReadingVerdict { equal: 5, unforeseen: vec![difference; 3], unknown, ..none },
                "refuted",
                "0 of 12 modes",
            ),
        ] {
            let row = Row::of(&Line::Reading(FAMILY_ROWS[0], verdict, time));
            assert_eq!(row.verdict, word);
            assert!(row.subject.ends_with(of), "{}", row.subject);
        }
        for (proved, word) in [(3, "proved"), (2, "unknown")] {
            let row = Row::of(&Line::Foundation { subject: "lemmas", proved, of: 3, time });
            assert_eq!((row.subject, row.verdict), (format!("lemmas, {proved} of 3"), word));
        }
    }

    #[test]
    fn every_line_fits_80_columns() {
        let long = Counterexample {
            inputs: [u32::MAX; 3],
            wire: "intermediate",
            unit: i128::from(i64::MIN),
            manual: i128::from(i64::MIN),
        };
        for alternative in ALTERNATIVES {
            for mode in Mode::modes() {
                let [parts, equal] = [Comparison::Differs(long), Comparison::Equal]
                    .map(|verdict| Line::Alternative(alternative, mode, verdict, Duration::ZERO))
                    .map(|line| text(&line, Palette::default()));
                assert!(equal.is_none());
                let parts = parts.expect("a line");
                assert!(parts.starts_with(alternative.id) && parts.ends_with(" reading"), "{parts}");
                let words = parts.split_whitespace().collect::<Vec<_>>().join(" ");
                assert!(words.contains(": differs exactly where "), "{parts}");
                assert!(parts.lines().all(|line| line.len() <= 80), "{parts}");
            }
        }
    }
}
