//! The proof's table: every lemma, every mode, every alternative in every mode, on several solvers at once.

use std::{
    collections::HashSet,
    num::NonZero,
    time::{Duration, Instant},
};

use vmad_unit::{Operation, vmad::Mode};

use super::{
    datapath::Datapath,
    family::{
        Family, FamilyProver, GroupVerdict, ReadingVerdict, UnitFamily, operand_lemmas, plain_modes,
        reading_modes,
    },
    goal::{Multiplication, Sides},
    lemma::{Lemma, operand_control},
    prover::{Comparison, Prover, Verdict, foundations},
    semantics::Semantics,
    solver::SolverError,
    term::Terms,
    term_check::{self, Mismatch},
};
use crate::{
    family::{Group, groups},
    map::{ALTERNATIVES, FAMILY_ROWS},
    parallel::each,
    row::Row,
};

/// A line of the table.
#[derive(Clone, Debug)]
pub enum Line {
    /// The terms were compared with the code in every mode.
    TermCheck {
        /// The modes.
        modes: usize,
        /// Inputs in all.
        cases: u64,
        /// The first difference, if there is one.
        mismatch: Option<Mismatch>,
        /// How long it took.
        time: Duration,
    },
    /// A lemma.
    Lemma(Lemma, Verdict, Duration),
    /// The goal of every mode and selectors consists of the terms of a mode's goal and of two operand lemmas.
    Selectors {
        /// The modes, selectors included.
        modes: usize,
        /// The first for which it does not, if there is one.
        other: Option<Mode>,
        /// How long it took.
        time: Duration,
    },
    /// A mode.
    Mode(Mode, Verdict, Duration),
    /// An alternative in a mode.
    Alternative(&'static Row, Mode, Comparison, Duration),
    /// The first steps of the family's proof: the lemmas of the operands, and the plain modes.
    Foundation {
        /// What is proved.
        subject: &'static str,
        /// How many are proved.
        proved: usize,
        /// Of how many.
        of: usize,
        /// How long it took.
        time: Duration,
    },
    /// The modes of one instruction of the family with the same operands.
    Group(Group, GroupVerdict, Duration),
    /// A row of the readings of the other instructions, in the modes of these.
    Reading(&'static Row, ReadingVerdict, Duration),
}

/// How to make the table.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many solvers run at a time.
    pub jobs: NonZero<usize>,
    /// On how many inputs the terms of each mode are compared with the code.
    pub cases: u32,
    /// Whether the alternatives are compared.
    pub alternatives: bool,
}

impl Plan {
    /// How many lines the table has.
    pub fn lines(&self) -> usize {
        let modes = Mode::modes().count();
        let family = 2 + groups().count();
        family
            + 1
            + Lemma::all().count()
            + 1
            + modes
            + if self.alternatives { ALTERNATIVES.len() * modes + FAMILY_ROWS.len() } else { 0 }
    }

    /// Makes the table, line by line in order.
    ///
    /// # Errors
    /// The solver does not run, its output is not understood, or `print` fails.
    pub fn run<D: Datapath, E: From<SolverError>>(
        &self,
        prover: &Prover<'_, D>,
        mut print: impl FnMut(Line) -> Result<(), E>,
    ) -> Result<(), E> {
        let modes: Vec<Mode> = Mode::modes().collect();
        print(self.term_check(prover.datapath, &modes))?;

        let lemmas: Vec<Lemma> = Lemma::all().collect();
        let mut failed = HashSet::new();
        each(
            self.jobs,
            &lemmas,
            |lemma| prover.lemma(*lemma),
            |lemma, verdict, time| {
                let verdict = verdict?;
                if verdict != Verdict::Proved {
                    failed.insert(*lemma);
                }
                print(Line::Lemma(*lemma, verdict, time))
            },
        )?;
        print(selectors(prover.datapath))?;

        // A mode is proved if its own goal and the lemmas on which it depends are.
        let unproved = |mode: Mode| foundations(mode).into_iter().find(|lemma| failed.contains(lemma));
        let mut proved = HashSet::new();
        each(
            self.jobs,
            &modes,
            |mode| prover.mode(*mode),
            |mode, verdict, time| {
                let verdict = verdict?.depending_on(unproved(*mode));
                if verdict == Verdict::Proved {
                    proved.insert(*mode);
                }
                print(Line::Mode(*mode, verdict, time))
            },
        )?;
        for alternative in if self.alternatives { &ALTERNATIVES[..] } else { &[] } {
            each(
                self.jobs,
                &modes,
                |mode| {
                    // The mode's own proof covers an alternative with the same terms.
                    if proved.contains(mode) && prover.is_default(alternative, *mode) {
                        return Ok(Comparison::Equal);
                    }
                    prover.alternative(alternative, *mode)
                },
                |mode, verdict, time| {
                    let verdict = verdict?.depending_on(unproved(*mode));
                    print(Line::Alternative(alternative, *mode, verdict, time))
                },
            )?;
        }
        self.family(&FamilyProver { solver: prover.solver, family: &UnitFamily }, &mut print)
    }

