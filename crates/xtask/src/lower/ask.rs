//! One question to ptxas: a module of many functions, and the words that it makes of each.

use std::{collections::HashMap, fmt::Write as _, fs, io::Cursor, path::PathBuf, process::Command};

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;
use vmad_sass::Arch;
use vmad_validate::cubin::{Cubin, slots};

use crate::tools;

/// The tool.
pub(super) struct Ptxas {
    tool: PathBuf,
    /// What it calls itself.
    pub(super) version: String,
}

impl Ptxas {
    pub(super) fn new(tool: PathBuf) -> Result<Self> {
        let version = format!("ptxas {}", tools::version(&tool)?);
        Ok(Self { tool, version })
    }

    /// The instruction words of each line's function; control words are left out.
    pub(super) fn ask(&self, arch: Arch, lines: &[String]) -> Result<Vec<Vec<u64>>> {
        let folder = TempDir::new()?;
        let (source, cubin) = (folder.path().join("ask.ptx"), folder.path().join("ask.cubin"));
        let module = module(&arch.to_string(), lines)?;
        fs::write(&source, module)?;
        let mut command = Command::new(&self.tool);
        let output =
            tools::run(command.arg("-c").arg(format!("-arch={arch}")).arg(&source).arg("-o").arg(&cubin))?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        ensure!(output.status.success(), "ptxas refuses a line: {}", said.lines().next().unwrap_or_default());
        functions(&fs::read(&cubin)?, lines.len())
    }
}

/// A module with a function for each line, which stands alone in it: parameters a, b and c, result d.
pub(super) fn module(arch: &str, lines: &[String]) -> Result<String> {
    let mut module = format!(".version 8.0\n.target {arch}\n.address_size 64\n");
    for (index, line) in lines.iter().enumerate() {
        let parameters = ".reg .b32 a, .reg .b32 b, .reg .b32 c";
        writeln!(module, ".visible .func (.reg .b32 d) f{index}({parameters}) {{ {line} ret; }}")?;
    }
    Ok(module)
}

/// The words of the sections `.text.f0`, `.text.f1` and so on.
fn functions(cubin: &[u8], count: usize) -> Result<Vec<Vec<u64>>> {
    let contents = Cubin::read(Cursor::new(cubin))?;
    let mut sections = HashMap::new();
    for section in &contents.code {
        let words: Vec<u64> = slots(Cursor::new(cubin), section)?.iter().map(|slot| slot.word).collect();
        sections.insert(section.kernel(), words);
    }
    (0..count)
        .map(|index| {
            let name = format!("f{index}");
            sections.remove(name.as_str()).with_context(|| format!("function {name} is not in the cubin"))
        })
        .collect()
}
