//! Interrupts, and limits of threads and memory.
#![cfg(target_os = "linux")]

use std::{
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

/// A signal ends a search at once: nobody decides this question in a minute.
#[test]
fn a_signal_ends_a_search() {
    for signal in ["-TERM", "-INT"] {
        let product = ["mul.lo.u32 t, a, b; popc.b32 d, t;"];
        let other = [
            "not.b32 x, a; mul.lo.u32 t, x, b; add.u32 t, t, b; neg.s32 t, t; brev.b32 t, t; popc.b32 d, t;",
        ];
        let mut child = interruptible()
            .args(["ptx", "equal", "--time-limit", "600"])
            .args(product.iter().chain(&other))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_secs(1));
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        let start = Instant::now();
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        assert!(!child.wait().unwrap().success(), "{signal}");
        assert!(start.elapsed() < Duration::from_secs(10), "{signal}");
    }
}
