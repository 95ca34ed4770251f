//! Running the tools of the languages.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use fastrand::Rng;
use vmad_emit::Function;
use vmad_sass::{Instruction, vmad::Ports};

use crate::words::{expected, register};

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

/// The functions of instructions, under the names `f0`, `f1` and so on.
pub(crate) fn functions(instructions: &[Instruction]) -> Vec<Function> {
    let named = instructions.iter().enumerate();
    let functions = named.map(|(index, it)| vmad_emit::instruction(it, Some(&format!("f{index}"))));
    functions.map(|function| function.expect("a known computation")).collect()
}

/// Vectors of `each` executions of every instruction: its index, A, B, C, and the result of the unit.
pub(crate) fn vectors(instructions: &[Instruction], each: usize, rng: &mut Rng) -> Vec<[u32; 5]> {
    let mut vectors = Vec::new();
    for (index, instruction) in instructions.iter().enumerate() {
        for _ in 0..each {
            let ports = Ports { a: register(rng), b: register(rng), c: register(rng) };
            vectors.push([index as u32, ports.a, ports.b, ports.c, expected(instruction, ports)]);
        }
    }
    vectors
}

/// Writes numbers as little-endian bytes.
pub(crate) fn write_numbers(path: &Path, numbers: impl IntoIterator<Item = u32>) {
    let bytes: Vec<u8> = numbers.into_iter().flat_map(u32::to_le_bytes).collect();
    fs::write(path, bytes).expect("a writable folder");
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
