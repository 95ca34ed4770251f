//! Interrupts, and limits of threads and memory.
#![cfg(target_os = "linux")]

use std::{
    fs,
    io::Read,
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
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("code.bin");
    let bundle: Vec<u8> =
        [0x7e0_u64, 0x5f04020000370200, 0, 0].iter().flat_map(|word| word.to_le_bytes()).collect();
    fs::write(&path, bundle.repeat(8192)).unwrap();
    let decode = |jobs: u32| format!("decode --raw --format nvdisasm --jobs {jobs} {}", path.display());
    let free = limited(4_000_000, &decode(1));
    assert!(free.status.success() && free.stdout.len() > 200_000);
    for limit in [60_000, 200_000, 400_000, 800_000] {
        let limited_run = limited(limit, &decode(600));
        let said = String::from_utf8_lossy(&limited_run.stderr);
        assert_eq!((limited_run.status.code(), said.as_ref()), (Some(0), ""), "{limit} KiB");
        assert!(limited_run.stdout == free.stdout, "{limit} KiB");
    }
    let sweep = "check --exhaustive --part corners --every 200000 --json --jobs";
    let swept = limited(200_000, &format!("{sweep} 600"));
    assert_eq!(swept.status.code(), Some(0), "{}", String::from_utf8_lossy(&swept.stderr));
}

/// SIGINT while a state file is kept: no temporary file stays.
#[test]
fn an_interrupt_leaves_no_temporary_file() {
    let folder = tempfile::tempdir().unwrap();
    let files = || fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name()).collect::<Vec<_>>();
    // Under nohup, or in the background of a script, signals are ignored.
    let mut child = Command::new("env")
        .args(["--default-signal=HUP,INT,TERM", env!("CARGO_BIN_EXE_vmad")])
        .args(["check", "--exhaustive", "--report", "page.html", "--jobs", "1"])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while files().is_empty() {
        assert!(start.elapsed() < Duration::from_mins(1), "it writes no file");
        thread::sleep(Duration::from_millis(20));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let status = child.wait().unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!((status.code(), files()), (Some(130), Vec::new()), "{said}");
}
