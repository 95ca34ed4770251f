//! A solver: a process that reads a script on standard input.
//!
//! Each question starts a new process, which takes a hundredth of a second. The answer then depends on the script only,
//! and the process can be ended at the time limit.

use std::{
    env, fs,
    io::{self, Read, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::{Mutex, PoisonError, mpsc},
    thread,
    time::Duration,
};

use crate::{
    eval::Evaluator,
    smt::Script,
    term::{Terms, Truth},
};

/// The solvers to look for on the `PATH`, in this order.
pub const KNOWN: [&str; 3] = ["z3", "cvc5", "bitwuzla"];

/// A question with the answer `sat`. It follows each script: a solver that ignores `(reset)` answers `unsat`.
const EMPTY: &str = "(reset)\n(set-logic QF_BV)\n(check-sat)\n";

/// The processes that run.
static RUNNING: Mutex<Vec<Child>> = Mutex::new(Vec::new());

/// Ends every solver process of this process, for a handler of signals that then exits. Until then no other starts.
pub fn end_all(exit: impl FnOnce()) {
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    running.iter_mut().for_each(end);
    exit();
}

/// Ends a process. Errors are ignored: it has ended already.
fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// A program that decides SMT-LIB scripts in QF_BV.
#[derive(Clone, Debug)]
pub struct Solver {
    program: PathBuf,
    version: String,
    limit: Duration,
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
    /// The path is not one of a program.
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

/// The answer to a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It holds for all values of the variables.
    Holds,
    /// It fails for these values, and so does the evaluation of the terms.
    Fails(Vec<(&'static str, u128)>),
    /// Not decided, for this reason.
    Unknown(String),
}

impl Solver {
    /// The solver of that name or path, or the first known one on the `PATH`.
    ///
    /// # Errors
    /// There is none, it does not run, or it fails the sanity check.
    pub fn find(wanted: Option<&Path>, limit: Duration) -> Result<Self, SolverError> {
        let program = match wanted {
            Some(path) if path.components().count() > 1 => {
                if !path.is_file() {
                    return Err(SolverError::NoFile { path: path.to_owned() });
                }
                Some(path.to_owned())
            }
            Some(name) => on_path(name),
            None => KNOWN.iter().find_map(|name| on_path(Path::new(name))),
        };
        let program = program.ok_or_else(|| SolverError::Missing {
            looked_for: wanted.map_or_else(|| KNOWN.join(", "), |path| path.display().to_string()),
        })?;
        let mut solver = Self { program, version: String::new(), limit };
        let text = solver.run(&["--version"], "")?.unwrap_or_default();
        solver.version = printable(text.lines().next().unwrap_or_default().trim());
        solver.sanity_check()?;
        Ok(solver)
    }

    /// The first line that it prints for `--version`, in characters that no comment and no terminal obeys.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The sanity check: finds a solver that proves everything, or nothing.
    fn sanity_check(&self) -> Result<(), SolverError> {
        let terms = Terms::new();
        let x = terms.variable::<32>("x");
        let equal = terms.equal(x, terms.add(x, terms.constant(1)));
        let unreliable = |relation, answer| {
            Err(SolverError::Unreliable { program: self.program.clone(), relation, answer })
        };
        match self.ask(&terms, terms.always(), terms.not(equal))? {
            Answer::Holds => {}
            Answer::Fails(_) => return unreliable("!=", "fails"),
            Answer::Unknown(_) => return unreliable("!=", "may fail"),
        }
        match self.ask(&terms, terms.always(), equal)? {
            Answer::Fails(_) => Ok(()),
            Answer::Holds => unreliable("=", "holds"),
            Answer::Unknown(_) => unreliable("=", "may hold"),
        }
    }

    /// Whether the claim follows from the assumption.
    ///
    /// # Errors
    /// The solver does not run, or its output is not understood.
    pub fn ask(&self, terms: &Terms, assumption: Truth, claim: Truth) -> Result<Answer, SolverError> {
        let script = Script::new(terms, assumption, claim);
        let Some(output) = self.solve(&script.question())? else { return Ok(self.out_of_time()) };
        match output.split_whitespace().next() {
            Some("unsat") => return Ok(Answer::Holds),
            Some("unknown" | "timeout") => {
                return Ok(Answer::Unknown("the solver says unknown".to_owned()));
            }
            Some("sat") => {}
            _ => return Err(self.misunderstood(&output)),
        }
        let Some(output) = self.solve(&script.with_values())? else { return Ok(self.out_of_time()) };
        let Some(values) = values(&output, &script.variables) else {
            return Err(self.misunderstood(&output));
        };
        let mut evaluator = Evaluator::new(terms, &[assumption.into(), claim.into()]);
        evaluator.run(|name| values.iter().find(|(other, _)| *other == name).map_or(0, |(_, value)| *value));
        if !evaluator.truth(assumption) || evaluator.truth(claim) {
            return Ok(Answer::Unknown(format!("the solver's values {values:x?} refute nothing")));
        }
        Ok(Answer::Fails(values))
    }

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

    /// Its output for a script; [`None`] after the time limit.
    fn solve(&self, script: &str) -> Result<Option<String>, SolverError> {
        // Its own limit ends it even if this process is killed.
        let seconds = self.limit.as_secs() + 1;
        let (z3, cvc5) = (format!("-T:{seconds}"), format!("--tlimit={}", 1000 * seconds));
        let arguments: &[&str] = match self.program.file_stem().and_then(|stem| stem.to_str()) {
            Some(name) if name.starts_with("z3") => &["-in", "-smt2", &z3],
            Some(name) if name.starts_with("cvc5") => &["--lang=smt2", &cvc5],
            // Others read SMT-LIB from standard input by default.
            _ => &[],
        };
        self.run(arguments, script)
    }

    /// Its output; [`None`] after the time limit.
    fn run(&self, arguments: &[&str], script: &str) -> Result<Option<String>, SolverError> {
        let (id, pipes) = self.start(arguments).map_err(|error| self.process(error))?;
        let output = self.converse(pipes, script);
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let ended = running.iter().position(|child| child.id() == id).map(|at| running.swap_remove(at));
        drop(running);
        if let Some(mut child) = ended {
            end(&mut child);
        }
        output.map_err(|error| self.process(error))
    }

    /// Starts a process: its number, and its input and output.
    fn start(&self, arguments: &[&str]) -> io::Result<(u32, (ChildStdin, ChildStdout))> {
        // Locked, so that no signal comes between.
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut child = Command::new(&self.program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (id, pipes) = (child.id(), child.stdin.take().zip(child.stdout.take()));
        running.push(child);
        Ok((id, pipes.ok_or_else(|| io::Error::other("its pipes are missing"))?))
    }

    fn converse(
        &self,
        (mut stdin, stdout): (ChildStdin, ChildStdout),
        script: &str,
    ) -> io::Result<Option<String>> {
        /// Longer than any answer.
        const LONGEST: u64 = 1 << 20;
        let script = script.to_owned();
        // In a thread of its own, to avoid a deadlock with a solver that does not read.
        thread::Builder::new().spawn(move || drop(stdin.write_all(script.as_bytes())))?;
        let (sender, receiver) = mpsc::channel();
        thread::Builder::new().spawn(move || {
            let mut output = Vec::new();
            let read = stdout.take(LONGEST).read_to_end(&mut output);
            let _ = sender.send(read.map(|_| String::from_utf8_lossy(&output).into_owned()));
        })?;
        receiver.recv_timeout(self.limit).ok().transpose()
    }

    fn out_of_time(&self) -> Answer {
        Answer::Unknown(format!("no answer in {} s", self.limit.as_secs_f32()))
    }

    fn process(&self, error: io::Error) -> SolverError {
        SolverError::Process { program: self.program.clone(), error }
    }

    fn misunderstood(&self, output: &str) -> SolverError {
        let output = output.chars().take(200).collect();
        SolverError::Output { program: self.program.clone(), output }
    }
}

/// A foreign text with a mark for each character that could end a comment of a language, or that a terminal obeys.
fn printable(text: &str) -> String {
    /// Longer than any version.
    const LONGEST: usize = 100;
    let is_safe = |it: char| it.is_ascii_alphanumeric() || " .,:;()[]+-_/@".contains(it);
    text.chars().take(LONGEST).map(|it| if is_safe(it) { it } else { '?' }).collect()
}

/// The first file of that name in the `PATH`'s folders.
fn on_path(name: &Path) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let files = env::split_paths(&path).map(|folder| folder.join(name));
    files.into_iter().find(|file| fs::metadata(file).is_ok_and(|it| it.is_file()))
}

/// The values in an answer to `get-value`: `sat ((a #x0000ffff) (p #b0101))`.
fn values(output: &str, variables: &[&'static str]) -> Option<Vec<(&'static str, u128)>> {
    let text = output.replace(['(', ')'], " ");
    let mut words = text.split_whitespace().skip(1);
    let mut found = Vec::new();
    while let Some(word) = words.next() {
        let name = variables.iter().find(|name| **name == word)?;
        let value = words.next()?;
        let value = match value.split_at_checked(2)? {
            ("#x", digits) => u128::from_str_radix(digits, 16).ok()?,
            ("#b", digits) => u128::from_str_radix(digits, 2).ok()?,
            _ => return None,
        };
        found.push((*name, value));
    }
    (found.len() == variables.len()).then_some(found)
}
