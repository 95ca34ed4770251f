//! What several tests need: the length of sweeps, and the solver.

use std::{env, io::Write, time::Duration};

use vmad_xcheck::proof::solver::{Solver, SolverError};

/// Whether sweeps run in full: `VMAD_LONG` is set and not empty.
pub(crate) fn long() -> bool {
    env::var_os("VMAD_LONG").is_some_and(|value| !value.is_empty())
}

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
