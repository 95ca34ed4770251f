//! The solver of several tests.

use std::time::Duration;

use vmad_term::solver::Solver;

/// The solver, with a limit that no question of the tests reaches.
pub(crate) fn solver() -> Solver {
    Solver::new(Some(Duration::from_mins(5)))
}
