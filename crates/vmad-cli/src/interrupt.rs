//! Interrupts (Ctrl-C, and a request to end): no temporary file and no solver process stays behind.

use std::{
    path::PathBuf,
    process,
    sync::{Mutex, MutexGuard, Once, PoisonError},
    time::Duration,
};

use vmad_term::solver::{Solver, SolverError, end_all};

/// The exit code of a program that SIGINT ended, as shells give it.
const INTERRUPTED: i32 = 130;

/// Held while a temporary file exists.
static WRITING: Mutex<()> = Mutex::new(());

/// Delays an interrupt until the guard is dropped.
pub(crate) fn delay() -> MutexGuard<'static, ()> {
    handle();
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Finds a solver, whose processes an interrupt ends.
///
/// # Errors
/// Those of [`Solver::find`].
pub(crate) fn solver(wanted: &[PathBuf], limit: Duration) -> Result<Solver, SolverError> {
    handle();
    Solver::find(wanted, limit)
}

fn handle() {
    static HANDLER: Once = Once::new();
    HANDLER.call_once(|| {
        // Ignored: without a handler, a file may stay. An ignored signal (nohup) stays ignored.
        let _ = ctrlc::try_set_handler(|| {
            let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
            end_all(|| process::exit(INTERRUPTED));
        });
    });
}
