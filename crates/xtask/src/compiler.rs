//! A live ptxas, and a live nvdisasm that prints its code.

use std::{io::Write as _, path::PathBuf, process::Command};

use anyhow::{Result, ensure};

use crate::{
    fetch::locate,
    ptxas::{Ptxas, PtxasArgs},
    tools::{self, NVDISASM},
};

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
        Ok(Compiler { ptxas: self.ptxas.open()?, nvdisasm: locate(&NVDISASM, self.nvdisasm)? })
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

    /// The output of nvdisasm for a cubin.
    pub(crate) fn print(&self, cubin: &[u8]) -> Result<String> {
        let mut file = tempfile::NamedTempFile::new()?;
        file.write_all(cubin)?;
        let output = tools::run(Command::new(&self.nvdisasm).arg("-novliw").arg(file.path()))?;
        ensure!(
            output.status.success(),
            "nvdisasm refuses the cubin: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}
