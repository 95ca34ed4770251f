//! A solver: a process that reads a script on standard input.
//!
//! Each question starts a new process, which takes a hundredth of a second. The answer then depends on the script only,
//! and the process can be ended at the time limit.
//!
//! A solver is not believed alone: the first `unsat` to a question with some functions, and to a longer one, is followed by
//! a control question of the same size, whose answer must be `sat`, with values that the evaluator confirms.

use std::{
    collections::HashMap,
    env, fs,
    io::{self, Read, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    sync::{Arc, Mutex, PoisonError, mpsc},
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

/// Ends a process and those that it started. Errors are ignored: it has ended already.
fn end(child: &mut Child) {
    // The number is not used again before `wait`.
    #[cfg(unix)]
    if let Some(group) = rustix::process::Pid::from_raw(child.id().cast_signed()) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// The exit status of a process that has closed its output, if it ends soon.
fn status(child: &mut Child) -> Option<ExitStatus> {
    (0..50).find_map(|_| {
        let status = child.try_wait().ok().flatten();
        if status.is_none() {
            thread::sleep(Duration::from_millis(10));
        }
        status
    })
}

/// Programs that decide SMT-LIB scripts in QF_BV. A claim holds if all of them say so.
#[derive(Clone, Debug)]
pub struct Solver {
    programs: Vec<Program>,
    version: String,
}

/// A program that decides SMT-LIB scripts in QF_BV.
#[derive(Clone, Debug)]
struct Program {
    path: PathBuf,
    limit: Duration,
    passed: Passed,
}

/// The control questions that a solver has answered: for the functions in a question, the length of the longest one.
#[derive(Clone, Debug, Default)]
struct Passed(Arc<Mutex<HashMap<Vec<String>, usize>>>);

impl Passed {
    fn key(script: &Script) -> Vec<String> {
        script.functions().into_iter().map(str::to_owned).collect()
    }

    /// Whether a control question with the functions of this question was about as long.
    fn has(&self, script: &Script) -> bool {
        let passed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        passed.get(&Self::key(script)).is_some_and(|longest| script.len() <= longest + longest / 4)
    }

    fn add(&self, script: &Script) {
        let mut passed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let longest = passed.entry(Self::key(script)).or_default();
        *longest = script.len().max(*longest);
    }
}

/// The text that a solver prints, or why there is none.
type Output = Result<String, String>;

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

    /// The first line that each prints for `--version`, in characters that no comment and no terminal obeys.
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

    /// Whether the claim of each script holds. It is false for all that a solver does not decide within its time limit,
    /// which is one for all scripts.
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

impl Program {
    fn version(&self) -> Result<String, SolverError> {
        let text = self.run(&["--version"], "")?.unwrap_or_default();
        Ok(printable(text.lines().next().unwrap_or_default().trim()))
    }

    /// The sanity check: finds a solver that proves everything, or nothing.
    fn sanity_check(&self) -> Result<(), SolverError> {
        let terms = Terms::new();
        let x = terms.variable::<32>("x");
        let equal = terms.equal(x, terms.add(x, terms.constant(1)));
        let unreliable =
            |relation, answer| Err(SolverError::Unreliable { program: self.path.clone(), relation, answer });
        let silent = |why| Err(SolverError::Silent { program: self.path.clone(), why });
        let ask = |claim| {
            let script = Script::new(&terms, terms.always(), claim);
            self.decide(&script, &terms, terms.always(), claim)
        };
        match ask(terms.not(equal))? {
            Answer::Holds => {}
            Answer::Fails(_) => return unreliable("!=", "fails"),
            Answer::Unknown(why) => return silent(why),
        }
        match ask(equal)? {
            Answer::Fails(_) => Ok(()),
            Answer::Holds => unreliable("=", "holds"),
            Answer::Unknown(why) => silent(why),
        }
    }

    /// Whether the claim follows from the assumption. If it does, its opposite must not: that is a question of the same
    /// size and with the same functions, whose answer is known.
    fn ask(&self, terms: &Terms, assumption: Truth, claim: Truth) -> Result<Answer, SolverError> {
        let script = Script::new(terms, assumption, claim);
        let answer = self.decide(&script, terms, assumption, claim)?;
        if answer != Answer::Holds || self.passed.has(&script) {
            return Ok(answer);
        }
        let opposite = terms.not(claim);
        let control = Script::new(terms, assumption, opposite);
        Ok(match self.decide(&control, terms, assumption, opposite)? {
            Answer::Fails(_) => {
                self.passed.add(&script);
                Answer::Holds
            }
            Answer::Holds => Answer::Unknown(
                "the solver says that the opposite holds too: it is wrong, or no input satisfies the assumption"
                    .to_owned(),
            ),
            Answer::Unknown(why) => Answer::Unknown(format!("the control question: {why}")),
        })
    }

    fn decide(
        &self,
        script: &Script,
        terms: &Terms,
        assumption: Truth,
        claim: Truth,
    ) -> Result<Answer, SolverError> {
        let output = match self.solve(&script.question())? {
            Ok(output) => output,
            Err(why) => return Ok(Answer::Unknown(why)),
        };
        match output.split_whitespace().next() {
            Some("unsat") => return Ok(Answer::Holds),
            Some("unknown" | "timeout") => {
                return Ok(Answer::Unknown("the solver says unknown".to_owned()));
            }
            Some("sat") => {}
            _ => return Err(self.misunderstood(&output)),
        }
        // An empty list of values is a syntax error.
        let values = if script.variables.is_empty() {
            Vec::new()
        } else {
            let output = match self.solve(&script.with_values())? {
                Ok(output) => output,
                Err(why) => return Ok(Answer::Unknown(why)),
            };
            values(&output, &script.variables).ok_or_else(|| self.misunderstood(&output))?
        };
        let mut evaluator = Evaluator::new(terms, &[assumption.into(), claim.into()]);
        evaluator.run(|name| values.iter().find(|(other, _)| *other == name).map_or(0, |(_, value)| *value));
        if !evaluator.truth(assumption) || evaluator.truth(claim) {
            return Ok(Answer::Unknown(format!("the solver's values {values:x?} refute nothing")));
        }
        Ok(Answer::Fails(values))
    }

    fn hold(&self, scripts: &[&Script]) -> Result<Vec<bool>, SolverError> {
        // The first question with some functions has a control question behind it.
        let mut controls = vec![false; scripts.len()];
        let mut new: HashMap<Vec<String>, usize> = HashMap::new();
        let is_longest = |new: &HashMap<_, usize>, at: usize, script: &Script| {
            new.get(&Passed::key(script))
                .is_none_or(|&other| script.len() > scripts[other].len() || other == at)
        };
        for (at, script) in scripts.iter().enumerate().filter(|(_, script)| !self.passed.has(script)) {
            if is_longest(&new, at, script) {
                new.insert(Passed::key(script), at);
            }
        }
        for at in new.into_values() {
            controls[at] = true;
        }
        let mut text = String::new();
        for (script, control) in scripts.iter().zip(&controls) {
            text += &script.question();
            text += "(reset)\n";
            if *control {
                text += &script.control();
                text += "(reset)\n";
            }
            text += EMPTY;
            text += "(reset)\n";
        }
        let output = self.solve(&text)?.unwrap_or_default();
        let mut answers = output.split_whitespace();
        let mut is = |answer: &str| answers.next() == Some(answer);
        let mut all = Vec::new();
        let mut is_honest = true;
        for (script, control) in scripts.iter().zip(controls) {
            let holds = is("unsat");
            if control {
                let has_passed = is("sat");
                // Of a claim that does not hold, the answer is not known.
                is_honest &= has_passed || !holds;
                if has_passed && holds {
                    self.passed.add(script);
                }
            }
            is_honest &= is("sat");
            all.push(holds);
        }
        // A missing answer, or one too many, shifts the others.
        is_honest &= answers.next().is_none();
        Ok(all.into_iter().map(|holds| holds && is_honest).collect())
    }

    /// Its output for a script.
    fn solve(&self, script: &str) -> Result<Output, SolverError> {
        // Its own limit ends it even if this process is killed.
        let seconds = self.limit.as_secs() + 1;
        let (z3, cvc5) = (format!("-T:{seconds}"), format!("--tlimit={}", 1000 * seconds));
        let arguments: &[&str] = match self.path.file_stem().and_then(|stem| stem.to_str()) {
            Some(name) if name.starts_with("z3") => &["-in", "-smt2", &z3],
            Some(name) if name.starts_with("cvc5") => &["--lang=smt2", &cvc5],
            // Others read SMT-LIB from standard input by default.
            _ => &[],
        };
        self.run(arguments, script)
    }

    /// Its output. A process that is killed, or that ends without a word, gives none.
    fn run(&self, arguments: &[&str], script: &str) -> Result<Output, SolverError> {
        let (id, pipes) = self.start(arguments).map_err(|error| self.process(error))?;
        let output = self.converse(pipes, script);
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut ended = running.iter().position(|child| child.id() == id).map(|at| running.swap_remove(at));
        drop(running);
        let is_silent = |output: &str| script.contains("(check-sat)") && output.trim().is_empty();
        let output = output.map_err(|error| self.process(error));
        let output = match (output, ended.as_mut()) {
            (Ok(Some(output)), Some(child)) if is_silent(&output) => {
                let status = status(child).map_or_else(String::new, |status| format!(" ({status})"));
                Ok(Err(format!("the solver ended without an answer{status}")))
            }
            (output, _) => output
                .map(|output| output.ok_or_else(|| format!("no answer in {} s", self.limit.as_secs_f32()))),
        };
        if let Some(child) = &mut ended {
            end(child);
        }
        output
    }

    /// Starts a process: its number, and its input and output.
    fn start(&self, arguments: &[&str]) -> io::Result<(u32, (ChildStdin, ChildStdout))> {
        // Locked, so that no signal comes between.
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut command = Command::new(&self.path);
        // A group of its own: a wrapper may start the solver as another process.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
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

    fn process(&self, error: io::Error) -> SolverError {
        SolverError::Process { program: self.path.clone(), error }
    }

    fn misunderstood(&self, output: &str) -> SolverError {
        let output = output.chars().take(200).collect();
        SolverError::Output { program: self.path.clone(), output }
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
