//! One question to ptxas: a module of many functions, and the words that it makes of each.

use std::{collections::HashMap, fmt::Write as _, fs, path::PathBuf, process::Command};

use anyhow::{Context, Result, ensure};
use object::{Endianness, Object, ObjectSection, read::elf::ElfFile64};
use tempfile::TempDir;
use vmad_sass::{
    Arch,
    stream::{Bundle, Slot},
};

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
    let file: ElfFile64<'_, Endianness> = ElfFile64::parse(cubin).context("ptxas wrote no ELF file")?;
    let mut sections = HashMap::new();
    for section in file.sections() {
        let name = section.name()?;
        if let Some(index) = name.strip_prefix(".text.f").and_then(|index| index.parse::<usize>().ok()) {
            sections.insert(index, words(section.data()?)?);
        }
    }
    (0..count)
        .map(|index| sections.remove(&index).with_context(|| format!("function {index} is not in the cubin")))
        .collect()
}

fn words(text: &[u8]) -> Result<Vec<u64>> {
    let (bundles, rest) = text.as_chunks::<{ Bundle::BYTES }>();
    ensure!(rest.is_empty(), "a function is not a whole number of bundles");
    let slots = bundles.iter().flat_map(|bytes| Bundle::from_bytes(bytes).slots(0));
    Ok(slots.map(|Slot { word, .. }| word).collect())
}
