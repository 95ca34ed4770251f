//! The totals of the proof's table.

use std::io::{self, Write};

use serde::Serialize;
use vmad_message::{count::count, wrap::wrap};
use vmad_proof::table::{Line, Subject};

use super::row::{Row, rival};
use crate::RIVALS;

/// The number of lines with each result.
#[derive(Default, Serialize)]
pub struct Tally {
    lemmas: Count,
    /// In the order of the table.
    modes: Vec<Instruction>,
    /// In the order of the interpretations.
    readings: Vec<Reading>,
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
struct Reading {
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
    /// The version of the solver.
    pub solver: &'a str,
    /// The time of the whole proof.
    pub seconds: f64,
}

impl Tally {
    /// Adds a line.
    pub fn count(&mut self, line: &Line) {
        let row = Row::of(line);
        self.refuted += usize::from(row.verdict == "refuted");
        self.unknown += usize::from(row.verdict == "unknown");
        let verdicts = &line.verdicts;
        match &line.subject {
            Subject::Terms { .. } | Subject::Bases(_) => {}
            Subject::Lemma(_) => self.lemmas.add(verdicts.proved, verdicts.of()),
            Subject::Modes(group) => {
                let mnemonic = group.kind.name();
                let at = self.modes.iter().position(|it| it.mnemonic == mnemonic).unwrap_or_else(|| {
                    self.modes.push(Instruction { mnemonic, modes: Count::default(), unspecified: 0 });
                    self.modes.len() - 1
                });
                self.modes[at].modes.add(verdicts.proved, verdicts.of());
                self.modes[at].unspecified += verdicts.unspecified;
            }
            Subject::Rival { name, .. } => self.readings.extend(rival(name).map(|rival| Reading {
                name,
                title: rival.title,
                modes: rival.cases_text.replace('`', ""),
                equal: verdicts.proved,
                differs: verdicts.differs.len(),
            })),
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
        for Reading { name, title, modes, equal, differs } in &self.readings {
            let equal = count(*equal, "mode");
            let line = format!("{name}, {title}: equal in {equal}, differs in {differs} ({modes})");
            writeln!(out, "{}", wrap(&line, "", "  "))?;
        }
        Ok(())
    }

    /// The totals in a sentence.
    pub fn sentence(&self) -> String {
        let Self { lemmas, modes, readings, refuted, unknown } = self;
        let sum = |of: fn(&Count) -> usize| modes.iter().map(|it| of(&it.modes)).sum::<usize>();
        let (proved, of) = (sum(|it| it.proved), sum(|it| it.of));
        let followed = if readings.is_empty() {
            String::new()
        } else {
            format!(", {} of {} readings followed", readings.len(), RIVALS.len())
        };
        let refuted = count(*refuted, "line");
        format!(
            "{} of {} lemmas and {proved} of {of} modes proved{followed}, {refuted} refuted, {unknown} unknown",
            lemmas.proved, lemmas.of
        )
    }
}

impl Count {
    const fn add(&mut self, proved: usize, of: usize) {
        self.proved += proved;
        self.of += of;
    }
}
