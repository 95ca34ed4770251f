//! A live ptxas, and a live nvdisasm that prints its code.

mod functions;

use std::{io::Write as _, path::PathBuf, process::Command};

use anyhow::{Context, Result, ensure};

use crate::{
    ptxas::{Ptxas, PtxasArgs, functions as of_abc},
    tools::{self, NVDISASM},
};
use functions::Printed;

/// The options for ptxas and nvdisasm.
#[derive(Debug, clap::Args)]
pub(crate) struct CompilerArgs {
    #[command(flatten)]
    ptxas: PtxasArgs,
    /// The nvdisasm that prints the code [default: the one in .tools/, fetched first if it is missing]
    #[arg(long, value_name = "PATH")]
    nvdisasm: Option<PathBuf>,
}

impl CompilerArgs {
    /// Finds both, and prints the path and version of ptxas.
    pub(crate) fn open(self) -> Result<Compiler> {
        Ok(Compiler { ptxas: self.ptxas.open()?, nvdisasm: NVDISASM.or(self.nvdisasm)? })
    }
}

/// A ptxas and an nvdisasm.
#[derive(Debug)]
pub(crate) struct Compiler {
    pub ptxas: Ptxas,
    pub nvdisasm: PathBuf,
}

impl Compiler {
    /// Both with their versions, for the head of a record.
    pub(crate) fn versions(&self) -> Result<String> {
        Ok(format!("{} and nvdisasm {}", self.ptxas.version, tools::version(&self.nvdisasm)?))
    }

    /// The SASS of functions f0, f1 and so on.
    pub(crate) fn code(&self, arch: &str, functions: &[String]) -> Result<Vec<String>> {
        self.print(&self.ptxas.compile_functions(arch, functions)?.accepted()?, functions.len())
    }

    /// The SASS of a function of each line, as [`of_abc`] makes it.
    pub(crate) fn code_of(&self, arch: &str, lines: &[String]) -> Result<Vec<String>> {
        self.code(arch, &of_abc(lines))
    }

    /// The SASS of the functions f0, f1 and so on of a cubin.
    pub(crate) fn print(&self, cubin: &[u8], count: usize) -> Result<Vec<String>> {
        let mut file = tempfile::NamedTempFile::new()?;
        file.write_all(cubin)?;
        let output = tools::run(Command::new(&self.nvdisasm).arg("-novliw").arg(file.path()))?;
        ensure!(
            output.status.success(),
            "nvdisasm refuses the cubin: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        let text = String::from_utf8_lossy(&output.stdout);
        let printed = Printed::read(&text);
        let code = |index| printed.code(index).with_context(|| format!("nvdisasm prints no f{index}"));
        (0..count).map(code).collect()
    }
}
