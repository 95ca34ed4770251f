//! The solver of several tests, and programs that stand for one.

use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

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

/// A program that answers every script in the same way.
///
/// Another program writes it: a file that is open for writing does not start, and what this process opens stays open in
/// the children that other tests fork meanwhile, until they have begun their own program.
pub(crate) fn stub(folder: &Path, script: &str) -> Result<Solver, SolverError> {
    named_stub(&folder.join("z3"), script, LIMIT)
}

/// The same, at this path and with this time limit.
pub(crate) fn named_stub(path: &Path, script: &str, limit: Duration) -> Result<Solver, SolverError> {
    let install =
        Command::new("install").args(["-m", "755", "/dev/stdin"]).arg(path).stdin(Stdio::piped()).spawn();
    let mut install = install.expect("install is there");
    let mut stdin = install.stdin.take().expect("its standard input is a pipe");
    writeln!(stdin, "#!/bin/sh\n{script}").expect("it reads");
    drop(stdin);
    assert!(install.wait().expect("it ends").success());
    Solver::find(&[path.to_owned()], limit)
}

/// Far more than a program needs to answer.
pub(crate) const LIMIT: Duration = Duration::from_mins(1);

/// The script of a stub that passes the sanity check and runs `answer` for every other question. It writes its arguments
/// to a file beside it.
pub(crate) fn sane(answer: &str) -> String {
    format!(
        "[ \"$1\" = --version ] && printf ' a stub \\n of a solver' && exit
echo \"$*\" >> \"$0.arguments\"
text=$(cat)
case $text in
*'(bvadd x '*'(not t'*'(not t'*) echo unsat ;;
*'(bvadd x '*) echo 'sat ((x #b00000000000000000000000000000101))' ;;
*) {answer} ;;
esac"
    )
}
