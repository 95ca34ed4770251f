//! The options of the solver, and the files of its questions.

use std::{
    fs, io,
    num::NonZero,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use vmad_term::{
    smt::Script,
    solver::{Certificate, Solver},
};

use crate::{failure::Failure, number};

/// The options of the solver, for each command that asks it.
#[derive(Debug, clap::Args)]
#[group(id = "solver_options")]
pub(crate) struct SolverOptions {
    /// The time limit for the search of one question, in seconds; after it the question is not decided
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = number::at_least_one::<NonZero<u32>>)]
    pub(crate) time_limit: NonZero<u32>,

    /// Write the clauses of each proved question (N.cnf, DIMACS) and its proof (N.drat) for other checkers
    #[arg(long, value_name = "DIR")]
    certificate: Option<PathBuf>,

    /// Write each proved question (N.smt2, SMT-LIB) for other solvers, whose answer must be unsat
    #[arg(long, value_name = "DIR")]
    script: Option<PathBuf>,
}

/// The options of a proof of the modes.
#[derive(Debug, clap::Args)]
// Named here, because clap leaves a group empty if an option is flattened into it.
#[group(id = "solving", args = ["time_limit", "certificate", "script", "cases", "jobs"])]
pub(crate) struct Solving {
    #[command(flatten)]
    pub(crate) options: SolverOptions,

    /// Number of inputs on which the terms of each mode are first compared with the code
    #[arg(long, value_name = "N", default_value = "4096", value_parser = number::at_least_one::<NonZero<u32>>)]
    pub(crate) cases: NonZero<u32>,

    /// Number of questions that are decided at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number::jobs, default_value_t = number::cores(), hide_default_value = true)]
    pub(crate) jobs: NonZero<usize>,
}

/// A solver, and the files that it writes.
pub(crate) struct RecordingSolver {
    pub(crate) solver: Solver,
    files: Arc<Files>,
}

impl SolverOptions {
    /// The solver, after the folders of its files are made.
    pub(crate) fn solver(&self) -> Result<RecordingSolver, Failure> {
        let Self { time_limit, certificate, script } = self;
        for folder in [certificate, script].into_iter().flatten() {
            fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
        }
        let solver = Solver::new(Some(Duration::from_secs(time_limit.get().into())));
        let files = Arc::new(Files {
            certificates: certificate.clone(),
            scripts: script.clone(),
            written: AtomicUsize::new(0),
            failed: Mutex::new(None),
        });
        let kept = Arc::clone(&files);
        let solver = match (certificate, script) {
            (None, None) => solver,
            _ => solver.keeping(Arc::new(move |certificate| kept.write(certificate))),
        };
        Ok(RecordingSolver { solver, files })
    }
}

impl RecordingSolver {
    /// Ends the proof: an error if a file could not be written.
    pub(crate) fn finish(&self) -> Result<(), Failure> {
        match self.files.failed().take() {
            Some((path, error)) => Err(unwritable(&path, &error)),
            None => Ok(()),
        }
    }
}

struct Files {
    certificates: Option<PathBuf>,
    scripts: Option<PathBuf>,
    /// The number of questions so far.
    written: AtomicUsize,
    /// The first file that could not be written.
    failed: Mutex<Option<(PathBuf, io::Error)>>,
}

impl Files {
    fn failed(&self) -> std::sync::MutexGuard<'_, Option<(PathBuf, io::Error)>> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, certificate: &Certificate<'_>) {
        let number = self.written.fetch_add(1, Ordering::Relaxed) + 1;
        let write = |folder: &Path, extension: &str, text: String| {
            let path = folder.join(format!("{number:05}.{extension}"));
            if let Err(error) = fs::write(&path, text) {
                self.failed().get_or_insert((path, error));
            }
        };
        let Certificate { terms, assumption, claim, clauses, proof } = certificate;
        if let Some(folder) = &self.certificates {
            write(folder, "cnf", clauses.to_string());
            write(folder, "drat", proof.to_string());
        }
        if let Some(folder) = &self.scripts {
            write(folder, "smt2", Script::new(terms, *assumption, *claim).question());
        }
    }
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::input(path.display().to_string(), &format!("cannot be written: {error}"))
}
