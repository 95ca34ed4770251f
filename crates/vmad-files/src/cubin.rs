//! Cubins: the ELF files in which ptxas writes machine code.

mod debug;
mod error;
mod functions;
mod maker;

pub use debug::DebugInfo;
pub use error::CubinError;
pub use functions::{FunctionCode, functions};
pub use maker::Maker;

use std::io::{Read, Seek, SeekFrom, Take};

use object::{
    Endianness, FileFlags, Object, ObjectSection, SectionFlags,
    read::{
        ReadCache, ReadCacheOps,
        elf::{ElfFile64, FileHeader},
    },
};
use vmad_sass::{AnyArch, Arch, isa::Layout, stream::Slot};

use crate::chunks::{Chunk, Chunks, StreamError};

/// The first bytes of every ELF file.
pub const ELF_MAGIC: [u8; 4] = *b"\x7fELF";

/// `EM_CUDA`, the machine number of a cubin.
const EM_CUDA: u16 = 190;

/// The largest number of sections. Real cubins have far fewer; a damaged header can count billions.
const MAX_SECTIONS: usize = 1 << 20;
/// The longest section that [`slots`] reads into memory, in bytes.
pub const MAX_CODE: u64 = 1 << 28;

/// A cubin's architecture and its code sections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cubin<A = Arch> {
    /// The architecture that the ELF header names.
    pub arch: A,
    /// The tool that wrote it, if the file names it.
    pub maker: Option<Maker>,
    /// The code sections, in the file's order. No two overlap.
    pub code: Vec<CodeSection>,
}

/// A code section: one kernel or function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeSection {
    /// The section's name: `.text.KERNEL`.
    pub name: String,
    /// The offset of its first byte in the file.
    pub offset: u64,
    /// Its length in bytes.
    pub size: u64,
}

impl CodeSection {
    /// The kernel's or function's name.
    pub fn kernel(&self) -> &str {
        kernel_of(&self.name)
    }

    /// An error of the section's code, with the section's name.
    pub fn stream_error(&self, error: &StreamError) -> CubinError {
        CubinError::Refused(format!("section {}: {error}", self.name))
    }
}

/// The name of the kernel or function of a code section's name.
fn kernel_of(section: &str) -> &str {
    section.strip_prefix(".text.").unwrap_or(section)
}

impl Cubin {
    /// Reads the headers of a cubin with words of 64 bits, and nothing else of its contents.
    ///
    /// # Errors
    /// As [`Cubin::read_any`], or its words have 128 bits.
    pub fn read(file: impl Read + Seek) -> Result<Self, CubinError> {
        let Cubin { arch, maker, code } = Cubin::read_any(file)?;
        match arch.narrow() {
            Ok(arch) => Ok(Self { arch, maker, code }),
            Err(error) => Err(CubinError::Arch { error, maker }),
        }
    }
}

impl Cubin<AnyArch> {
    /// Reads a cubin's headers, and nothing else of its contents.
    ///
    /// # Errors
    /// The file is not an ELF file for CUDA, its architecture is not [`AnyArch`], a code section reaches beyond the
    /// file, or two of them overlap.
    pub fn read_any(mut file: impl Read + Seek) -> Result<Self, CubinError> {
        let length = file.seek(SeekFrom::End(0)).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotSeekable => CubinError::Refused(
                "this is a pipe or a device, and a cubin cannot be read from front to end: give the name of a file".to_owned(),
            ),
            _ => CubinError::Io(error),
        })?;
        // A directory has a length. Reading it fails with the system's error, which the cache would hide.
        file.seek(SeekFrom::Start(0))?;
        let _ = file.read(&mut [0])?;
        let cache = ReadCache::new(&mut file);
        let machine = machine(&cache)?;
        if machine != EM_CUDA {
            return Err(CubinError::Machine(machine));
        }
        check_tables(&cache, length)?;
        let elf = ElfFile64::<Endianness, _>::parse(&cache)?;
        let arch = AnyArch::from_number(sm_number(elf.flags()))
            .map_err(|error| CubinError::Refused(error.to_string()))?;
        let mut code = Vec::new();
        let mut names = Names::new(length);
        for (index, section) in elf.sections().enumerate() {
            if index == MAX_SECTIONS {
                let message =
                    format!("the ELF header counts more than {MAX_SECTIONS} sections: it is damaged");
                return Err(CubinError::Refused(message));
            }
            names.take(section.name_bytes()?)?;
            let SectionFlags::Elf { sh_flags, .. } = section.flags() else { continue };
            let executable = sh_flags.0 & object::elf::SHF_EXECINSTR.0 != 0;
            let Some((offset, size)) = section.file_range() else { continue };
            if !executable || size == 0 {
                continue;
            }
            let name = String::from_utf8_lossy(section.name_bytes()?).into_owned();
            let end = offset.saturating_add(size);
            if end > length {
                return Err(CubinError::Refused(format!(
                    "section {name} holds bytes {offset:#x} to {end:#x}, but the file ends at {length:#x}: it is truncated or damaged"
                )));
            }
            code.push(CodeSection { name, offset, size });
        }
        check_disjoint(&code)?;
        Ok(Self { arch, maker: Maker::read(&elf)?, code })
    }
}

