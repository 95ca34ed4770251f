//! A live ptxas, and a live nvdisasm that prints its code.

use std::{io::Write as _, path::PathBuf, process::Command};

use anyhow::{Result, ensure};

use crate::{
    fetch::locate,
    ptxas::{Ptxas, PtxasArgs},
    tools::{self, NVDISASM},
};

/// Which ptxas is asked, and which nvdisasm prints its code.
#[derive(Debug, clap::Args)]
pub(crate) struct CompilerArgs {
    #[command(flatten)]
    ptxas: PtxasArgs,
    /// The nvdisasm to read with [default: likewise]
    #[arg(long, value_name = "PATH")]
    nvdisasm: Option<PathBuf>,
}

impl CompilerArgs {
    /// Finds both, and prints which ptxas it is.
    pub(crate) fn open(self) -> Result<Compiler> {
        Ok(Compiler { ptxas: self.ptxas.open()?, nvdisasm: locate(&NVDISASM, self.nvdisasm)? })
    }
}

/// A ptxas and an nvdisasm.
#[derive(Debug)]
pub(crate) struct Compiler {
    pub ptxas: Ptxas,
    nvdisasm: PathBuf,
}

impl Compiler {
    /// Both with their versions, as a record states them.
    pub(crate) fn versions(&self) -> Result<String> {
        Ok(format!("{} and nvdisasm {}", self.ptxas.version, tools::version(&self.nvdisasm)?))
    }

    /// What nvdisasm prints of a cubin.
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
