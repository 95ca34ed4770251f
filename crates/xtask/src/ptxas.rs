//! ptxas as an oracle: running it.

use std::{fmt::Write, fs, path::PathBuf, process::Command};

use anyhow::{Result, anyhow};
use vmad_ptx::sequence::{Register, Width};

use crate::tools::{self, Tool};

/// The program ptxas.
#[derive(Debug)]
pub(crate) struct Ptxas {
    path: PathBuf,
    /// Its name and version, for the head of a record.
    pub version: String,
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

    /// The cubin of a function of each line.
    ///
    /// # Errors
    /// ptxas refuses a line: its first message.
    pub(crate) fn cubin(&self, arch: &str, lines: &[impl AsRef<str>]) -> Result<Vec<u8>> {
        let refused = |message| anyhow!("ptxas refuses a line: {message}");
        self.compile(arch, lines)?.map_err(refused)
    }

    /// Compiles the functions f0, f1 and so on of these lines, with parameters a, b and c and result d, and does not link:
    /// the cubin, or the first message.
    pub(crate) fn compile(&self, arch: &str, lines: &[impl AsRef<str>]) -> Result<Result<Vec<u8>, String>> {
        let version = self.ptx_version(arch);
        let mut text = format!(".version {version}\n.target {arch}\n.address_size 64\n");
        for (index, line) in lines.iter().map(AsRef::as_ref).enumerate() {
            let parameters = ".reg .b32 a, .reg .b32 b, .reg .b32 c";
            writeln!(text, ".visible .func (.reg .b32 d) f{index}({parameters}) {{ {line} ret; }}")?;
        }
        let module = tempfile::Builder::new().suffix(".ptx").tempfile()?;
        fs::write(module.path(), text)?;
        let cubin = tempfile::Builder::new().suffix(".cubin").tempfile()?;
        let mut command = Command::new(&self.path);
        command.arg(format!("-arch={arch}")).arg("-c").arg(module.path()).arg("-o").arg(cubin.path());
        let output = tools::run(&mut command)?;
        if output.status.success() {
            return Ok(Ok(fs::read(cubin.path())?));
        }
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        Ok(Err(messages.lines().next().unwrap_or_default().to_owned()))
    }
}

pub(crate) fn declarations<'r>(registers: impl IntoIterator<Item = &'r Register>) -> String {
    let declaration = |register: &Register| match register.width {
        Width::Predicate => format!(".reg .pred {}; ", register.name),
        Width::Bits(bits) => format!(".reg .b{bits} {}; ", register.name),
    };
    registers.into_iter().map(declaration).collect()
}
