//! One question to ptxas: a module of many functions, and the words of each.

use std::{collections::HashMap, io::Cursor};

use anyhow::{Context, Result};
use vmad_files::cubin::{Cubin, slots};
use vmad_sass::{Arch, isa::Layout};

use crate::ptxas::Ptxas;

/// The instruction words of each line's function before its `RET`, without control words.
pub(super) fn words(ptxas: &Ptxas, arch: Arch, lines: &[String]) -> Result<Vec<Vec<u64>>> {
    let cubin = ptxas.cubin(&arch.to_string(), lines)?;
    let ret = match arch.layout() {
        Layout::Maxwell => 0xe32,
        Layout::Kepler => 0x190,
    };
    let mut of_names = HashMap::new();
    for section in Cubin::read(Cursor::new(&cubin))?.code {
        let slots = slots(Cursor::new(&cubin), &section, arch.layout())?;
        let words = slots.iter().map(|slot| slot.word).take_while(|word| word >> 52 != ret);
        of_names.insert(section.kernel().to_owned(), words.collect());
    }
    let words = |index: usize| {
        let name = format!("f{index}");
        of_names.remove(&name).with_context(|| format!("the cubin has no function {name}"))
    };
    (0..lines.len()).map(words).collect()
}

pub(super) fn hex(words: &[u64]) -> String {
    words.iter().map(|word| format!("{word:016x}")).collect::<Vec<_>>().join(" ")
}
