//! Why a solver gives no answers.

use std::{io, path::PathBuf};

/// There is no solver, or its output is not understood.
#[derive(Debug, thiserror::Error)]
pub enum SolverError {
    /// No solver was found.
    #[error(
        "no SMT solver: {looked_for} is not on the PATH; z3 and cvc5 are packages of Debian (apt-get install z3), \
         z3 also of PyPI (pip install z3-solver); --solver takes a name or a path"
    )]
    Missing {
        /// The names.
        looked_for: String,
    },
    /// The path is not the path of a program.
    #[error("the solver {} is not a file; --solver takes a name on the PATH, or the path of a solver", path.display())]
    NoFile {
        /// The path.
        path: PathBuf,
    },
    /// It does not start, or its pipes fail.
    #[error("the solver {}: {error}", program.display())]
    Process {
        /// The solver.
        program: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// Its output is not sat, unsat or unknown, or its values are not values.
    #[error("the solver {} gives an answer that is not SMT-LIB: {output:?}", program.display())]
    Output {
        /// The solver.
        program: PathBuf,
        /// The start of its output.
        output: String,
    },
    /// It does not answer the sanity check.
    #[error("the solver {} does not answer the sanity check: {why}", program.display())]
    Silent {
        /// The solver.
        program: PathBuf,
        /// Why there is no answer.
        why: String,
    },
    /// It fails the sanity check.
    #[error("the solver {} fails the sanity check: it answers that x {relation} x + 1 {answer}", program.display())]
    Unreliable {
        /// The solver.
        program: PathBuf,
        /// The relation in the question.
        relation: &'static str,
        /// Its answer.
        answer: &'static str,
    },
}
