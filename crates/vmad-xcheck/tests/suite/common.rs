//! The solver that tests ask.

use std::{io::Write, time::Duration};

use vmad_xcheck::proof::solver::{Solver, SolverError};

/// The solver on the `PATH`. Without one, says so where the test harness does not swallow it.
pub(crate) fn solver(test: &str) -> Option<Solver> {
    match Solver::find(None, Duration::from_mins(5)) {
        Ok(solver) => Some(solver),
        Err(error @ SolverError::Missing { .. }) => {
            // Not eprintln!, which is only seen when a test fails.
            let _ = writeln!(std::io::stderr(), "\n*** SKIPPED: {test}: {error} ***\n");
            None
        }
        Err(error) => panic!("{error}"),
    }
}
