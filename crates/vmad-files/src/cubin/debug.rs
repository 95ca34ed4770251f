//! The debug information that ptxas writes with `-lineinfo`: the line of the PTX for each word, and the PTX itself.

use std::{
    collections::HashMap,
    io::{Read, Seek},
    num::NonZero,
};

use gimli::{AttributeValue, DebugLine, DebugLineOffset, LineProgramHeader, LittleEndian};
use object::{
    Object, ObjectSection, ObjectSymbol, ObjectSymbolTable, SymbolIndex,
    read::{ReadCache, ReadCacheOps},
};

use super::{CodeSection, CubinError, check_disjoint, kernel_of};
use crate::lines::words;

/// The longest debug section that is read, in bytes. ptxas writes about two bytes for a word.
const MAX_DEBUG: u64 = 1 << 24;

/// The lowest bit of a section's index in a relocated address. Addresses in a section are lower.
const SECTION: u32 = 40;

/// The sections with the relocations of the line table, and the bytes of an entry: offset, symbol, and from sm_90 on an
/// addend.
const RELOCATIONS: [(&str, usize); 2] = [(".rel.nv_debug_line_sass", 16), (".rela.nv_debug_line_sass", 24)];

/// The section with the PTX of a cubin. In relocatable and linked files its name also has a number.
const PTX: &str = ".nv_debug_ptx_txt";

/// The debug information of a cubin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DebugInfo {
    /// The table of each kernel.
    tables: HashMap<String, Table>,
    /// The texts, each once.
    ptx: Vec<String>,
    /// The text of each section that has one.
    of_section: HashMap<String, usize>,
    /// The text with these words.
    of_words: HashMap<Vec<u8>, usize>,
}

/// The rows of a kernel's line table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Table {
    /// The name of the section with its PTX, if the table names it.
    ptx: Option<String>,
    /// Addresses of the kernel's section, ascending, and the line from there on; line 0 is none.
    rows: Vec<(u32, u32)>,
}

impl DebugInfo {
    /// Reads the sections `.nv_debug_line_sass` and `.nv_debug_ptx_txt`.
    ///
    /// # Errors
    /// A section is damaged or longer than 16 MiB, or two sections with PTX overlap.
    pub fn read(file: impl Read + Seek) -> Result<Self, CubinError> {
        let cache = ReadCache::new(file);
        let elf = object::File::parse(&cache)?;
        let mut info = Self::default();
        if let Some(section) = elf.section_by_name(".nv_debug_line_sass") {
            info.tables = tables(&elf, &section)?;
        }
        let mut sections = Vec::new();
        for section in elf.sections() {
            let name = String::from_utf8_lossy(section.name_bytes()?).into_owned();
            if name.strip_prefix(PTX).is_some_and(|number| number.is_empty() || number.starts_with('.')) {
                let (offset, size) = section.file_range().unwrap_or_default();
                sections.push((CodeSection { name, offset, size }, section));
            }
        }
        check_disjoint(sections.iter().map(|(place, _)| place))?;
        for (CodeSection { name, .. }, section) in sections {
            // Each line ends with a zero byte.
            let text = String::from_utf8_lossy(data(&section)?).replace('\0', "\n");
            let next = info.ptx.len();
            let index = *info.of_words.entry(words(&text)).or_insert(next);
            if index == next {
                info.ptx.push(text);
            }
            info.of_section.entry(name).or_insert(index);
        }
        Ok(info)
    }

    /// The line of the PTX, counted from 1, for the word at an address of a kernel's section: the line of the
    /// statement's semicolon. It is that of the last row at or below the address.
    pub fn lines<'s>(&'s self, kernel: &str) -> impl Fn(u64) -> Option<u32> + use<'s> {
        let rows = self.tables.get(kernel).map_or(&[][..], |table| &table.rows);
        move |address| {
            let behind = rows.partition_point(|(start, _)| u64::from(*start) <= address);
            Some(rows[..behind].last()?.1).filter(|line| *line > 0)
        }
    }

    /// The PTX from which the cubin was compiled, without comments, its lines in their places: a text for each object
    /// that was linked. No two have the same words in the same lines.
    pub fn ptx(&self) -> &[String] {
        &self.ptx
    }

    /// The place in [`DebugInfo::ptx`] of the text with the same words in the same lines.
    pub fn place_of(&self, text: &str) -> Option<usize> {
        self.of_words.get(&words(text)).copied()
    }

    /// The place in [`DebugInfo::ptx`] of the text to which the line table of a kernel belongs; [`None`] if the kernel
    /// has no table, or its PTX is not in the file.
    pub fn ptx_of(&self, kernel: &str) -> Option<usize> {
        match &self.tables.get(kernel)?.ptx {
            Some(section) => self.of_section.get(section).copied(),
            None => (self.ptx.len() == 1).then_some(0),
        }
    }

    /// The code that is compared with each embedded text. `names` are the kernel and the function of a piece. Without a
    /// table, it is compared with the text that `with_function` gives for its function, else with the first one.
    pub fn by_ptx<T>(
        &self,
        pieces: Vec<T>,
        names: impl Fn(&T) -> [&str; 2],
        with_function: impl Fn(&str) -> Option<usize>,
    ) -> Vec<Vec<T>> {
        let mut own: Vec<Vec<T>> = self.ptx.iter().map(|_| Vec::new()).collect();
        for piece in pieces {
            let [kernel, function] = names(&piece);
            let place = self.ptx_of(kernel).or_else(|| with_function(function)).unwrap_or_default();
            if let Some(own) = own.get_mut(place) {
                own.push(piece);
            }
        }
        own
    }
}

