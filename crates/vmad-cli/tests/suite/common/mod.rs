//! Running the command as a user does.

use std::{
    fs,
    io::Write,
    ops::Deref,
    process::{Command, Output, Stdio},
};

use tempfile::TempDir;

/// One fat binary, its images stored, as LZ4 blocks, and as Zstandard frames.
pub(crate) const FATBINS: [&str; 3] = [
    "../vmad-invariants/data/plain.fatbin",
    "../vmad-files/tests/data/all.fatbin",
    "../vmad-files/tests/data/size.fatbin",
];

/// A file in a folder of its own, for as long as the value lives.
pub(crate) struct File {
    path: String,
    _folder: TempDir,
}

impl File {
    pub(crate) fn new(name: &str, content: impl AsRef<[u8]>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, content).unwrap();
        Self { path: path.into_os_string().into_string().unwrap(), _folder: folder }
    }

    pub(crate) fn write(&self, content: impl AsRef<[u8]>) {
        fs::write(&self.path, content).unwrap();
    }
}

/// The path.
impl Deref for File {
    type Target = str;

    fn deref(&self) -> &str {
        &self.path
    }
}

/// What a run came to.
#[derive(Debug)]
pub(crate) struct Ran {
    /// The exit code; a panic's is 101.
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    /// Checks the exit code, and that standard output has each of some parts.
    #[track_caller]
    pub(crate) fn assert_says(&self, code: i32, parts: &[&str]) {
        assert_eq!(self.code, code, "{self:?}");
        for part in parts {
            assert!(self.stdout.contains(part), "{part:?} is not in {}{}", self.stdout, self.stderr);
        }
    }
}

/// Runs `vmad decode` on bytes as a file.
pub(crate) fn decode_bytes(bytes: &[u8], arguments: &[&str]) -> Ran {
    let file = File::new("file", bytes);
    vmad(&[&["decode"], arguments, &[&*file]].concat())
}

/// `vmad` with arguments and nothing on standard input.
pub(crate) fn vmad(arguments: &[&str]) -> Ran {
    vmad_with(arguments, b"")
}

/// `vmad` with arguments and standard input.
pub(crate) fn vmad_with(arguments: &[&str], input: &[u8]) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_vmad"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("vmad starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let input = input.to_vec();
    // Apart, so that a full pipe on either side blocks nobody; a command that stops early closes its end.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let Output { status, stdout, stderr } = child.wait_with_output().expect("vmad ends");
    writer.join().expect("the writer ends");
    Ran {
        code: status.code().expect("vmad is not killed"),
        stdout: String::from_utf8(stdout).expect("output is text"),
        stderr: String::from_utf8(stderr).expect("messages are text"),
    }
}

/// Checks that a run was refused in words: code 2, a message that holds each of `words`, no panic.
pub(crate) fn assert_refused(ran: &Ran, words: &[&str]) {
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.stderr.starts_with("error: "), "{ran:?}");
    for word in words {
        assert!(ran.stderr.contains(word), "{word:?} is not in {}", ran.stderr);
    }
}

/// Compares with a snapshot of the project's folder of them.
pub(crate) fn assert_snapshot(name: &str, value: &str) {
    vmad_testing::assert_snapshot("cli", name, value);
}

/// The name of the Python interpreter; [`None`] if there is none.
pub(crate) fn python() -> Option<&'static str> {
    ["python3", "python"]
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success()))
}
