//! Verdicts on goals.

use vmad_unit::{Format, Operand, vmad::Mode};

use super::{
    confirm::{self, Counterexample},
    datapath::Datapath,
    goal::{Goal, Multiplication, Sides, alternative_goal},
    lemma::{Lemma, operand_control},
    semantics::Semantics,
    solver::{Answer, Solver, SolverError},
    term::Terms,
};
use crate::row::Row;

/// The verdict on a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds of all inputs.
    Proved,
    /// It does not hold for these inputs, on which both codes were run.
    Refuted(Counterexample),
    /// Neither, for this reason.
    Unknown(String),
}

impl Verdict {
    /// The verdict on a goal that depends on a lemma which is not proved, if there is one.
    #[must_use]
    pub fn depending_on(self, unproved: Option<Lemma>) -> Self {
        match (self, unproved) {
            (Self::Proved, Some(lemma)) => Self::Unknown(unproved_lemma(lemma)),
            (verdict, _) => verdict,
        }
    }
}

fn unproved_lemma(lemma: Lemma) -> String {
    format!("it depends on the {lemma}, which is not proved")
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
    ///
    /// # Errors
    /// The solver does not run, or its output is not understood.
    pub fn lemma(&self, lemma: Lemma) -> Result<Verdict, SolverError> {
        let terms = Terms::new();
        for goal in lemma.goals(&terms, self.datapath) {
            match (self.ask(&terms, &goal)?, lemma) {
                (Answer::Holds, _) => {}
                (Answer::Unknown(why), _) => return Ok(Verdict::Unknown(why)),
                (Answer::Fails(values), Lemma::Operand(operand)) => {
                    return Ok(self.confirm_operand(operand, &values));
                }
                (Answer::Fails(values), _) => {
                    return Ok(Verdict::Unknown(format!("it does not hold of {values:x?}")));
                }
            }
        }
        Ok(Verdict::Proved)
    }

    /// Decides whether every wire has the value that the manual gives it, in a mode and for all inputs. The proof
    /// depends on [`foundations`].
    ///
    /// # Errors
    /// The solver does not run, or its output is not understood.
    pub fn mode(&self, mode: Mode) -> Result<Verdict, SolverError> {
        let goal = |terms: &Terms, multiplication| {
            Sides::new(terms, self.datapath, mode, Semantics::DEFAULT, multiplication).goal(terms)
        };
        self.decide(goal, |inputs| confirm::differs(self.datapath, mode, inputs))
    }

    /// Whether an alternative gives the same terms as the default reading in a mode: then the mode's proof covers it.
    pub fn is_default(&self, alternative: &Row, mode: Mode) -> bool {
        let terms = Terms::new();
        let d =
            |semantics| Sides::new(&terms, self.datapath, mode, semantics, Multiplication::Abstract).manual.d;
        alternative.condition(&mode.into()).is_none()
            && d(Semantics::of(alternative)) == d(Semantics::DEFAULT)
    }

    /// Decides whether an alternative's condition is right in a mode, and finds inputs that satisfy it if it has one.
    ///
    /// # Errors
    /// The solver does not run, or its output is not understood.
    pub fn alternative(&self, alternative: &Row, mode: Mode) -> Result<Comparison, SolverError> {
        let goal = |terms: &Terms, multiplication| {
            alternative_goal(terms, self.datapath, mode, alternative, multiplication)
        };
        let verdict = self
            .decide(goal, |inputs| confirm::differs_unforeseen(self.datapath, mode, alternative, inputs))?;
        let example =
            || confirm::search([0; 3], |it| confirm::differs_from(self.datapath, mode, alternative, it));
        Ok(match (verdict, alternative.condition(&mode.into())) {
            (Verdict::Proved, None) => Comparison::Equal,
            (Verdict::Proved, Some(_)) => example().map_or_else(
                || Comparison::Unknown("no input was found that satisfies the condition".to_owned()),
                Comparison::Differs,
            ),
            (Verdict::Refuted(it), _) => Comparison::Unforeseen(it),
            (Verdict::Unknown(why), _) => Comparison::Unknown(why),
        })
    }

    /// Tries the abstraction first. Inputs that refute it may be no product: then the codes are run on them and on the
    /// corners, and last the solver is asked about the goal with the multiplication.
    fn decide(
        &self,
        goal: impl Fn(&Terms, Multiplication) -> Goal,
        confirm: impl Fn([u32; 3]) -> Option<Counterexample>,
    ) -> Result<Verdict, SolverError> {
        let terms = Terms::new();
        let values = match self.ask(&terms, &goal(&terms, Multiplication::Abstract))? {
            Answer::Holds => return Ok(Verdict::Proved),
            Answer::Unknown(why) => return Ok(Verdict::Unknown(why)),
            Answer::Fails(values) => values,
        };
        if let Some(found) = confirm::search(confirm::ports(&values), &confirm) {
            return Ok(Verdict::Refuted(found));
        }
        match self.ask(&terms, &goal(&terms, Multiplication::Exact))? {
            Answer::Holds => Ok(Verdict::Proved),
            Answer::Unknown(why) => Ok(Verdict::Unknown(format!(
                "{values:x?} refutes the abstraction, and with the multiplication in it: {why}"
            ))),
            Answer::Fails(values) => Ok(confirm(confirm::ports(&values))
                .map_or_else(|| Verdict::Unknown(confirm::refutes_terms_alone(&values)), Verdict::Refuted)),
        }
    }

    fn confirm_operand(&self, operand: Operand, values: &[(&str, u128)]) -> Verdict {
        let differs = |inputs| confirm::differs(self.datapath, operand_control(operand), inputs);
        confirm::confirmed(values, differs).map_or_else(Verdict::Unknown, Verdict::Refuted)
    }

    fn ask(&self, terms: &Terms, goal: &Goal) -> Result<Answer, SolverError> {
        self.solver.ask(terms, goal.assumption, goal.conclusion(terms))
    }
}

/// The verdict on an alternative's condition in a mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The alternative equals the unit on all inputs.
    Equal,
    /// The alternative differs from the unit exactly where its condition holds: here, for one.
    Differs(Counterexample),
    /// The condition is wrong about these inputs.
    Unforeseen(Counterexample),
    /// Neither, for this reason.
    Unknown(String),
}

impl Comparison {
    /// The verdict in a mode whose proof depends on a lemma which is not proved, if there is one.
    #[must_use]
    pub fn depending_on(self, unproved: Option<Lemma>) -> Self {
        match (self, unproved) {
            (Self::Equal | Self::Differs(_), Some(lemma)) => Self::Unknown(unproved_lemma(lemma)),
            (verdict, _) => verdict,
        }
    }
}

/// The lemmas on which a mode's proof depends.
pub fn foundations(mode: Mode) -> [Lemma; 4] {
    let (a, b): (Format, Format) = (mode.a.format(), mode.b.format());
    [Lemma::Product(a, b), Lemma::Multiplier, Lemma::Magnitude(a), Lemma::Magnitude(b)]
}
