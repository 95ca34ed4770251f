//! Running the tools of the languages.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use fastrand::Rng;
use tempfile::TempDir;
use vmad_emit::Function;
use vmad_sass::{Instruction, vmad::Ports};

use crate::words::{expected, family, register, vmads};

/// Whether a program starts; says loudly that a test is skipped if not.
pub(crate) fn has(test: &str, program: &str) -> bool {
    let started = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if started.is_err() {
        vmad_testing::skip(test, &format!("{program} is not installed"));
    }
    started.is_ok()
}

/// Runs a command line, words separated by spaces, in a folder.
pub(crate) fn run(folder: &Path, command: &str) -> String {
    let mut words = command.split(' ');
    let program = words.next().expect("a program");
    let output = Command::new(program).args(words).current_dir(folder).output();
    let output = output.unwrap_or_else(|error| panic!("{command}: {error}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(&bytes[..bytes.len().min(4000)]).into_owned();
    assert!(output.status.success(), "{command}: {}{}", text(&output.stdout), text(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// All modes of `VMAD`, and random instructions of the others, with their functions and vectors.
pub(crate) struct Prepared {
    pub(crate) instructions: Vec<Instruction>,
    /// Under the names `f0`, `f1` and so on.
    pub(crate) functions: Vec<Function>,
    /// A temporary folder; its file `vectors` has the index of the function, A, B, C, and the result of the unit.
    pub(crate) folder: TempDir,
    count: usize,
}

impl Prepared {
    pub(crate) fn new() -> Self {
        let rng = &mut Rng::with_seed(3);
        let mut instructions = vmads();
        instructions.extend(family(60, rng));
        let named = instructions.iter().enumerate();
        let functions = named.map(|(index, it)| vmad_emit::instruction(it, Some(&format!("f{index}"))));
        let functions = functions.map(|function| function.expect("a known computation")).collect();
        let mut vectors = Vec::new();
        for (index, instruction) in instructions.iter().enumerate() {
            for _ in 0..vmad_testing::cases(40, 1000) {
                let ports = Ports { a: register(rng), b: register(rng), c: register(rng) };
                vectors.push([index as u32, ports.a, ports.b, ports.c, expected(instruction, ports)]);
            }
        }
        let folder = tempfile::tempdir().expect("a temporary folder");
        let bytes: Vec<u8> = vectors.iter().flatten().copied().flat_map(u32::to_le_bytes).collect();
        fs::write(folder.path().join("vectors"), bytes).expect("a writable folder");
        Self { instructions, functions, folder, count: vectors.len() }
    }

    /// The output of a driver that ran all vectors.
    pub(crate) fn check(&self, output: &str) {
        assert_eq!(output.trim(), format!("{} cases, 0 differences", self.count));
    }
}

/// Writes a text.
pub(crate) fn write(path: &Path, text: &str) {
    fs::write(path, text).expect("a writable folder");
}

/// The calls of functions by index, with the arguments that each takes: a `case` a function.
pub(crate) fn cases(functions: &[Function]) -> String {
    let calls = functions.iter().enumerate().map(|(index, function)| {
        let names: Vec<_> = function.parameters.iter().map(|it| it.name()).collect();
        format!("case {index}: return {}({});\n", function.name, names.join(", "))
    });
    calls.collect()
}
