//! Interrupts (Ctrl-C, and a request to end): no temporary file and no solver process stays behind.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    process,
    sync::{Mutex, Once, PoisonError},
    time::Duration,
};

use vmad_term::solver::{Solver, SolverError, end_all};

/// The exit code of a program that SIGINT ended, as shells give it.
const INTERRUPTED: i32 = 130;

/// The temporary files that exist.
static FILES: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Creates a temporary file, which an interrupt deletes.
pub(crate) fn create(path: &Path, create: impl FnOnce(&Path) -> io::Result<File>) -> io::Result<File> {
    handle();
    // Locked, so that no interrupt comes between.
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    let file = create(path)?;
    files.insert(path.to_owned());
    Ok(file)
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
        // Ignored: without a handler, the file stays. An ignored signal (nohup) stays ignored.
        let _ = ctrlc::try_set_handler(|| {
            // Kept locked, so that no file is renamed meanwhile.
            let files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
            for file in files.iter() {
                // Ignored: it is gone already.
                let _ = fs::remove_file(file);
            }
            end_all(|| process::exit(INTERRUPTED));
        });
    });
}

/// The file has been renamed or deleted.
pub(crate) fn forget(file: &Path) {
    FILES.lock().unwrap_or_else(PoisonError::into_inner).remove(file);
}
