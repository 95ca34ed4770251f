//! The functions of a cubin's code sections.

use std::io::{Read, Seek};

use object::{Object, ObjectSection, ObjectSymbol, SymbolKind, read::ReadCache};
use vmad_sass::stream::Slot;

use super::{Cubin, CubinError, kernel_of, slots};

/// A function, by its name and its place in its section.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    section: String,
    name: String,
    start: u64,
    end: u64,
}

/// A function and its instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionCode {
    /// The function's name in PTX.
    pub function: String,
    /// The name of the kernel or function whose section it stands in.
    pub kernel: String,
    /// Its instructions; addresses count from the section's start.
    pub slots: Vec<Slot>,
}

/// Reads the code of every function: a section is the code of its kernel, but for the functions that ptxas put behind
/// it, which have symbols of their own, `$KERNEL$FUNCTION`.
///
/// # Errors
/// The file is damaged, or cannot be read.
pub fn functions(mut file: impl Read + Seek, cubin: &Cubin) -> Result<Vec<FunctionCode>, CubinError> {
    let inner = inner(&mut file)?;
    let mut functions = Vec::new();
    for section in &cubin.code {
        let kernel = section.kernel();
        let of = |name: &str| FunctionCode {
            function: name.to_owned(),
            kernel: kernel.to_owned(),
            slots: Vec::new(),
        };
        let here: Vec<&Inner> = inner.iter().filter(|inner| inner.section == section.name).collect();
        let mut found = vec![of(kernel)];
        found.extend(here.iter().map(|inner| of(&inner.name)));
        slots(&mut file, section, |slot| {
            let at = here.iter().position(|inner| (inner.start..inner.end).contains(&slot.address));
            found[at.map_or(0, |at| at + 1)].slots.push(slot);
            Ok::<(), CubinError>(())
        })?;
        functions.extend(found);
    }
    Ok(functions)
}

/// The functions that ptxas put behind a kernel.
fn inner(file: impl Read + Seek) -> Result<Vec<Inner>, CubinError> {
    let cache = ReadCache::new(file);
    let elf = object::File::parse(&cache)?;
    let mut inner = Vec::new();
    for symbol in elf.symbols() {
        let Some(index) = symbol.section_index() else { continue };
        if symbol.kind() != SymbolKind::Text || !symbol.is_local() {
            continue;
        }
        let section = elf.section_by_index(index)?;
        let section = String::from_utf8_lossy(section.name_bytes()?).into_owned();
        let name = String::from_utf8_lossy(symbol.name_bytes()?);
        let prefix = format!("${}$", kernel_of(&section));
        if let Some(name) = name.strip_prefix(&prefix) {
            let (name, start) = (name.to_owned(), symbol.address());
            inner.push(Inner { section, name, start, end: start.saturating_add(symbol.size()) });
        }
    }
    Ok(inner)
}