/// A section's bytes.
fn data<'f, R: ReadCacheOps>(
    section: &object::Section<'f, '_, &'f ReadCache<R>>,
) -> Result<&'f [u8], CubinError> {
    if section.size() > MAX_DEBUG {
        let name = String::from_utf8_lossy(section.name_bytes()?).into_owned();
        return Err(CubinError::Long { name, size: section.size(), most: MAX_DEBUG });
    }
    Ok(section.data()?)
}

/// The line tables, by kernel.
///
/// Each sequence starts at address 0, and a relocation names the symbol of its function. So the relocated address
/// carries the section's index. A linker leaves sequences without a relocation for functions that it removed.
fn tables<'f, R: ReadCacheOps>(
    elf: &object::File<'f, &'f ReadCache<R>>,
    section: &object::Section<'f, '_, &'f ReadCache<R>>,
) -> Result<HashMap<String, Table>, CubinError> {
    let mut bytes = data(section)?.to_vec();
    let kernels = relocate(elf, &mut bytes)?;
    let mut tables: HashMap<u32, Table> = HashMap::new();
    let debug = DebugLine::new(&bytes, LittleEndian);
    let mut offset = 0;
    while offset < bytes.len() {
        let program = debug.program(DebugLineOffset(offset), 8, None, None)?;
        // A unit's length does not count its own four bytes.
        offset = offset.saturating_add(program.header().unit_length()).saturating_add(4);
        let ptx = ptx_name(program.header());
        let mut rows = program.rows();
        while let Some((_, row)) = rows.next_row()? {
            let number = (row.address() >> SECTION) as u32;
            if !kernels.contains_key(&number) {
                continue;
            }
            let Ok(address) = u32::try_from(row.address() & ((1 << SECTION) - 1)) else { continue };
            let line = row.line().filter(|_| !row.end_sequence()).map_or(0, NonZero::get);
            let table = tables.entry(number).or_insert_with(|| Table { ptx: ptx.clone(), rows: Vec::new() });
            // Two units about one kernel: no tool writes this.
            if let (true, Ok(line)) = (table.ptx == ptx, u32::try_from(line)) {
                table.rows.push((address, line));
            }
        }
    }
    for table in tables.values_mut() {
        // Where one sequence ends and another starts, the start counts; else the last row of an address.
        table.rows.sort_by_key(|(address, line)| (*address, *line > 0));
    }
    let with_name = |(number, table)| Some((kernels.get(&number)?.clone(), table));
    Ok(tables.into_iter().filter_map(with_name).collect())
}

/// The section of the PTX that the file table of a unit names.
fn ptx_name<R: gimli::Reader>(header: &LineProgramHeader<R>) -> Option<String> {
    let AttributeValue::String(name) = header.file_names().first()?.path_name() else { return None };
    let name = name.to_string_lossy().ok()?.into_owned();
    name.starts_with(PTX).then_some(name)
}

/// Writes the index of its section into the address of each sequence. Returns the kernels of the sections.
///
/// The relocations are read here: ptxas 12.0 to 12.2 link them to another section than the symbol table, of which a
/// file has only one.
fn relocate<'f, R: ReadCacheOps>(
    elf: &object::File<'f, &'f ReadCache<R>>,
    bytes: &mut [u8],
) -> Result<HashMap<u32, String>, CubinError> {
    let mut kernels = HashMap::new();
    let Some(symbols) = elf.symbol_table() else { return Ok(kernels) };
    for (name, size) in RELOCATIONS {
        let Some(section) = elf.section_by_name(name) else { continue };
        for entry in data(&section)?.chunks_exact(size) {
            let mut words = entry.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word));
            let [offset, info, addend] = [(); 3].map(|()| words.next().unwrap_or(0));
            let symbol = symbols.symbol_by_index(SymbolIndex((info >> 32) as usize))?;
            let Some(index) = symbol.section_index() else { continue };
            let kernel = elf.section_by_index(index)?;
            let kernel = String::from_utf8_lossy(kernel.name_bytes()?).into_owned();
            let place = usize::try_from(offset).ok().and_then(|at| bytes.get_mut(at..at.checked_add(8)?));
            if let (Some(place), Ok(number)) = (place, u32::try_from(index.0)) {
                let address = u64::from(number) << SECTION | symbol.address().wrapping_add(addend);
                place.copy_from_slice(&address.to_le_bytes());
                kernels.insert(number, kernel_of(&kernel).to_owned());
            }
        }
    }
    Ok(kernels)
}