/// The bytes of a code section, in a layout if its words have 64 bits.
///
/// # Errors
/// The section's length is not a multiple of a bundle, or the file cannot be positioned at it.
pub fn code<R: Read + Seek>(
    mut file: R,
    section: &CodeSection,
    layout: Option<Layout>,
) -> Result<Take<R>, CubinError> {
    file.seek(SeekFrom::Start(section.offset))?;
    if let Some(layout) = layout
        && !section.size.is_multiple_of(layout.bundle_bytes() as u64)
    {
        return Err(section.stream_error(&StreamError::Unaligned { length: section.size, layout }));
    }
    Ok(file.take(section.size))
}

/// The instructions of a code section in a layout. Addresses count from the section's start.
///
/// # Errors
/// The section is longer than [`MAX_CODE`], its length is not a multiple of a bundle, or reading failed.
pub fn slots(file: impl Read + Seek, section: &CodeSection, layout: Layout) -> Result<Vec<Slot>, CubinError> {
    if section.size > MAX_CODE {
        return Err(CubinError::Long { name: section.name.clone(), size: section.size, most: MAX_CODE });
    }
    let (mut chunks, mut chunk) = (Chunks::new(code(file, section, Some(layout))?, layout), Chunk::default());
    let mut slots = Vec::new();
    while chunks.read(&mut chunk).map_err(|error| section.stream_error(&error))? {
        layout.slots(chunk.bytes(), chunk.address, |slot| slots.push(slot));
    }
    Ok(slots)
}

/// `e_machine`, which has the same place in both classes of ELF files.
fn machine<R: ReadCacheOps>(cache: &ReadCache<R>) -> Result<u16, CubinError> {
    use object::ReadRef;
    let header: &[u8] = cache.read_bytes_at(0, 20).map_err(|()| {
        CubinError::Io(std::io::Error::new(std::io::ErrorKind::UnexpectedEof, "shorter than an ELF header"))
    })?;
    if !header.starts_with(&ELF_MAGIC) {
        return Err(CubinError::NotElf);
    }
    let big_endian = header[5] == 2;
    let bytes = [header[18], header[19]];
    Ok(if big_endian { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) })
}

/// Refuses tables of headers that end beyond the file. `object` reports their other faults.
fn check_tables<R: ReadCacheOps>(cache: &ReadCache<R>, length: u64) -> Result<(), CubinError> {
    let header = object::elf::FileHeader64::<Endianness>::parse(cache)?;
    let endian = header.endian()?;
    for (table, start, count, size) in [
        ("program", header.e_phoff(endian), header.e_phnum(endian), header.e_phentsize(endian)),
        ("section", header.e_shoff(endian), header.e_shnum(endian), header.e_shentsize(endian)),
    ] {
        let end = start.saturating_add(u64::from(count) * u64::from(size));
        if count > 0 && end > length {
            // ptxas writes them last, so a file that was cut short lacks them.
            return Err(CubinError::Refused(format!(
                "the ELF header puts {table} headers at bytes {start:#x} to {end:#x}, but the file ends at {length:#x}: it is truncated or damaged"
            )));
        }
    }
    Ok(())
}

/// The names of sections or of symbols, which can share their bytes: a small file could have gigabytes of names.
struct Names {
    /// How long the others can be.
    left: u64,
}

impl Names {
    /// In a real file a name is the end of one or two others.
    const fn new(length: u64) -> Self {
        Self { left: 4 * length }
    }

    fn take(&mut self, name: &[u8]) -> Result<(), CubinError> {
        self.left = self.left.checked_sub(name.len() as u64).ok_or_else(|| {
            CubinError::Refused(
                "the names of its sections or symbols have four times the length of the file: it is damaged"
                    .to_owned(),
            )
        })?;
        Ok(())
    }
}

/// Refuses sections that overlap: a small file could name the same bytes a thousand times.
fn check_disjoint<'s>(sections: impl IntoIterator<Item = &'s CodeSection>) -> Result<(), CubinError> {
    let mut sorted: Vec<_> = sections.into_iter().filter(|section| section.size > 0).collect();
    sorted.sort_by_key(|section| section.offset);
    match sorted.array_windows().find(|[one, other]| one.offset.saturating_add(one.size) > other.offset) {
        Some([one, other]) => {
            let (one, offset, other) = (&one.name, other.offset, &other.name);
            let message =
                format!("sections {one} and {other} overlap at byte {offset:#x}: the file is damaged");
            Err(CubinError::Refused(message))
        }
        None => Ok(()),
    }
}

/// The SM number in the ELF flags: the low byte up to ABI version 7 (CUDA 12), the second byte since.
fn sm_number(flags: FileFlags) -> u32 {
    match flags {
        FileFlags::Elf { abi_version, e_flags, .. } => {
            let [first, second, ..] = e_flags.0.to_le_bytes();
            (if abi_version >= 8 { second } else { first }).into()
        }
        _ => 0,
    }
}
