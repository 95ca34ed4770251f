//! A solver: a process that reads a script on standard input.
//!
//! Each question starts a new process, which takes a hundredth of a second. The answer then depends on the script only,
//! and the process can be ended at the time limit.
//!
//! Answers are checked: after the first `unsat` to a question with some functions, and after one to a longer question,
//! a control question of the same size follows. Its answer must be `sat`, with values that the evaluator confirms.

mod process;
mod program;

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

pub use process::end_all;

use crate::{
    smt::Script,
    term::{Terms, Truth},
};
use program::{Passed, Program};

/// The solvers that are searched on the `PATH`, in this order.
pub const KNOWN: [&str; 3] = ["z3", "cvc5", "bitwuzla"];

/// Programs that decide SMT-LIB scripts in QF_BV. A claim holds if all of them say so.
#[derive(Clone, Debug)]
pub struct Solver {
    programs: Vec<Program>,
    version: String,
}

/// The answer to a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It holds for all values of the variables.
    Holds,
    /// It fails for these values; the evaluation of the terms confirms this.
    Fails(Vec<(&'static str, u128)>),
    /// Not decided, for this reason.
    Unknown(String),
}

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

impl Solver {
    /// The solvers of those names or paths, or the first known one on the `PATH`.
    ///
    /// # Errors
    /// One is missing, does not run, or fails the sanity check.
    pub fn find(wanted: &[PathBuf], limit: Duration) -> Result<Self, SolverError> {
        let paths = match wanted {
            [] => vec![
                KNOWN
                    .iter()
                    .find_map(|name| on_path(Path::new(name)))
                    .ok_or_else(|| SolverError::Missing { looked_for: KNOWN.join(", ") })?,
            ],
            wanted => wanted.iter().map(|wanted| located(wanted)).collect::<Result<_, _>>()?,
        };
        let programs: Vec<_> =
            paths.into_iter().map(|path| Program { path, limit, passed: Passed::default() }).collect();
        let versions = programs.iter().map(|program| {
            let version = program.version()?;
            program.sanity_check()?;
            Ok(version)
        });
        let version = versions.collect::<Result<Vec<_>, _>>()?.join(" and ");
        Ok(Self { programs, version })
    }

    /// The first line that each prints for `--version`, without characters that end a comment or control a terminal.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Whether the claim follows from the assumption.
    ///
    /// # Errors
    /// A solver does not run, or its output is not understood.
    pub fn ask(&self, terms: &Terms, assumption: Truth, claim: Truth) -> Result<Answer, SolverError> {
        let mut unknown = None;
        for program in &self.programs {
            match program.ask(terms, assumption, claim)? {
                Answer::Holds => {}
                // The evaluation confirms it.
                fails @ Answer::Fails(_) => return Ok(fails),
                Answer::Unknown(why) if self.programs.len() > 1 => {
                    let why = format!("{}: {why}", program.path.display());
                    unknown = unknown.or(Some(Answer::Unknown(why)));
                }
                answer @ Answer::Unknown(_) => unknown = Some(answer),
            }
        }
        Ok(unknown.unwrap_or(Answer::Holds))
    }

    /// Whether the claim of each script holds. The result is also false if a solver does not decide it within the time
    /// limit, which is one for all scripts.
    ///
    /// # Errors
    /// A solver does not run.
    pub fn hold(&self, scripts: &[&Script]) -> Result<Vec<bool>, SolverError> {
        let mut all = vec![true; scripts.len()];
        for program in &self.programs {
            for (all, holds) in all.iter_mut().zip(program.hold(scripts)?) {
                *all &= holds;
            }
        }
        Ok(all)
    }
}

/// The program of a name or a path.
fn located(wanted: &Path) -> Result<PathBuf, SolverError> {
    if wanted.components().count() > 1 {
        let is_file = wanted.is_file();
        return is_file
            .then(|| wanted.to_owned())
            .ok_or_else(|| SolverError::NoFile { path: wanted.to_owned() });
    }
    on_path(wanted).ok_or_else(|| SolverError::Missing { looked_for: wanted.display().to_string() })
}

/// The first file of that name in the `PATH`'s folders.
fn on_path(name: &Path) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let files = env::split_paths(&path).map(|folder| folder.join(name));
    files.into_iter().find(|file| fs::metadata(file).is_ok_and(|it| it.is_file()))
}
