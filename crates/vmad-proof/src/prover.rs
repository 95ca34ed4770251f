//! Verdicts on lemmas and modes.

use std::collections::{HashMap, HashSet};

use vmad_term::{
    solver::{Answer, Solver},
    term::{Terms, Truth},
};
use vmad_unit::Operation;

use crate::{
    base::{Base, base_mode},
    confirm::{self, Counterexample},
    datapath::Datapath,
    goal::Goal,
    lemma::{Lemma, foundations},
};
use vmad_map::meaning::Group;

/// The verdict on a lemma or a mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds for all inputs.
    Proved,
    /// It does not hold for these inputs, on which both codes were run.
    Refuted(Counterexample),
    /// Neither, for this reason.
    Unknown(String),
}

impl Verdict {
    /// The verdict on a mode that depends on a lemma which is not proved, if there is one.
    #[must_use]
    pub fn depending_on(self, unproved: Option<Lemma>) -> Self {
        match (self, unproved) {
            (Self::Proved, Some(lemma)) => {
                Self::Unknown(format!("it depends on the {lemma}, which is not proved"))
            }
            (verdict, _) => verdict,
        }
    }
}

/// The verdicts on some modes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdicts {
    /// The number of cases that are proved: a lemma, or modes in which both sides are equal for all inputs.
    pub proved: usize,
    /// The modes in which a rival differs from the unit as it should: an example for each.
    pub differs: Vec<Counterexample>,
    /// The modes that are refuted.
    pub refuted: Vec<Counterexample>,
    /// The cases that are neither, each with the reason.
    pub unknown: Vec<(Option<Operation>, String)>,
    /// The number of modes that nothing specifies.
    pub unspecified: usize,
}

impl Verdicts {
    pub(crate) fn add(&mut self, operation: Option<Operation>, verdict: Verdict) {
        match verdict {
            Verdict::Proved => self.proved += 1,
            Verdict::Refuted(it) => self.refuted.push(it),
            Verdict::Unknown(why) => self.unknown.push((operation, why)),
        }
    }

    pub(crate) fn extend(&mut self, other: Self) {
        let Self { proved, differs, refuted, unknown, unspecified } = other;
        self.proved += proved;
        self.differs.extend(differs);
        self.refuted.extend(refuted);
        self.unknown.extend(unknown);
        self.unspecified += unspecified;
    }

    /// The number of cases, without the modes that nothing specifies.
    pub fn cases(&self) -> usize {
        self.proved + self.differs.len() + self.refuted.len() + self.unknown.len()
    }
}

/// What is proved so far.
#[derive(Clone, Debug, Default)]
pub struct Proved {
    /// The lemmas.
    pub lemmas: HashSet<Lemma>,
    /// The base modes.
    pub bases: HashSet<Operation>,
}

/// A datapath and a solver.
#[derive(Clone, Copy, Debug)]
pub struct Prover<'a, D> {
    /// The solver.
    pub solver: &'a Solver,
    /// The datapath.
    pub datapath: &'a D,
}

