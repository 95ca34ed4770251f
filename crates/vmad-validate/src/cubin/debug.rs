//! What ptxas writes with `-lineinfo`: the line of the PTX of each word, and the PTX itself.

use std::{
    collections::HashMap,
    io::{Read, Seek},
};

use gimli::{DebugLine, DebugLineOffset, LittleEndian};
use object::{
    Object, ObjectSection, ObjectSymbol, RelocationTarget,
    read::{ReadCache, ReadCacheOps},
};

use super::{CubinError, kernel_of};

/// The longest debug section that is read, in bytes. ptxas writes about two bytes for a word.
const MAX_DEBUG: u64 = 1 << 24;

/// The lowest bit of a section's index in a relocated address. Addresses in a section are lower.
const SECTION: u32 = 40;

/// Addresses of a kernel's section, ascending, and the line from there on.
type Rows = Vec<(u64, Option<u32>)>;

/// The debug information of a cubin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DebugInfo {
    /// By kernel.
    lines: HashMap<String, Rows>,
    ptx: Option<String>,
}

impl DebugInfo {
    /// Reads the sections `.nv_debug_line_sass` and `.nv_debug_ptx_txt`.
    ///
    /// # Errors
    /// A section is damaged or longer than 16 MiB.
    pub fn read(file: impl Read + Seek) -> Result<Self, CubinError> {
        let cache = ReadCache::new(file);
        let elf = object::File::parse(&cache)?;
        let lines = match elf.section_by_name(".nv_debug_line_sass") {
            Some(section) => lines(&elf, &section)?,
            None => HashMap::new(),
        };
        let ptx = match elf.section_by_name(".nv_debug_ptx_txt") {
            // Each line ends with a zero byte.
            Some(section) => Some(String::from_utf8_lossy(data(&section)?).replace('\0', "\n")),
            None => None,
        };
        Ok(Self { lines, ptx })
    }

    /// Whether there is a line table.
    pub fn has_lines(&self) -> bool {
        !self.lines.is_empty()
    }

    /// The line of the PTX, counted from 1, for the word at an address of a kernel's section: the line of the
    /// statement's semicolon.
    pub fn line(&self, kernel: &str, address: u64) -> Option<u32> {
        let rows = self.lines.get(kernel)?;
        let behind = rows.partition_point(|(start, _)| *start <= address);
        rows[..behind].last()?.1
    }

    /// The PTX from which the cubin was compiled, without comments, its lines in their places.
    pub fn ptx(&self) -> Option<&str> {
        self.ptx.as_deref()
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

/// The rows of the line programs, by kernel.
///
/// Each sequence starts at address 0, and a relocation names the symbol of its function. So the relocated address
/// carries the section's index.
fn lines<'f, R: ReadCacheOps>(
    elf: &object::File<'f, &'f ReadCache<R>>,
    section: &object::Section<'f, '_, &'f ReadCache<R>>,
) -> Result<HashMap<String, Rows>, CubinError> {
    let mut bytes = data(section)?.to_vec();
    let mut kernels = HashMap::new();
    for (offset, relocation) in section.relocations() {
        let RelocationTarget::Symbol(index) = relocation.target() else { continue };
        let symbol = elf.symbol_by_index(index)?;
        let Some(index) = symbol.section_index() else { continue };
        let kernel = elf.section_by_index(index)?;
        let kernel = String::from_utf8_lossy(kernel.name_bytes()?).into_owned();
        let place = usize::try_from(offset).ok().and_then(|at| bytes.get_mut(at..at.checked_add(8)?));
        if let (Some(place), Ok(number)) = (place, u32::try_from(index.0)) {
            let address = u64::from(number) << SECTION | symbol.address();
            place.copy_from_slice(&address.to_le_bytes());
            kernels.insert(number, kernel_of(&kernel).to_owned());
        }
    }
    let mut lines: HashMap<String, Rows> = HashMap::new();
    let debug = DebugLine::new(&bytes, LittleEndian);
    let mut offset = 0;
    while offset < bytes.len() {
        let program = debug.program(DebugLineOffset(offset), 8, None, None)?;
        // A unit's length does not count its own four bytes.
        offset = offset.saturating_add(program.header().unit_length()).saturating_add(4);
        let mut rows = program.rows();
        while let Some((_, row)) = rows.next_row()? {
            let number = (row.address() >> SECTION) as u32;
            let Some(kernel) = kernels.get(&number) else { continue };
            let line =
                row.line().filter(|_| !row.end_sequence()).and_then(|line| u32::try_from(line.get()).ok());
            let address = row.address() & ((1 << SECTION) - 1);
            match lines.get_mut(kernel) {
                Some(rows) => rows.push((address, line)),
                None => drop(lines.insert(kernel.clone(), vec![(address, line)])),
            }
        }
    }
    for rows in lines.values_mut() {
        // Where one sequence ends and another starts, the start counts; else the last row of an address.
        rows.sort_by_key(|(address, line)| (*address, line.is_some()));
    }
    Ok(lines)
}
