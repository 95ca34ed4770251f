//! Interrupts, and limits of threads and memory.
#![cfg(target_os = "linux")]

use std::{
    fs,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// A program under a limit of virtual memory, in KiB, by the shell.
fn limited(kib: u32, arguments: &str) -> std::process::Output {
    let script = format!("ulimit -v {kib}; exec {} {arguments}", env!("CARGO_BIN_EXE_vmad"));
    Command::new("sh").args(["-c", &script]).output().unwrap()
}

/// 600 threads have no room in these limits, in KiB: as many as can start do the work.
#[test]
fn threads_that_cannot_start_are_done_without() {
    let sweep = "sweep --part corners --every 200000 --json --jobs";
    let swept = limited(200_000, &format!("{sweep} 600"));
    assert_eq!(swept.status.code(), Some(0), "{}", String::from_utf8_lossy(&swept.stderr));
}

/// The program, with signals not ignored as they are under nohup or in the background of a script.
fn interruptible() -> Command {
    let mut command = Command::new("env");
    command.args(["--default-signal=HUP,INT,TERM", env!("CARGO_BIN_EXE_vmad")]);
    command
}

/// A signal ends the solver too.
#[test]
fn a_request_to_end_leaves_nothing() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let solver = folder.path().join("solver");
    // It never answers.
    let script = "#!/bin/sh\n[ \"$1\" = --version ] && exec echo stub\necho $$ > \"$0.new\"\nmv \"$0.new\" \"$0.id\"\nexec sleep 300\n";
    fs::write(&solver, script).unwrap();
    fs::set_permissions(&solver, fs::Permissions::from_mode(0o755)).unwrap();
    for signal in ["-TERM", "-INT"] {
        let mut child = interruptible()
            .args(["prove", "--solver", solver.to_str().unwrap()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (start, id) = (Instant::now(), folder.path().join("solver.id"));
        while !id.exists() {
            assert!(start.elapsed() < Duration::from_mins(1), "no solver is started");
            thread::sleep(Duration::from_millis(20));
        }
        let solver = fs::read_to_string(&id).unwrap();
        fs::remove_file(&id).unwrap();
        let process = format!("/proc/{}", solver.trim());
        assert!(fs::exists(&process).unwrap(), "the solver is missing");
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        assert!(!fs::exists(&process).unwrap(), "{signal}: the solver still runs");
    }
}
