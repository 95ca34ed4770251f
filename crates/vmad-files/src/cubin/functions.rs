//! The functions of a cubin's code sections.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
    io::{Read, Seek},
};

use object::{Object, ObjectSection, ObjectSymbol, SymbolKind, read::ReadCache};
use vmad_sass::{isa::Layout, schedule::ControlField, stream::Slot};

use super::{Cubin, CubinError, kernel_of, slots};

/// A function after a kernel: its place in the section, and its instructions.
struct Inner {
    name: String,
    start: u64,
    end: u64,
    slots: Vec<Slot>,
}

/// The code of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
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

impl Code {
    /// The code of a kernel, without a line table. Address 0 has the control word of all words.
    pub fn of_words(kernel: &str, words: &[u64]) -> Self {
        let control = ControlField::IDLE.into();
        let slots = (1..).zip(words).map(|(at, &word)| Slot { address: 8 * at, word, control }).collect();
        Self {
            function: kernel.to_owned(),
            kernel: kernel.to_owned(),
            slots,
            lines: Vec::new(),
            layout: Layout::Maxwell,
        }
    }
}

/// Reads the code of every function, without lines. A section is the code of its kernel. The functions that ptxas put after it have
/// symbols of their own, `$KERNEL$FUNCTION`; where two such symbols overlap, the first in the file counts.
///
/// # Errors
/// The file is damaged, a section is longer than [`MAX_CODE`](super::MAX_CODE), or reading failed.
pub fn functions(mut file: impl Read + Seek, cubin: &Cubin) -> Result<Vec<Code>, CubinError> {
    let layout = cubin.arch.layout();
    let mut inner = inner(&mut file)?;
    let mut functions = Vec::new();
    for section in &cubin.code {
        let kernel = section.kernel();
        let mut own = Vec::new();
        let mut behind = inner.remove(section.name.as_str()).unwrap_or_default();
        let mut covers = Covers::of(&behind);
        for slot in slots(&mut file, section, layout)? {
            match covers.first_at(slot.address) {
                Some(inner) => behind[inner].slots.push(slot),
                None => own.push(slot),
            }
        }
        let function = |function: String, mut slots: Vec<Slot>| {
            slots.shrink_to_fit();
            Code { function, kernel: kernel.to_owned(), slots, lines: Vec::new(), layout }
        };
        functions.push(function(kernel.to_owned(), own));
        functions.extend(behind.into_iter().map(|inner| function(inner.name, inner.slots)));
    }
    Ok(functions)
}

/// Finds the function of each address of a section, in ascending order.
struct Covers {
    /// The functions by their starts, the last first.
    pending: Vec<Cover>,
    /// The functions that have started, the first in the file at the top.
    open: BinaryHeap<Reverse<(usize, u64)>>,
}

/// The start of a function, its place in the file, and its end.
type Cover = (u64, usize, u64);

impl Covers {
    fn of(inner: &[Inner]) -> Self {
        let mut pending: Vec<Cover> =
            inner.iter().enumerate().map(|(at, inner)| (inner.start, at, inner.end)).collect();
        pending.sort_unstable_by(|one, other| other.cmp(one));
        Self { pending, open: BinaryHeap::new() }
    }

    /// The first function in the file that has an address.
    fn first_at(&mut self, address: u64) -> Option<usize> {
        while let Some((_, at, end)) = self.pending.pop_if(|(start, ..)| *start <= address) {
            self.open.push(Reverse((at, end)));
        }
        while let Some(Reverse((at, end))) = self.open.peek() {
            if address < *end {
                return Some(*at);
            }
            self.open.pop();
        }
        None
    }
}

/// The functions that ptxas put after kernels, without their code, by the name of the section.
fn inner(file: impl Read + Seek) -> Result<HashMap<String, Vec<Inner>>, CubinError> {
    let cache = ReadCache::new(file);
    let elf = object::File::parse(&cache)?;
    let mut functions: HashMap<String, Vec<Inner>> = HashMap::new();
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
            let end = start.saturating_add(symbol.size());
            functions.entry(section).or_default().push(Inner { name, start, end, slots: Vec::new() });
        }
    }
    Ok(functions)
}
