//! Many questions to one process: its start takes longer than most answers.

use super::{
    smt::Script,
    solver::{Solver, SolverError},
};

/// A question with the answer `sat`. It follows each script: a solver that ignores `(reset)` answers `unsat`.
const EMPTY: &str = "(reset)\n(set-logic QF_BV)\n(check-sat)\n";

impl Solver {
    /// Whether the claim of each script holds. It is false for all that the solver does not decide within its time limit,
    /// which is one for all scripts.
    ///
    /// # Errors
    /// The solver does not run.
    pub fn hold(&self, scripts: &[&Script]) -> Result<Vec<bool>, SolverError> {
        let questions = scripts.iter().map(|script| format!("{}{EMPTY}", script.question()));
        let output = self.solve(&questions.collect::<Vec<_>>().join("(reset)\n"))?.unwrap_or_default();
        let answers: Vec<_> = output.split_whitespace().collect();
        let is_whole = answers.len() == 2 * scripts.len();
        Ok((0..scripts.len()).map(|at| is_whole && answers[2 * at..][..2] == ["unsat", "sat"]).collect())
    }
}
