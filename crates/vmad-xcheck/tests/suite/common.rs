//! The solver of several tests.

use std::time::Duration;

use vmad_term::solver::{Solver, SolverError};

/// The solver on the `PATH`; without one, the test is skipped.
pub(crate) fn solver(test: &str) -> Option<Solver> {
    match Solver::find(&[], Duration::from_mins(5)) {
        Ok(solver) => Some(solver),
        Err(error @ SolverError::Missing { .. }) => {
            vmad_testing::skip(test, &error.to_string());
            None
        }
        Err(error) => panic!("{error}"),
    }
}
