//! A live ptxas, and a live nvdisasm that prints its code.

mod printed;

use std::{io::Write as _, path::PathBuf, process::Command};

use anyhow::{Context, Result, ensure};
use vmad_ptxas::rewrite::costs::Cost;

use crate::{
    ptxas::Ptxas,
    tools::{self, Tool},
};
use printed::Printed;

/// A ptxas and an nvdisasm.
#[derive(Debug)]
pub(crate) struct Compiler {
    pub ptxas: Ptxas,
    nvdisasm: PathBuf,
    /// Their names and versions, for the head of a record.
    pub versions: String,
}

impl Compiler {
    /// Both, which are fetched if they are missing.
    pub(crate) fn fetched(ptxas: Tool, nvdisasm: Tool) -> Result<Self> {
        let versions = format!("ptxas {} and nvdisasm {}", ptxas.build, nvdisasm.build);
        Ok(Self { ptxas: Ptxas::fetched(ptxas)?, nvdisasm: nvdisasm.program()?, versions })
    }

    /// The SASS of a function of each line.
    pub(crate) fn code_of(&self, arch: &str, lines: &[String]) -> Result<Vec<String>> {
        self.print(&self.ptxas.cubin(arch, lines)?, lines.len())
    }

    /// What the code of a function of each line costs.
    pub(crate) fn costs_of(&self, arch: &str, lines: &[String]) -> Result<Vec<Cost>> {
        let text = self.disassemble(&self.ptxas.cubin(arch, lines)?)?;
        let printed = Printed::read(&text);
        of_each(lines.len(), |index| printed.cost(index))
    }

    /// The SASS of the functions f0, f1 and so on of a cubin.
    pub(crate) fn print(&self, cubin: &[u8], count: usize) -> Result<Vec<String>> {
        let text = self.disassemble(cubin)?;
        let printed = Printed::read(&text);
        of_each(count, |index| printed.code(index))
    }

    fn disassemble(&self, cubin: &[u8]) -> Result<String> {
        let mut file = tempfile::NamedTempFile::new()?;
        file.write_all(cubin)?;
        let output = tools::run(Command::new(&self.nvdisasm).args(["-novliw", "-hex"]).arg(file.path()))?;
        ensure!(
            output.status.success(),
            "nvdisasm refuses the cubin: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

fn of_each<T>(count: usize, of: impl Fn(usize) -> Option<T>) -> Result<Vec<T>> {
    (0..count).map(|index| of(index).with_context(|| format!("nvdisasm prints no f{index}"))).collect()
}
