//! The functions of a cubin's code sections.

use std::{
    collections::HashMap,
    io::{Read, Seek},
    ops::Range,
};

use object::{Object, ObjectSection, ObjectSymbol, ReadRef, SymbolKind, read::ReadCache};
use vmad_sass::{isa::Layout, schedule::ControlField, stream::Slot};

use super::{Cubin, CubinError, Names, kernel_of, slots};

/// The code of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionCode {
    /// The function's name in PTX.
    pub function: String,
    /// The kernel of the code section. ptxas can put a function's code after that of a kernel.
    pub kernel: String,
    /// The instructions in the order of their addresses, which count from the section's start.
    pub slots: Vec<Slot>,
    /// The line of the PTX for each instruction, counted from 1; empty without a line table.
    pub lines: Vec<Option<u32>>,
    /// The places of the fields in the words.
    pub layout: Layout,
}

impl FunctionCode {
    fn new(function: &str, kernel: &str, layout: Layout) -> Self {
        let (function, kernel) = (function.to_owned(), kernel.to_owned());
        Self { function, kernel, slots: Vec::new(), lines: Vec::new(), layout }
    }

    /// The code of a kernel, without a line table. Address 0 has the control word of all words.
    pub fn of_words(kernel: &str, words: &[u64]) -> Self {
        let control = ControlField::IDLE.into();
        let slots = (1..).zip(words).map(|(at, &word)| Slot { address: 8 * at, word, control }).collect();
        Self { slots, ..Self::new(kernel, kernel, Layout::Maxwell) }
    }
}

/// A function after a kernel, and its place in the section.
type Inner = (Range<u64>, FunctionCode);

/// Reads the code of every function, without lines. A section is the code of its kernel. The functions that ptxas put
/// after it have symbols of their own, `$KERNEL$FUNCTION`; where two such symbols overlap, that with the later start
/// counts.
///
/// # Errors
/// The file is damaged, a function ends behind its section, a section is longer than [`MAX_CODE`](super::MAX_CODE), or reading failed.
pub fn functions(mut file: impl Read + Seek, cubin: &Cubin) -> Result<Vec<FunctionCode>, CubinError> {
    let layout = cubin.arch.layout();
    let mut inner = inner(&mut file, layout)?;
    let mut functions = Vec::new();
    for section in &cubin.code {
        let mut own = FunctionCode::new(section.kernel(), section.kernel(), layout);
        let mut behind = inner.remove(section.name.as_str()).unwrap_or_default();
        behind.sort_by_key(|(place, _)| place.start);
        for slot in slots(&mut file, section, layout)? {
            let started = behind.partition_point(|(place, _)| place.start <= slot.address);
            let inner = behind[..started].last_mut().filter(|(place, _)| slot.address < place.end);
            inner.map_or(&mut own, |(_, code)| code).slots.push(slot);
        }
        let all = [own].into_iter().chain(behind.into_iter().map(|(_, code)| code));
        functions.extend(all.map(|mut code| {
            code.slots.shrink_to_fit();
            code
        }));
    }
    Ok(functions)
}

/// The functions that ptxas put after kernels, without their instructions, by the name of the section.
fn inner(file: impl Read + Seek, layout: Layout) -> Result<HashMap<String, Vec<Inner>>, CubinError> {
    let cache = ReadCache::new(file);
    let elf = object::File::parse(&cache)?;
    let mut functions: HashMap<String, Vec<Inner>> = HashMap::new();
    let mut names = Names::new(ReadRef::len(&cache).unwrap_or_default());
    for symbol in elf.symbols() {
        let Some(index) = symbol.section_index() else { continue };
        if symbol.kind() != SymbolKind::Text {
            continue;
        }
        let (section, end) = (elf.section_by_index(index)?, symbol.address().saturating_add(symbol.size()));
        let size = section.size();
        let section = String::from_utf8_lossy(section.name_bytes()?).into_owned();
        let kernel = kernel_of(&section);
        let name = symbol.name_bytes()?;
        names.take(name)?;
        let name = String::from_utf8_lossy(name);
        if end > size {
            return Err(CubinError::Refused(format!(
                "section {section} has {size:#x} bytes, but its function {name} ends at {end:#x}: it is truncated or damaged"
            )));
        }
        if !symbol.is_local() {
            continue;
        }
        if let Some(name) = name.strip_prefix(&format!("${kernel}$")) {
            let place = symbol.address()..end;
            let code = FunctionCode::new(name, kernel, layout);
            functions.entry(section).or_default().push((place, code));
        }
    }
    Ok(functions)
}
