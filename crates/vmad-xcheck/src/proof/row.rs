//! A line of the proof's table, as text and as JSON.

use serde::Serialize;
use vmad_message::count::count;
use vmad_proof::{
    confirm::Counterexample,
    prover::Verdicts,
    rival::{Differs, Rival},
    table::{Line, Subject},
};
use vmad_ptxas::row;

use crate::RIVALS;

/// A line of the table as text. `wrong` marks the word for what is not proved.
pub fn text(line: &Line, wrong: impl Fn(&str) -> String) -> String {
    let row = Row::of(line);
    let verdict = if row.is_proved() { row.verdict.to_owned() } else { wrong(row.verdict) };
    let said = format!("{}: {verdict} in {:.2} s", row.subject, row.seconds);
    let example = row.example.map_or_else(String::new, |Example { a, b, c, wire, unit, manual }| {
        format!(
            ", for example a = {a} b = {b} c = {c}: {wire} is {unit} in the unit, {manual} in the reading"
        )
    });
    let condition =
        condition(line).map_or_else(String::new, |it| format!("; in that mode exactly where {it}"));
    let why = row.why.map_or_else(String::new, |why| format!(": {why}"));
    format!("{said}{example}{condition}{why}")
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

pub(super) fn rival(name: &str) -> Option<&'static row::Row> {
    RIVALS.iter().find(|it| it.name() == name)
}

/// A line of the table as JSON.
#[derive(Serialize)]
pub struct Row {
    /// What the line is about.
    pub subject: String,
    /// `proved`, `equal`, `differs`, `refuted` or `unknown`.
    pub verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<Example>,
    /// What is refuted, or why it is not decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
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
    pub fn is_proved(&self) -> bool {
        !matches!(self.verdict, "refuted" | "unknown")
    }

    /// A line of the table.
    pub fn of(Line { subject, verdicts, time }: &Line) -> Self {
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
                let modes = count(of, "mode");
                format!("{} {} with any numbers, {proved} of {modes}", group.kind, group.operands)
            }
            Subject::Modes(group) => {
                format!("{} {}, {proved} of {}", group.kind, group.operands, count(of, "mode"))
            }
            Subject::Rival { name, .. } => {
                let instructions = rival(name).map_or(&[][..], Rival::instructions);
                let names: Vec<_> = instructions.iter().map(|kind| kind.name()).collect();
                format!("{name} in {}, {} of {}", names.join(", "), differs.len(), count(of, "mode"))
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