    /// The other instructions: the lemmas, the plain modes, then every mode.
    fn family<F: Family, E: From<SolverError>>(
        &self,
        prover: &FamilyProver<'_, F>,
        mut print: impl FnMut(Line) -> Result<(), E>,
    ) -> Result<(), E> {
        let start = Instant::now();
        let (foundations, mut lemmas) = (operand_lemmas(), Vec::new());
        let lemma = |mode: &Operation| prover.lemma(mode);
        each(self.jobs, &foundations, lemma, |mode, is_proved, _| {
            lemmas.extend(is_proved?.then_some(*mode));
            Ok::<_, E>(())
        })?;
        let (proved, of) = (lemmas.len(), foundations.len());
        let subject = "operands of the family";
        print(Line::Foundation { subject, proved, of, time: start.elapsed() })?;

        let start = Instant::now();
        let groups: Vec<_> = groups().collect();
        let plain = plain_modes(&groups);
        let questions: Vec<_> = plain.chunk_by(|one, other| one.mnemonic() == other.mnemonic()).collect();
        let mut proved = HashSet::new();
        each(
            self.jobs,
            &questions,
            |modes| prover.plain(modes),
            |_, some, _| {
                proved.extend(some?);
                Ok::<_, E>(())
            },
        )?;
        let (count, of) = (proved.len(), plain.len());
        let subject = "modes of the family with any operands";
        print(Line::Foundation { subject, proved: count, of, time: start.elapsed() })?;

        let decide = |group: &Group| prover.group(group, &lemmas, &proved);
        let mut failed = HashSet::new();
        each(self.jobs, &groups, decide, |group, verdict, time| {
            let verdict = verdict?;
            failed.extend(verdict.refuted.iter().map(|it| it.operation));
            failed.extend(verdict.unknown.iter().map(|(mode, _)| *mode));
            print(Line::Group(group.clone(), verdict, time))
        })?;
        let rows: Vec<_> = if self.alternatives { FAMILY_ROWS.to_vec() } else { Vec::new() };
        let follow = |row: &&'static Row| prover.reading(row, &reading_modes(row), &failed);
        each(self.jobs, &rows, follow, |row, verdict, time| print(Line::Reading(row, verdict?, time)))
    }

    fn term_check(&self, datapath: &impl Datapath, modes: &[Mode]) -> Line {
        let start = Instant::now();
        let check = |mode: &Mode| term_check::check(datapath, *mode, 1, self.cases);
        let mismatch = each(self.jobs, modes, check, |_, checked, _| checked).err();
        let cases = u64::from(self.cases) * modes.len() as u64;
        Line::TermCheck { modes: modes.len(), cases, mismatch, time: start.elapsed() }
    }
}

/// Compares the goals of all selectors with those of the modes: equal terms of one store are the same term.
pub fn selectors(datapath: &impl Datapath) -> Line {
    let terms = Terms::new();
    let goal = |mode: Mode| {
        let sides = Sides::new(&terms, datapath, mode, Semantics::DEFAULT, Multiplication::Abstract);
        let operands = sides.operand_claims(&terms);
        let claims = sides.goal(&terms).claims;
        (operands.clone(), claims[operands.len()..].to_vec(), sides.assumption)
    };
    let is_composed = |mode: &Mode| {
        let (operands, claims, assumption) = goal(*mode);
        let (_, of_mode, assumption_of_mode) = goal(mode.with_first_selectors());
        let [of_a, of_b] = [mode.a, mode.b].map(|operand| {
            let mode = operand_control(operand);
            Sides::new(&terms, datapath, mode, Semantics::DEFAULT, Multiplication::Abstract)
                .operand_claims(&terms)
        });
        let from_lemmas = operands.iter().all(|claim| of_a.contains(claim) || of_b.contains(claim));
        from_lemmas && claims == of_mode && assumption == assumption_of_mode
    };
    let start = Instant::now();
    let modes = Mode::all().count();
    let other = Mode::all().find(|mode| !is_composed(mode));
    Line::Selectors { modes, other, time: start.elapsed() }
}
