//! The totals of the proof's table.

use std::{
    fmt::{self, Display},
    io::{self, Write},
};

use serde::Serialize;
use vmad_xcheck::{
    map::{ALTERNATIVES, FAMILY_ROWS},
    proof::{prover::Comparison, table::Line},
};

use super::row::Row;
use crate::{count::count, failure::Verdict, wrap::wrap};

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
                let reading = self.reading(alternative.id, alternative.meanings[1], alternative.cases_text);
                reading.equal += usize::from(matches!(verdict, Comparison::Equal));
                reading.differs += usize::from(matches!(verdict, Comparison::Differs(_)));
            }
            Line::Reading(row, verdict, _) => {
                let reading = self.reading(row.id, row.meanings[1], row.cases_text);
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

    pub(super) fn print(&self, out: &mut impl Write) -> io::Result<()> {
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use vmad_unit::vmad::Mode;
    use vmad_xcheck::{
        family::groups,
        proof::{
            confirm::Counterexample,
            family::{Difference, GroupVerdict, ReadingVerdict},
            lemma::Lemma,
            prover::Verdict as Proof,
        },
    };

    use super::*;

    /// The totals are those of the lines, and the worst line is the verdict.
    #[test]
    fn every_line_is_in_the_totals() {
        let time = Duration::ZERO;
        let (mode, unknown) = (Mode::modes().next().expect("a mode"), || Proof::Unknown("time".to_owned()));
        let mut groups = groups();
        let [vadd, other] =
            ["VADD", "VMNMX"].map(|name| groups.find(|it| it.mnemonic == name).expect("a group"));
        let difference = Difference { operation: vadd.modes[0], inputs: [1, 2, 3], results: [4, 5] };
        let values = Counterexample { inputs: [1, 2, 3], wire: "final", unit: 4, manual: 5 };
        let proved = |proved, unspecified| GroupVerdict { proved, unspecified, ..GroupVerdict::default() };
        let reading = ReadingVerdict { equal: 3, differs: vec![difference; 2], ..ReadingVerdict::default() };
        let alternative = |verdict| Line::Alternative(ALTERNATIVES[0], mode, verdict, time);
        let mut tally = Tally::default();
        assert_eq!(tally.verdict(), Verdict::Fine);
        for line in [
            Line::Lemma(Lemma::Multiplier, Proof::Proved, time),
            Line::Lemma(Lemma::Multiplier, Proof::Proved, time),
            Line::Mode(mode, Proof::Proved, time),
            Line::Mode(mode, Proof::Proved, time),
            Line::Mode(mode, Proof::Proved, time),
            Line::Group(vadd.clone(), proved(40, 5), time),
            Line::Group(vadd.clone(), proved(20, 6), time),
            Line::Group(other.clone(), proved(10, 0), time),
            Line::Reading(FAMILY_ROWS[0], reading.clone(), time),
            Line::Reading(FAMILY_ROWS[0], reading, time),
            alternative(Comparison::Equal),
            alternative(Comparison::Equal),
            alternative(Comparison::Differs(values)),
        ] {
            tally.count(&line);
        }
        assert_eq!(tally.verdict(), Verdict::Fine);
        for verdict in [unknown(), unknown()] {
            tally.count(&Line::Lemma(Lemma::Multiplier, verdict, time));
        }
        assert_eq!(tally.verdict(), Verdict::BadInput);
        tally.count(&Line::Mode(mode, Proof::Refuted(values), time));
        tally.count(&Line::Mode(mode, Proof::Refuted(values), time));
        assert_eq!(tally.verdict(), Verdict::Finding);
        let (all, others) = (2 * vadd.modes.len() - 11, other.modes.len());
        let mut text = Vec::new();
        tally.print(&mut text).expect("memory takes all");
        let text = String::from_utf8(text).expect("text").split_whitespace().collect::<Vec<_>>().join(" ");
        for part in [
            "VMAD 3 of 5 modes proved for all inputs VADD",
            &format!("VADD 60 of {all} modes proved for all inputs; 11 others have no PTX VMNMX"),
            &format!("VMNMX 10 of {others} modes proved for all inputs D5, "),
            "equal in 6 modes, differs in 4 (",
            "equal in 2 modes, differs in 1 (",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let of = all + others + 5;
        assert_eq!(
            tally.sentence().to_string(),
            format!(
                "2 of 4 lemmas and 73 of {of} modes proved, 2 of 17 readings followed, 2 lines refuted, 2 unknown"
            )
        );
    }
}
