//! The processes of solvers.

use std::{
    io::{self, Read, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    sync::{Mutex, PoisonError, mpsc},
    thread,
    time::Duration,
};

/// The text that a solver prints, or why there is none.
pub(super) type Output = Result<String, String>;

/// The processes that run.
static RUNNING: Mutex<Vec<Child>> = Mutex::new(Vec::new());

/// Ends every solver of this process, then calls `exit`, for a handler of signals. Until then no other solver starts.
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

/// The output of a process; none if the process is killed, or ends without output.
pub(super) fn run(path: &Path, limit: Duration, arguments: &[&str], script: &str) -> io::Result<Output> {
    let (id, pipes) = start(path, arguments)?;
    let output = converse(pipes, limit, script);
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut ended = running.iter().position(|child| child.id() == id).map(|at| running.swap_remove(at));
    drop(running);
    let is_silent = |output: &str| script.contains("(check-sat)") && output.trim().is_empty();
    let output = match (output, ended.as_mut()) {
        (Ok(Some(output)), Some(child)) if is_silent(&output) => {
            let status = status(child).map_or_else(String::new, |status| format!(" ({status})"));
            Ok(Err(format!("the solver ended without an answer{status}")))
        }
        (output, _) => {
            output.map(|output| output.ok_or_else(|| format!("no answer in {} s", limit.as_secs_f32())))
        }
    };
    if let Some(child) = &mut ended {
        end(child);
    }
    output
}

/// Starts a process. Returns its number, its input and its output.
fn start(path: &Path, arguments: &[&str]) -> io::Result<(u32, (ChildStdin, ChildStdout))> {
    // Locked, so that no signal comes between.
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut command = Command::new(path);
    // A group of its own: a wrapper may start the solver as another process.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child =
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let (id, pipes) = (child.id(), child.stdin.take().zip(child.stdout.take()));
    running.push(child);
    Ok((id, pipes.ok_or_else(|| io::Error::other("its pipes are missing"))?))
}

fn converse(
    (mut stdin, stdout): (ChildStdin, ChildStdout),
    limit: Duration,
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
    receiver.recv_timeout(limit).ok().transpose()
}
