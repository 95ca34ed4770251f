//! One question to ptxas: a module of many functions, and the words of each.

use std::{collections::HashMap, fmt::Write as _, io::Cursor};

use anyhow::{Context, Result};
use vmad_files::cubin::{Cubin, slots};
use vmad_sass::Arch;

use crate::ptxas::Ptxas;

/// The cubin of a module with a function for each line: parameters a, b and c, result d.
pub(super) fn cubin(ptxas: &Ptxas, arch: &str, lines: &[String]) -> Result<Vec<u8>> {
    let version = ptxas.ptx_version(arch);
    let mut module = format!(".version {version}\n.target {arch}\n.address_size 64\n");
    for (index, line) in lines.iter().enumerate() {
        let parameters = ".reg .b32 a, .reg .b32 b, .reg .b32 c";
        writeln!(module, ".visible .func (.reg .b32 d) f{index}({parameters}) {{ {line} ret; }}")?;
    }
    let compiled = ptxas.compile(arch, &["-c"], &module)?;
    let message = || compiled.messages.lines().next().unwrap_or_default().to_owned();
    compiled.cubin.with_context(|| format!("ptxas refuses a line: {}", message()))
}

/// The instruction words of each line's function, without control words.
pub(super) fn words(ptxas: &Ptxas, arch: Arch, lines: &[String]) -> Result<Vec<Vec<u64>>> {
    let cubin = cubin(ptxas, &arch.to_string(), lines)?;
    let contents = Cubin::read(Cursor::new(&cubin))?;
    let mut functions = HashMap::new();
    for section in &contents.code {
        let words: Vec<u64> =
            slots(Cursor::new(&cubin), section, arch.layout())?.iter().map(|slot| slot.word).collect();
        functions.insert(section.kernel(), words);
    }
    let words = |index: usize| {
        let name = format!("f{index}");
        functions.remove(name.as_str()).with_context(|| format!("the cubin has no function {name}"))
    };
    (0..lines.len()).map(words).collect()
}
