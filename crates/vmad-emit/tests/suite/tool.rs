//! Running the tools of the languages.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use fastrand::Rng;
use tempfile::TempDir;
use vmad_emit::{Function, Options, Parameter};
use vmad_sass::{Instruction, Ports};

use crate::{
    vulkan,
    words::{every_word, expected, expected_of_word, family, register, vmads, word},
};

/// Whether a program starts. If not, prints that the test is skipped.
pub(crate) fn has(test: &str, program: &str) -> bool {
    let started = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if started.is_err() {
        vmad_testing::skip(test, &format!("{program} is not installed"));
    }
    started.is_ok()
}

/// Writes the functions, changed, into the folder, and gives the output of the driver.
type Output = fn(&Prepared, Options<'_>, &dyn Fn(&str) -> String) -> String;

/// How a driver runs the functions in a language. A text that is changed must give other results.
pub(crate) struct Target {
    /// The name of the language.
    pub(crate) name: &'static str,
    pub(crate) programs: &'static [&'static str],
    pub(crate) needs_vulkan: bool,
    pub(crate) output: Output,
    /// Whether the language's integers of 64 bits are used.
    pub(crate) longs: &'static [bool],
    pub(crate) broken: &'static [[&'static str; 2]],
}

impl Target {
    /// Whether the programs are here.
    pub(crate) fn is_here(&self) -> bool {
        self.programs.iter().all(|program| has(self.name, program))
            && (!self.needs_vulkan || vulkan::is_here(self.name))
    }

    /// Runs every function, and finds that each broken text is one.
    pub(crate) fn check(&self) {
        if !self.is_here() {
            return;
        }
        let prepared = Prepared::new();
        for longs in self.longs {
            let options = Options { longs: Some(*longs), ..Options::default() };
            prepared.check(&(self.output)(&prepared, options, &str::to_owned));
        }
        let prepared = Prepared::of_every_word(97);
        for [right, wrong] in self.broken {
            let change = |text: &str| text.replace(right, wrong);
            Prepared::check_broken(&(self.output)(&prepared, Options::default(), &change));
        }
    }
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
    /// Under the names `op0`, `op1` and so on.
    pub(crate) functions: Vec<Function>,
    /// A temporary folder; its file `vectors` has the vectors.
    pub(crate) folder: TempDir,
    count: usize,
}

impl Prepared {
    /// The functions that take any word are last.
    pub(crate) fn new() -> Self {
        let rng = &mut Rng::with_seed(3);
        let mut instructions = vmads();
        instructions.extend(family(60, rng));
        let named = instructions.iter().enumerate();
        let functions = named.map(|(index, text)| vmad_emit::instruction(text, Some(&format!("op{index}"))));
        let mut functions: Vec<_> =
            functions.map(|function| function.expect("a known computation")).collect();
        let mut vectors = Vec::new();
        for (index, instruction) in instructions.iter().enumerate() {
            for _ in 0..vmad_testing::cases(40, 200) {
                vectors.push(vector(index, rng, 0, |ports| expected(instruction, ports)));
            }
        }
        for function in vmad_emit::every_word() {
            for _ in 0..vmad_testing::cases(2000, 10_000) {
                let word = word(rng);
                vectors.push(of_word(functions.len(), &function, word, rng));
            }
            functions.push(function);
        }
        Self::with(instructions, functions, &vectors)
    }

    /// The functions that take any word, on every `step`-th of [`every_word`].
    pub(crate) fn of_every_word(step: usize) -> Self {
        Self::of_functions(vmad_emit::every_word(), step)
    }

    /// Functions that take any word, on every `step`-th of [`every_word`].
    pub(crate) fn of_functions(functions: Vec<Function>, step: usize) -> Self {
        let rng = &mut Rng::with_seed(8);
        let mut vectors = Vec::new();
        for word in every_word(rng).into_iter().step_by(step) {
            for (index, function) in functions.iter().enumerate() {
                for _ in 0..if function.is_flag { 1 } else { 4 } {
                    vectors.push(of_word(index, function, word, rng));
                }
            }
        }
        Self::with(Vec::new(), functions, &vectors)
    }

    fn with(instructions: Vec<Instruction>, functions: Vec<Function>, vectors: &[Vector]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let bytes: Vec<u8> = vectors.iter().flatten().copied().flat_map(u32::to_le_bytes).collect();
        fs::write(folder.path().join("vectors"), bytes).expect("a writable folder");
        Self { instructions, functions, folder, count: vectors.len() }
    }

    /// The output of a driver that ran all vectors.
    pub(crate) fn check(&self, output: &str) {
        assert_eq!(output.trim(), format!("{} cases, 0 differences", self.count));
    }

    /// Checks that a driver that ran a broken text found a difference, and failed in no other way.
    pub(crate) fn check_broken(output: &str) {
        assert!(output.contains(" expected ") && !output.contains(" 0 differences"), "{output}");
    }
}

/// The index of a function, A, B, C, the two halves of a word, and the result.
type Vector = [u32; 7];

fn vector(index: usize, rng: &mut Rng, word: u64, expected: impl Fn(Ports) -> u32) -> Vector {
    let ports = Ports { a: register(rng), b: register(rng), c: register(rng) };
    [index as u32, ports.a, ports.b, ports.c, word as u32, (word >> 32) as u32, expected(ports)]
}

/// A vector of a function that takes any word.
fn of_word(index: usize, function: &Function, word: u64, rng: &mut Rng) -> Vector {
    vector(index, rng, word, |ports| expected_of_word(function, word, ports))
}

/// Writes a text.
pub(crate) fn write(path: &Path, text: &str) {
    fs::write(path, text).expect("a writable folder");
}

/// The calls of functions by index, a `case` for each function, with its arguments. A flag becomes a number as
/// `number` writes it.
pub(crate) fn cases(functions: &[Function], word: &str, number: [&str; 2]) -> String {
    let calls = functions.iter().enumerate().map(|(index, function)| {
        let arguments = function.parameters.iter().filter_map(|parameter| match parameter {
            Parameter::WordLow => Some(word),
            Parameter::WordHigh => None,
            port => Some(port.name()),
        });
        let call = format!("{}({})", function.name, arguments.collect::<Vec<_>>().join(", "));
        let [before, after] = if function.is_flag { number } else { [""; 2] };
        format!("case {index}: return {before}{call}{after};\n")
    });
    calls.collect()
}