impl<D: Datapath> Prover<'_, D> {
    /// Decides a lemma.
    pub fn lemma(&self, lemma: Lemma) -> Verdict {
        let terms = Terms::new();
        let questions = lemma.questions(&terms, self.datapath);
        if questions.is_empty() {
            return Verdict::Unknown("it has no claim".to_owned());
        }
        for question in questions {
            match self.solver.ask(&terms, question.assumption, question.conclusion(&terms)) {
                Answer::Holds => {}
                Answer::Unknown(why) => return Verdict::Unknown(why),
                Answer::Fails(values) => {
                    let mode = lemma.mode();
                    let differs = |inputs| confirm::differs(self.datapath, &mode?, inputs);
                    let found = confirm::search(confirm::ports(&values), differs);
                    return match found {
                        Some(found) => Verdict::Refuted(found),
                        None if mode.is_some() => Verdict::Unknown(confirm::refutes_terms_alone(&values)),
                        None => Verdict::Unknown(format!("it does not hold of {values:x?}")),
                    };
                }
            }
        }
        Verdict::Proved
    }

    /// The base modes among some that are proved with variables in place of the cuts.
    pub fn bases(&self, modes: &[Operation]) -> HashSet<Operation> {
        let terms = Terms::new();
        let mut proved = HashSet::new();
        for mode in modes {
            let Some(base) = Base::new(&terms, self.datapath, mode) else { continue };
            // A mode without a question is not proved.
            let mut holds = !base.questions.is_empty();
            for question in base.questions {
                holds &= self.solver.ask(&terms, base.assumption, question) == Answer::Holds;
            }
            if holds {
                proved.insert(*mode);
            }
        }
        proved
    }

    /// Decides the modes of a group from what is proved. A mode that does not follow is a question of its own.
    pub fn group(&self, group: &Group, proved: &Proved) -> Verdicts {
        let terms = Terms::new();
        let lemmas = Lemma::of_operands().filter(|lemma| proved.lemmas.contains(lemma));
        let questions = lemmas.flat_map(|lemma| lemma.questions(&terms, self.datapath));
        let known: HashSet<Truth> = questions.flat_map(|question| question.claims).collect();
        let mut bases = HashMap::new();
        let mut verdicts = Verdicts::default();
        for mode in &group.modes {
            let Some(goal) = Goal::new(&terms, self.datapath, mode) else {
                verdicts.unspecified += 1;
                continue;
            };
            let unproved = foundations(mode).into_iter().find(|lemma| !proved.lemmas.contains(lemma));
            let base = base_mode(mode);
            let follows = proved.bases.contains(&base)
                && goal.operands.iter().all(|claim| known.contains(claim))
                && bases
                    .entry(base)
                    .or_insert_with(|| Base::new(&terms, self.datapath, &base))
                    .as_ref()
                    .is_some_and(|base| base.covers(&terms, &goal));
            let verdict = if follows { Verdict::Proved } else { self.decide(&terms, mode, &goal) };
            verdicts.add(Some(*mode), verdict.depending_on(unproved));
        }
        verdicts
    }

    /// Decides one mode by a question of its own. The proof depends on the [`foundations`].
    pub fn mode(&self, mode: &Operation) -> Verdict {
        let terms = Terms::new();
        match Goal::new(&terms, self.datapath, mode) {
            Some(goal) => self.decide(&terms, mode, &goal),
            None => Verdict::Unknown("PTX does not specify this mode".to_owned()),
        }
    }

    fn decide(&self, terms: &Terms, mode: &Operation, goal: &Goal) -> Verdict {
        let claim = goal.whole(terms);
        self.ask_in_turn(terms, goal, claim, |inputs| confirm::differs(self.datapath, mode, inputs))
    }

    /// Asks about a claim. For a `VMAD`, a variable first replaces the product. A value that
    /// refutes this claim need not be a product: then both codes are run on the inputs and on the corners, and finally
    /// the solver is asked about the claim with the multiplication.
    pub(crate) fn ask_in_turn(
        &self,
        terms: &Terms,
        goal: &Goal,
        claim: Truth,
        confirm: impl Fn([u32; 3]) -> Option<Counterexample>,
    ) -> Verdict {
        let exact = (terms.always(), claim);
        let mut questions = vec![exact];
        if goal.manual.is_some() {
            questions.insert(0, (goal.assumption(terms), goal.abstracted(terms, claim)));
        }
        let mut why = String::new();
        for (assumption, claim) in questions {
            match self.solver.ask(terms, assumption, claim) {
                Answer::Holds => return Verdict::Proved,
                Answer::Unknown(reason) => return Verdict::Unknown(reason),
                Answer::Fails(values) => {
                    if let Some(found) = confirm::search(confirm::ports(&values), &confirm) {
                        return Verdict::Refuted(found);
                    }
                    why = confirm::refutes_terms_alone(&values);
                }
            }
        }
        Verdict::Unknown(why)
    }
}
