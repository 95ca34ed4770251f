//! The totals of the proof's table.

use std::{
    fmt::{self, Display},
    io::{self, Write},
};

use serde::Serialize;
use vmad_proof::table::{Line, Subject};
use vmad_xcheck::RIVALS;

use super::row::{Row, rival};
use crate::{count::count, failure::Verdict, wrap::wrap};

/// The number of lines with each result.
#[derive(Default, Serialize)]
pub(super) struct Tally {
    lemmas: Count,
    /// In the order of the table.
    modes: Vec<Instruction>,
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
        let verdicts = &line.verdicts;
        match &line.subject {
            Subject::Terms { .. } | Subject::Bases(_) => {}
            Subject::Lemma(_) => self.lemmas.add(verdicts.proved, verdicts.of()),
            Subject::Modes(group) => {
                let at =
                    self.modes.iter().position(|it| it.mnemonic == group.mnemonic).unwrap_or_else(|| {
                        let (mnemonic, modes) = (group.mnemonic, Count::default());
                        self.modes.push(Instruction { mnemonic, modes, unspecified: 0 });
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

    pub(super) fn print(&self, out: &mut impl Write) -> io::Result<()> {
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

    pub(super) fn sentence(&self) -> impl Display {
        struct Sentence<'a>(&'a Tally);
        impl Display for Sentence<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let Tally { lemmas, modes, readings, refuted, unknown } = self.0;
                let sum = |of: fn(&Count) -> usize| modes.iter().map(|it| of(&it.modes)).sum::<usize>();
                let (proved, of) = (sum(|it| it.proved), sum(|it| it.of));
                write!(f, "{} of {} lemmas and {proved} of {of} modes proved", lemmas.proved, lemmas.of)?;
                if !readings.is_empty() {
                    write!(f, ", {} of {} readings followed", readings.len(), RIVALS.len())?;
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
    const fn add(&mut self, proved: usize, of: usize) {
        self.proved += proved;
        self.of += of;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use vmad_proof::{confirm::Counterexample, lemma::Lemma, meaning::groups, prover::Verdicts};

    use super::*;

    /// The totals are those of the lines, and the worst line is the verdict.
    #[test]
    fn every_line_is_in_the_totals() {
        let group = |name| groups().find(|it| it.mnemonic == name).expect("a group");
        let operation = group("VADD").modes[0];
        let difference = Counterexample { operation, inputs: [1, 2, 3], wire: "result", unit: 4, manual: 5 };
        let of = |proved, unspecified| Verdicts { proved, unspecified, ..Verdicts::default() };
        let line = |subject, verdicts| Line { subject, verdicts, time: Duration::ZERO };
        let modes = |name, verdicts| line(Subject::Modes(group(name)), verdicts);
        let lemma = |verdicts| line(Subject::Lemma(Lemma::Multiplier), verdicts);
        let unknown = || Verdicts { unknown: vec![(None, "time".to_owned())], ..Verdicts::default() };
        let mut tally = Tally::default();
        assert_eq!(tally.verdict(), Verdict::Fine);
        let reading = Verdicts { differs: vec![difference; 2], ..of(3, 0) };
        for line in [
            lemma(of(1, 0)),
            lemma(of(1, 0)),
            modes("VMAD", of(24, 0)),
            modes("VADD", of(40, 5)),
            modes("VADD", of(20, 6)),
            line(Subject::Rival { name: "D5", modes: Vec::new() }, reading),
        ] {
            tally.count(&line);
        }
        assert_eq!(tally.verdict(), Verdict::Fine);
        tally.count(&lemma(unknown()));
        assert_eq!(tally.verdict(), Verdict::BadInput);
        tally.count(&modes("VMNMX", Verdicts { refuted: vec![difference], ..of(7, 0) }));
        assert_eq!(tally.verdict(), Verdict::Finding);
        let mut text = Vec::new();
        tally.print(&mut text).expect("memory takes all");
        let text = String::from_utf8(text).expect("text").split_whitespace().collect::<Vec<_>>().join(" ");
        for part in [
            "VMAD 24 of 24 modes proved for all inputs VADD 60 of 60 modes proved for all inputs; 11 others have no PTX",
            "VMNMX 7 of 8 modes proved for all inputs D5, ",
            "equal in 3 modes, differs in 2 (",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let sentence =
            "2 of 3 lemmas and 91 of 92 modes proved, 1 of 17 readings followed, 1 line refuted, 1 unknown";
        assert_eq!(tally.sentence().to_string(), sentence);
    }
}
