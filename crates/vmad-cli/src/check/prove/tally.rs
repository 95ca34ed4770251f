//! The totals of the proof's table.

use std::{
    fmt::{self, Display},
    io::{self, Write},
};

use serde::Serialize;
use vmad_xcheck::{
    interpretation::{ALTERNATIVES, Alternative, FAMILY_ROWS},
    proof::{prover::Comparison, table::Line},
};

use super::row::Row;
use crate::{count::count, failure::Verdict, output::Out, wrap::wrap};

/// The number of lines with each result.
#[derive(Default, Serialize)]
pub(super) struct Tally {
    lemmas: Count,
    modes: Count,
    /// In the order of the table.
    family: Vec<Instruction>,
    /// In the order of the interpretations.
    readings: Vec<Reading>,
    refuted: usize,
    unknown: usize,
}

/// A number proved, of a total.
#[derive(Default, Serialize)]
struct Count {
    proved: usize,
    of: usize,
}

/// The modes of an instruction of the family but `VMAD`.
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
pub(super) struct Summary<'a> {
    #[serde(rename = "summary")]
    pub(super) tally: &'a Tally,
    pub(super) solver: &'a str,
    pub(super) seconds: f64,
}

impl Tally {
    pub(super) fn count(&mut self, line: &Line) {
        let row = Row::of(line);
        self.refuted += usize::from(row.verdict == "refuted");
        self.unknown += usize::from(row.verdict == "unknown");
        let proved = usize::from(row.verdict == "proved");
        match line {
            Line::TermCheck { .. } | Line::Selectors { .. } | Line::Foundation { .. } => {}
            Line::Group(group, verdict, _) => {
                let instruction = self.instruction(group.mnemonic);
                instruction.modes.proved += verdict.proved;
                instruction.modes.of += group.modes.len() - verdict.unspecified;
                instruction.unspecified += verdict.unspecified;
            }
            Line::Lemma(..) => self.lemmas.add(proved),
            Line::Mode(..) => self.modes.add(proved),
            Line::Alternative(alternative, _, verdict, _) => {
                let Alternative { name, meaning: title, row, .. } = alternative;
                let reading = self.reading(name, title, row.cases_text);
                reading.equal += usize::from(matches!(verdict, Comparison::Equal));
                reading.differs += usize::from(matches!(verdict, Comparison::Differs(_)));
            }
            Line::Reading(row, verdict, _) => {
                let [_, _, title, _] = row.texts();
                let reading = self.reading(row.id, title, row.cases);
                reading.equal += verdict.equal;
                reading.differs += verdict.differs.len();
            }
        }
    }

    fn instruction(&mut self, mnemonic: &'static str) -> &mut Instruction {
        let at = self.family.iter().position(|it| it.mnemonic == mnemonic).unwrap_or_else(|| {
            self.family.push(Instruction { mnemonic, modes: Count::default(), unspecified: 0 });
            self.family.len() - 1
        });
        &mut self.family[at]
    }

    fn reading(&mut self, name: &'static str, title: &'static str, modes: &str) -> &mut Reading {
        let at = self.readings.iter().position(|it| it.name == name).unwrap_or_else(|| {
            let modes = modes.replace('`', "");
            self.readings.push(Reading { name, title, modes, equal: 0, differs: 0 });
            self.readings.len() - 1
        });
        &mut self.readings[at]
    }

    pub(super) fn print(&self, out: &mut Out) -> io::Result<()> {
        let line = |mnemonic, Count { proved, of }: &Count| {
            format!("{mnemonic:9}  {proved} of {of} modes proved for all inputs")
        };
        writeln!(out, "{}", line("VMAD", &self.modes))?;
        for Instruction { mnemonic, modes, unspecified } in &self.family {
            write!(out, "{}", line(mnemonic, modes))?;
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

    pub(super) fn sentence(&self) -> impl Display {
        struct Sentence<'a>(&'a Tally);
        impl Display for Sentence<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let Tally { lemmas, modes, family, readings, refuted, unknown } = self.0;
                let proved = family.iter().map(|it| it.modes.proved).sum::<usize>() + modes.proved;
                let of = family.iter().map(|it| it.modes.of).sum::<usize>() + modes.of;
                write!(f, "{} of {} lemmas and {proved} of {of} modes proved", lemmas.proved, lemmas.of)?;
                if !readings.is_empty() {
                    let of = ALTERNATIVES.len() + FAMILY_ROWS.len();
                    write!(f, ", {} of {of} readings followed", readings.len())?;
                }
                write!(f, ", {} refuted, {unknown} unknown", count(*refuted, "line"))
            }
        }
        Sentence(self)
    }

    pub(super) const fn verdict(&self) -> Verdict {
        match (self.refuted, self.unknown) {
            (0, 0) => Verdict::Fine,
            (0, _) => Verdict::BadInput,
            _ => Verdict::Finding,
        }
    }
}

impl Count {
    const fn add(&mut self, proved: usize) {
        self.proved += proved;
        self.of += 1;
    }
}
