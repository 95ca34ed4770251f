//! A line of the proof's table, as text and as JSON.

use anstyle::Style;
use serde::Serialize;
use vmad_proof::{
    confirm::Counterexample,
    prover::Verdicts,
    rival::{Differs, Rival},
    table::{Line, Subject},
};
use vmad_ptxas::row;
use vmad_xcheck::RIVALS;

use crate::{count::count, output::Palette, wrap::wrap};

/// A line of the table as wrapped text.
pub(super) fn text(line: &Line, palette: Palette) -> String {
    let row = Row::of(line);
    let wrong = if row.is_proved() { Style::new() } else { palette.wrong };
    let said = format!("{}: {wrong}{}{wrong:#} in {:.2} s", row.subject, row.verdict, row.seconds);
    let example = row.example.map_or_else(String::new, |Example { a, b, c, wire, unit, manual }| {
        format!(
            ", for example a = {a} b = {b} c = {c}: {wire} is {unit} in the unit, {manual} in the reading"
        )
    });
    let condition =
        condition(line).map_or_else(String::new, |it| format!("; in that mode exactly where {it}"));
    let why = row.why.map_or_else(String::new, |why| format!(": {why}"));
    wrap(&format!("{said}{example}{condition}{why}"), "", "  ")
}

/// The inputs on which a rival differs in the mode of the example.
fn condition(line: &Line) -> Option<String> {
    let Subject::Rival { name, .. } = line.subject else { return None };
    let first = line.verdicts.differs.first().filter(|_| line.verdicts.refuted.is_empty())?;
    match rival(name)?.differs(&first.operation) {
        Differs::Where(condition) => Some(condition.to_string()),
        Differs::Never | Differs::Somewhere => None,
    }
}

/// The rival of a name.
pub(super) fn rival(name: &str) -> Option<&'static row::Row> {
    RIVALS.iter().find(|it| it.name() == name)
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

    pub(super) fn of(Line { subject, verdicts, time }: &Line) -> Self {
        let Verdicts { proved, differs, refuted, unknown, .. } = verdicts;
        let of = verdicts.of();
        let verdict = match (refuted.first(), unknown.first(), subject) {
            (Some(_), ..) | (None, Some(_), Subject::Terms { .. }) => "refuted",
            (None, Some(_), _) => "unknown",
            (None, None, Subject::Rival { .. }) if !differs.is_empty() => "differs",
            (None, None, Subject::Rival { .. } | Subject::Terms { .. }) => "equal",
            (None, None, _) => "proved",
        };
        let refuted_mode = refuted.first().map(|it| match subject {
            Subject::Rival { .. } => format!("the row does not name this difference in {:?}", it.operation),
            _ => format!("{:?}", it.operation),
        });
        let unknown_mode = unknown.first().map(|(mode, why)| match mode {
            Some(mode) => format!("{mode:?}: {why}"),
            None => why.clone(),
        });
        let subject = match subject {
            Subject::Terms { cases } => {
                format!("terms compared with the code, {}, {cases} inputs", count(of, "mode"))
            }
            Subject::Lemma(lemma) => lemma.to_string(),
            Subject::Bases(group) => {
                format!(
                    "{} {} with any numbers, {proved} of {}",
                    group.mnemonic,
                    group.operands,
                    count(of, "mode")
                )
            }
            Subject::Modes(group) => {
                format!("{} {}, {proved} of {}", group.mnemonic, group.operands, count(of, "mode"))
            }
            Subject::Rival { name, .. } => {
                let instructions = rival(name).map_or(&[][..], Rival::instructions);
                format!("{name} in {}, {} of {}", instructions.join(", "), differs.len(), count(of, "mode"))
            }
        };
        Self {
            subject,
            verdict,
            example: refuted.first().or(differs.first()).map(Example::from),
            why: refuted_mode.or(unknown_mode),
            seconds: time.as_secs_f64(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use vmad_proof::{meaning::groups, rival::rival_modes};

    use super::*;

    fn row(subject: Subject, verdicts: Verdicts) -> Row {
        Row::of(&Line { subject, verdicts, time: Duration::ZERO })
    }

    /// A refuted mode is named with its inputs, and an unknown one with the reason; a rival tells in how many modes it
    /// differs.
    #[test]
    fn lines_name_what_is_not_proved() {
        let group = groups().find(|group| group.mnemonic == "VADD").expect("a group");
        let operation = group.modes[0];
        let difference = Counterexample { operation, inputs: [1, 2, 3], wire: "result", unit: 4, manual: 5 };
        let unknown = vec![(Some(operation), "time".to_owned()); 4];
        let modes = || Subject::Modes(group.clone());
        let reading = || Subject::Rival { name: "D5", modes: Vec::new() };
        let none = Verdicts { proved: 5, ..Verdicts::default() };
        for (subject, verdicts, word, of, why) in [
            (modes(), Verdicts { unspecified: 9, ..none.clone() }, "proved", "5 of 5 modes", None),
            (
                modes(),
                Verdicts { refuted: vec![difference], ..none.clone() },
                "refuted",
                "5 of 6 modes",
                Some("Vadd"),
            ),
            (
                modes(),
                Verdicts { unknown: unknown.clone(), ..none.clone() },
                "unknown",
                "5 of 9 modes",
                Some(": time"),
            ),
            (reading(), none.clone(), "equal", "0 of 5 modes", None),
            (
                reading(),
                Verdicts { differs: vec![difference; 2], ..none.clone() },
                "differs",
                "2 of 7 modes",
                None,
            ),
            (
                reading(),
                Verdicts { unknown: unknown.clone(), ..none.clone() },
                "unknown",
                "0 of 9 modes",
                Some("time"),
            ),
            (
                reading(),
                Verdicts { refuted: vec![difference; 3], unknown: unknown.clone(), ..none.clone() },
                "refuted",
                "0 of 12 modes",
                Some("does not name"),
            ),
            (Subject::Terms { cases: 7 }, Verdicts { unknown, ..none }, "refuted", "7 inputs", Some("time")),
        ] {
            let row = row(subject, verdicts);
            assert_eq!((row.verdict, row.is_proved()), (word, why.is_none()));
            assert!(row.subject.ends_with(of), "{}", row.subject);
            match (row.why, why) {
                (Some(found), Some(part)) => assert!(found.contains(part), "{found}"),
                (found, part) => assert!(found.is_none() && part.is_none(), "{found:?} {part:?}"),
            }
        }
    }

    #[test]
    fn every_line_of_a_rival_fits_80_columns() {
        for rival in &RIVALS {
            for operation in rival_modes(rival).into_iter().step_by(7) {
                let example = Counterexample {
                    operation,
                    inputs: [u32::MAX; 3],
                    wire: "intermediate",
                    unit: i64::MIN.into(),
                    manual: i64::MIN.into(),
                };
                let verdicts = Verdicts { differs: vec![example], ..Verdicts::default() };
                let subject = Subject::Rival { name: rival.name(), modes: Vec::new() };
                let text = text(&Line { subject, verdicts, time: Duration::ZERO }, Palette::default());
                assert!(text.starts_with(rival.name()), "{text}");
                let has_condition = matches!(rival.differs(&operation), Differs::Where(_));
                let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
                assert_eq!(words.contains("exactly where"), has_condition, "{text}");
                assert!(text.lines().all(|line| line.len() <= 80), "{text}");
            }
        }
    }
}
