//! The search for values that make all clauses true. Nothing rests on it: its values are evaluated, its proofs checked.

use std::time::{Duration, Instant};

use batsat::{Callbacks, Lit, Solver, SolverInterface, Var, clause::Kind, lbool};

use crate::{
    checker::Step,
    clauses::{Clauses, Proof},
};

/// When a search ends without an answer.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The time; [`None`] for no limit. A target without a clock has none.
    pub time: Option<Duration>,
    /// The number of literals of the proof: 4 bytes each.
    pub literals: usize,
}

/// The result of a search. Neither is checked yet.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The value of each variable: that of variable `v` is at `v - 1`.
    Values(Vec<bool>),
    /// No values make all clauses true.
    Proof(Proof),
    /// Not decided within the limits.
    Undecided(&'static str),
}

/// Searches for values that make all clauses true, or a proof that there are none.
pub fn search(clauses: &Clauses, limits: Limits) -> Outcome {
    let recorder = Recorder {
        proof: Proof::default(),
        literals: Vec::new(),
        end: limits.time.map(|time| Instant::now() + time),
        limits,
    };
    let mut solver = Solver::new(batsat::SolverOpts::default(), recorder);
    let variables: Vec<Var> = (0..clauses.variables()).map(|_| solver.new_var_default()).collect();
    let mut literals = Vec::new();
    let is_open = clauses.iter().all(|clause| {
        literals.clear();
        literals.extend(
            clause
                .iter()
                .map(|literal| Lit::new(variables[literal.unsigned_abs() as usize - 1], *literal > 0)),
        );
        solver.add_clause_reuse(&mut literals)
    });
    let answer = if is_open { solver.solve_limited(&[]) } else { lbool::FALSE };
    if answer == lbool::TRUE {
        let values = variables.iter().map(|variable| solver.value_var(*variable) == lbool::TRUE);
        return Outcome::Values(values.collect());
    }
    let recorder = solver.cb_mut();
    if answer == lbool::FALSE {
        return Outcome::Proof(std::mem::take(&mut recorder.proof));
    }
    Outcome::Undecided(recorder.why())
}

/// Records the clauses that the search learns and deletes.
struct Recorder {
    proof: Proof,
    literals: Vec<i32>,
    end: Option<Instant>,
    limits: Limits,
}

impl Recorder {
    fn read(&mut self, clause: &[Lit]) {
        self.literals.clear();
        self.literals.extend(clause.iter().map(|literal| {
            let variable = literal.var().idx() as i32 + 1;
            if literal.sign() { variable } else { -variable }
        }));
    }

    fn why(&self) -> &'static str {
        if self.proof.literals() > self.limits.literals {
            "the proof is too long"
        } else {
            "the time limit is reached"
        }
    }
}

impl Callbacks for Recorder {
    fn on_new_clause(&mut self, clause: &[Lit], kind: Kind) {
        // The clauses of the question are no steps.
        if kind == Kind::Learnt {
            self.read(clause);
            self.proof.push(Step::Add(&self.literals));
        }
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        self.read(clause);
        self.proof.push(Step::Delete(&self.literals));
    }

    fn stop(&self) -> bool {
        self.proof.literals() > self.limits.literals || self.end.is_some_and(|end| Instant::now() >= end)
    }
}
