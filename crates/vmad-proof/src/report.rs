//! The lines and the totals of the [table](crate::table), as text and as JSON.

use std::io::{self, Write};

use serde::Serialize;
use vmad_map::{divergence::Differs, rows::rivals};
use vmad_message::{count::count, wrap::wrap};

use crate::{
    confirm::Counterexample,
    prover::Verdicts,
    table::{Subject, TableLine},
};

/// A line of the table as text. `wrong` marks the word for what is not proved.
pub fn text(line: &TableLine, wrong: impl Fn(&str) -> String) -> String {
    let row = JsonLine::of(line);
    let verdict = if row.is_proved() { row.verdict.to_owned() } else { wrong(row.verdict) };
    let said = format!("{}: {verdict} in {:.2} s", row.subject, row.seconds);
    let example = row.example.map_or_else(String::new, |Example { a, b, c, wire, unit, manual }| {
        format!(
            ", for example a = {a} b = {b} c = {c}: {wire} is {unit} in the unit, {manual} in the reading"
        )
    });
    let condition =
        condition(line).map(|text| format!("; in that mode exactly where {text}")).unwrap_or_default();
    let why = row.why.map_or_else(String::new, |why| format!(": {why}"));
    format!("{said}{example}{condition}{why}")
}

/// The inputs on which a rival differs in the mode of the example.
fn condition(line: &TableLine) -> Option<String> {
    let Subject::Rival { rival, .. } = line.subject else { return None };
    let first = line.verdicts.differs.first().filter(|_| line.verdicts.refuted.is_empty())?;
    match rival.differs_in_mode(&first.operation) {
        Differs::Where(condition) => Some(condition.to_string()),
        Differs::Never | Differs::Somewhere => None,
    }
}

/// A line of the table as JSON.
#[derive(Serialize)]
pub struct JsonLine {
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
    fn from(Counterexample { inputs, wire, unit, manual, .. }: &Counterexample) -> Self {
        let [a, b, c] = inputs.map(|input| format!("0x{input:x}"));
        Self { a, b, c, wire, unit: unit.to_string(), manual: manual.to_string() }
    }
}

impl JsonLine {
    /// Whether the line has no finding.
    pub fn is_proved(&self) -> bool {
        !matches!(self.verdict, "refuted" | "unknown")
    }

    /// A line of the table.
    pub fn of(TableLine { subject, verdicts, time }: &TableLine) -> Self {
        let Verdicts { proved, differs, refuted, unknown, .. } = verdicts;
        let of = verdicts.cases();
        let verdict = match (refuted.first(), unknown.first(), subject) {
            (Some(_), ..) | (None, Some(_), Subject::Terms { .. }) => "refuted",
            (None, Some(_), _) => "unknown",
            (None, None, Subject::Rival { .. }) if !differs.is_empty() => "differs",
            (None, None, Subject::Rival { .. } | Subject::Terms { .. }) => "equal",
            (None, None, _) => "proved",
        };
        let refuted_mode = refuted.first().map(|Counterexample { operation, .. }| match subject {
            Subject::Rival { .. } => format!("the row does not name this difference in {operation:?}"),
            _ => format!("{operation:?}"),
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
            Subject::Rival { rival, .. } => {
                let names: Vec<_> = rival.instructions.iter().map(|kind| kind.name()).collect();
                format!("{rival} in {}, {} of {}", names.join(", "), differs.len(), count(of, "mode"))
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

/// The number of lines with each result.
#[derive(Default, Serialize)]
pub struct Tally {
    lemmas: Count,
    /// In the order of the table.
    modes: Vec<Instruction>,
    /// In the order of the interpretations.
    readings: Vec<ReadingCount>,
    /// Lines that are refuted.
    pub refuted: usize,
    /// Lines that are not decided.
    pub unknown: usize,
}

#[derive(Default, Serialize)]
struct Count {
    proved: usize,
    of: usize,
}

/// The modes of an instruction, with every selector.
#[derive(Serialize)]
struct Instruction {
    mnemonic: &'static str,
    #[serde(flatten)]
    modes: Count,
    /// Modes that neither PTX nor `setp` specifies.
    unspecified: usize,
}

/// The number of modes in which a reading equals the unit, and in which it differs.
#[derive(Serialize)]
struct ReadingCount {
    name: &'static str,
    title: &'static str,
    modes: String,
    equal: usize,
    differs: usize,
}

/// The last line of `--json`.
#[derive(Serialize)]
pub struct Summary<'a> {
    #[serde(rename = "summary")]
    /// The totals.
    pub tally: &'a Tally,
    /// The time of the whole proof.
    pub seconds: f64,
}

impl Tally {
    /// Adds a line.
    pub fn count(&mut self, line: &TableLine) {
        let row = JsonLine::of(line);
        self.refuted += usize::from(row.verdict == "refuted");
        self.unknown += usize::from(row.verdict == "unknown");
        let verdicts = &line.verdicts;
        match &line.subject {
            Subject::Terms { .. } | Subject::Bases(_) => {}
            Subject::Lemma(_) => self.lemmas.add(verdicts),
            Subject::Modes(group) => {
                let mnemonic = group.kind.name();
                let known = self.modes.iter().position(|counted| counted.mnemonic == mnemonic);
                let at = known.unwrap_or_else(|| {
                    self.modes.push(Instruction { mnemonic, modes: Count::default(), unspecified: 0 });
                    self.modes.len() - 1
                });
                self.modes[at].modes.add(verdicts);
                self.modes[at].unspecified += verdicts.unspecified;
            }
            Subject::Rival { rival, .. } => self.readings.push(ReadingCount {
                name: rival.id,
                title: rival.title,
                modes: rival.cases_text.replace('`', ""),
                equal: verdicts.proved,
                differs: verdicts.differs.len(),
            }),
        }
    }

    /// A line for each instruction and each reading.
    ///
    /// # Errors
    /// That of the writer.
    pub fn print(&self, out: &mut impl Write) -> io::Result<()> {
        for Instruction { mnemonic, modes: Count { proved, of }, unspecified } in &self.modes {
            write!(out, "{mnemonic:9}  {proved} of {of} modes proved for all inputs")?;
            if *unspecified > 0 {
                write!(out, "; {unspecified} others have no PTX")?;
            }
            writeln!(out)?;
        }
        for ReadingCount { name, title, modes, equal, differs } in &self.readings {
            let equal = count(*equal, "mode");
            let line = format!("{name}, {title}: equal in {equal}, differs in {differs} ({modes})");
            writeln!(out, "{}", wrap(&line, "", "  "))?;
        }
        Ok(())
    }

    /// The totals in a sentence.
    pub fn sentence(&self) -> String {
        let Self { lemmas, modes, readings, refuted, unknown } = self;
        let proved: usize = modes.iter().map(|instruction| instruction.modes.proved).sum();
        let of: usize = modes.iter().map(|instruction| instruction.modes.of).sum();
        let followed = if readings.is_empty() {
            String::new()
        } else {
            format!(", {} of {} readings followed", readings.len(), rivals().count())
        };
        let refuted = count(*refuted, "line");
        format!(
            "{} of {} lemmas and {proved} of {of} modes proved{followed}, {refuted} refuted, {unknown} unknown",
            lemmas.proved, lemmas.of
        )
    }
}

impl Count {
    fn add(&mut self, verdicts: &Verdicts) {
        self.proved += verdicts.proved;
        self.of += verdicts.cases();
    }
}
