//! ptxas as an oracle: running it.

use std::{fs, path::PathBuf, process::Command};

use anyhow::{Context, Result};
use vmad_ptx::sequence::{Register, Width};

use crate::tools::{self, Tool};

/// The program ptxas.
#[derive(Debug)]
pub(crate) struct Ptxas {
    path: PathBuf,
    /// Its name and version, for the head of a record.
    pub version: String,
}

/// The result of one run.
#[derive(Debug)]
pub(crate) struct Compiled {
    /// All messages, line by line.
    pub messages: String,
    /// The cubin; none if ptxas failed.
    pub cubin: Option<Vec<u8>>,
}

impl Compiled {
    /// The cubin.
    ///
    /// # Errors
    /// ptxas failed: its first message.
    pub(crate) fn accepted(self) -> Result<Vec<u8>> {
        let message =
            || format!("ptxas refuses a line: {}", self.messages.lines().next().unwrap_or_default());
        self.cubin.with_context(message)
    }
}

impl Ptxas {
    /// The program, which is fetched if it is missing.
    pub(crate) fn fetched(tool: Tool) -> Result<Self> {
        Ok(Self { path: tool.program()?, version: format!("ptxas {}", tool.build) })
    }

    /// A version of PTX that the program reads, and that has the target.
    fn ptx_version(&self, target: &str) -> &'static str {
        let number =
            target.trim_start_matches("sm_").trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
        let number: u32 = number.parse().unwrap_or(0);
        match (self.version.starts_with("ptxas 11."), number) {
            (true, ..86) => "7.0",
            (true, 86..89) => "7.1",
            (true, 89..) => "7.8",
            (false, ..100) => "8.0",
            (false, 100..) => "8.7",
        }
    }

    /// Compiles functions, and does not link.
    pub(crate) fn compile_functions(&self, arch: &str, functions: &[String]) -> Result<Compiled> {
        let version = self.ptx_version(arch);
        let head = format!(".version {version}\n.target {arch}\n.address_size 64\n");
        let module = tempfile::Builder::new().suffix(".ptx").tempfile()?;
        fs::write(module.path(), head + &functions.concat())?;
        let cubin = tempfile::Builder::new().suffix(".cubin").tempfile()?;
        let mut command = Command::new(&self.path);
        command.arg(format!("-arch={arch}")).arg("-c").arg(module.path()).arg("-o").arg(cubin.path());
        let output = tools::run(&mut command)?;
        let messages = [output.stderr, output.stdout].concat();
        Ok(Compiled {
            messages: String::from_utf8_lossy(&messages).into_owned(),
            cubin: if output.status.success() { Some(fs::read(cubin.path())?) } else { None },
        })
    }
}

/// The functions f0, f1 and so on of these lines: parameters a, b and c, result d.
pub(crate) fn functions(lines: &[impl AsRef<str>]) -> Vec<String> {
    let parameters = ".reg .b32 a, .reg .b32 b, .reg .b32 c";
    let function = |(index, line): (usize, &str)| {
        format!(".visible .func (.reg .b32 d) f{index}({parameters}) {{ {line} ret; }}\n")
    };
    lines.iter().map(AsRef::as_ref).enumerate().map(function).collect()
}

pub(crate) fn declarations<'r>(registers: impl IntoIterator<Item = &'r Register>) -> String {
    let declaration = |register: &Register| match register.width {
        Width::Predicate => format!(".reg .pred {}; ", register.name),
        Width::Bits(bits) => format!(".reg .b{bits} {}; ", register.name),
    };
    registers.into_iter().map(declaration).collect()
}
