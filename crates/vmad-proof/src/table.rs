//! The proof's table: every lemma, every mode, every rival in every mode, on several solvers at once.

use std::{
    collections::HashSet,
    convert::Infallible,
    num::NonZero,
    time::{Duration, Instant},
};

use vmad_map::{
    divergence::Divergence,
    meaning::{Group, groups, specified},
};
use vmad_unit::{Kind, Operation};

use crate::{
    base::base_mode,
    datapath::Datapath,
    lemma::Lemma,
    parallel::each,
    prover::{Proved, Prover, Verdicts},
    rival::rival_modes,
    term_check,
};

/// A line of the table.
#[derive(Clone, Debug)]
pub struct TableLine {
    /// What is decided.
    pub subject: Subject,
    /// The verdicts.
    pub verdicts: Verdicts,
    /// How long it took.
    pub time: Duration,
}

/// The subject of a line.
#[derive(Clone, Debug)]
pub enum Subject {
    /// The terms of the base modes, compared with the code on inputs.
    Terms {
        /// The number of inputs, in all modes.
        cases: u64,
    },
    /// A lemma.
    Lemma(Lemma),
    /// Base modes, with any operands.
    Bases(Group),
    /// The modes of one instruction with the same operands.
    Modes(Group),
    /// A rival in the modes of its instructions.
    Rival {
        /// The row.
        rival: &'static Divergence,
        /// The modes.
        modes: Vec<Operation>,
    },
}

/// How to make the table.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'r> {
    /// The number of solvers that run at the same time.
    pub jobs: NonZero<usize>,
    /// The number of inputs on which the terms of each base mode are compared with the code.
    pub cases: u32,
    /// The rivals.
    pub rivals: &'r [&'static Divergence],
}

/// The base modes that something specifies, by instruction and formats.
pub fn bases() -> Vec<Group> {
    let mut found: Vec<Group> = Vec::new();
    let mut seen = HashSet::new();
    for group in groups() {
        let modes = group.modes.iter().map(base_mode);
        let modes: Vec<_> = modes.filter(|mode| specified(mode).is_some() && seen.insert(*mode)).collect();
        match found.last_mut() {
            // The base modes of `VMAD` are too many for one solver.
            Some(last) if last.kind == group.kind && group.kind != Kind::Vmad => {
                last.modes.extend(modes);
            }
            _ if modes.is_empty() => {}
            _ if group.kind == Kind::Vmad => found.push(Group { modes, ..group }),
            _ => found.push(Group { modes, operands: "any operands".to_owned(), ..group }),
        }
    }
    found
}

impl Plan<'_> {
    /// The number of lines of the table.
    pub fn lines(&self) -> usize {
        1 + Lemma::all().count() + bases().len() + groups().count() + self.rivals.len()
    }

    /// Makes the table, line by line in order.
    ///
    /// # Errors
    /// `print` fails.
    pub fn run<D: Datapath, E>(
        &self,
        prover: &Prover<'_, D>,
        mut print: impl FnMut(TableLine) -> Result<(), E>,
    ) -> Result<(), E> {
        let bases = bases();
        print(self.term_check(prover.datapath, &bases))?;

        let mut proved = Proved::default();
        let lemmas: Vec<Lemma> = Lemma::all().collect();
        let lemma = |lemma: &Lemma| prover.lemma(*lemma);
        each(self.jobs, &lemmas, lemma, |lemma, verdict, time| {
            let mut verdicts = Verdicts::default();
            verdicts.add(None, verdict);
            if verdicts.proved == 1 {
                proved.lemmas.insert(*lemma);
            }
            print(TableLine { subject: Subject::Lemma(*lemma), verdicts, time })
        })?;
        let base = |group: &Group| prover.bases(&group.modes);
        each(self.jobs, &bases, base, |group, found, time| {
            let others = group.modes.iter().filter(|mode| !found.contains(*mode));
            let why = || "it does not hold for all numbers in place of the operands".to_owned();
            let unknown = others.map(|mode| (Some(*mode), why())).collect();
            let verdicts = Verdicts { proved: found.len(), unknown, ..Verdicts::default() };
            proved.bases.extend(found);
            print(TableLine { subject: Subject::Bases(group.clone()), verdicts, time })
        })?;
        let groups: Vec<_> = groups().collect();
        let mut failed = HashSet::new();
        let decide = |group: &Group| prover.group(group, &proved);
        each(self.jobs, &groups, decide, |group, verdicts, time| {
            failed.extend(verdicts.refuted.iter().map(|example| example.operation));
            failed.extend(verdicts.unknown.iter().filter_map(|(mode, _)| *mode));
            print(TableLine { subject: Subject::Modes(group.clone()), verdicts, time })
        })?;
        self.rivals.iter().try_for_each(|rival| print(self.rival(prover, rival, &failed)))
    }

    fn rival<D: Datapath>(
        &self,
        prover: &Prover<'_, D>,
        rival: &'static Divergence,
        failed: &HashSet<Operation>,
    ) -> TableLine {
        let start = Instant::now();
        let modes = rival_modes(rival);
        let (others, decided): (Vec<_>, Vec<_>) =
            modes.iter().copied().partition(|mode| failed.contains(mode));
        let why = || "the mode itself is not proved".to_owned();
        let unknown = others.into_iter().map(|mode| (Some(mode), why())).collect();
        let mut verdicts = Verdicts { unknown, ..Verdicts::default() };
        // The variable for the product of a `VMAD` has one width in a store.
        let chunks: Vec<_> = decided.chunk_by(|one, other| one.operands() == other.operands()).collect();
        let compare = |modes: &&[Operation]| prover.rival(rival, modes);
        let Ok(()) = each(self.jobs, &chunks, compare, |_, some, _| {
            verdicts.extend(some);
            Ok::<_, Infallible>(())
        });
        let subject = Subject::Rival { rival, modes };
        TableLine { subject, verdicts, time: start.elapsed() }
    }

    fn term_check(&self, datapath: &impl Datapath, bases: &[Group]) -> TableLine {
        let start = Instant::now();
        let modes: Vec<_> = bases.iter().flat_map(|group| &group.modes).collect();
        let check = |mode: &&Operation| term_check::check(datapath, mode, 1, self.cases);
        let mut verdicts = Verdicts::default();
        let checked = each(self.jobs, &modes, check, |_, checked, _| {
            checked?;
            verdicts.proved += 1;
            Ok(())
        });
        if let Err(mismatch) = checked {
            let term_check::Mismatch { operation, .. } = mismatch;
            verdicts.unknown.push((Some(operation), mismatch.to_string()));
        }
        let cases = u64::from(self.cases) * modes.len() as u64;
        TableLine { subject: Subject::Terms { cases }, verdicts, time: start.elapsed() }
    }
}
