//! Cubins: the ELF files in which ptxas puts machine code.

mod functions;

pub use functions::{FunctionCode, functions};

use std::io::{Read, Seek, SeekFrom, Take};

use object::{
    FileFlags, Object, ObjectSection, SectionFlags,
    read::{ReadCache, ReadCacheOps},
};
use vmad_sass::{
    Arch,
    arch::UnknownArch,
    stream::{Bundle, Slot},
};

use crate::source::{SourceError, raw_slots};

/// The first bytes of every ELF file.
pub const ELF_MAGIC: [u8; 4] = *b"\x7fELF";

/// `EM_CUDA`, the machine number of a cubin.
const EM_CUDA: u16 = 190;

/// Sections of a cubin are far fewer; more is a damaged header that would have us list for hours.
const MAX_SECTIONS: usize = 1 << 20;

/// What is wrong with a file that should be a cubin.
#[derive(Debug, thiserror::Error)]
pub enum CubinError {
    /// Not an ELF file, or one whose headers are damaged.
    #[error("damaged ELF file: {0}")]
    Elf(#[from] object::Error),
    /// An ELF file for another machine.
    #[error(
        "this ELF file is for machine {0}, a cubin's is 190 (CUDA); `cuobjdump --extract-elf all` takes cubins out of a program"
    )]
    Machine(u16),
    /// A GPU without 64-bit `VMAD` words.
    #[error(transparent)]
    Arch(#[from] UnknownArch),
    /// A section that reaches beyond the file.
    #[error(
        "section {name} holds bytes {start:#x} to {end:#x}, but the file ends at {length:#x}: it is truncated or damaged"
    )]
    Truncated {
        /// The section.
        name: String,
        /// The offset of its first byte.
        start: u64,
        /// The offset after its last byte.
        end: u64,
        /// The length of the file.
        length: u64,
    },
    /// Headers that reach beyond the file: ptxas writes them last, so that a file which was cut short lacks them.
    #[error(
        "the ELF header puts {table} headers at bytes {start:#x} to {end:#x}, but the file ends at {length:#x}: it is truncated or damaged"
    )]
    Headers {
        /// `program` or `section`.
        table: &'static str,
        /// The offset of the first byte.
        start: u64,
        /// The offset after the last byte.
        end: u64,
        /// The length of the file.
        length: u64,
    },
    /// A pipe: the headers stand at the file's end, and the code before them.
    #[error(
        "this is a pipe or a device, and a cubin is not read from its front to its end: give the name of a file"
    )]
    Pipe,
    /// More sections than any cubin has.
    #[error("the ELF header counts more than {MAX_SECTIONS} sections: it is damaged")]
    Sections,
    /// A code section that is no stream of instructions.
    #[error("section {name}: {error}")]
    Stream {
        /// The section.
        name: String,
        /// What is wrong with it.
        error: SourceError,
    },
    /// The system's own error.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// A cubin's architecture and its code sections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cubin {
    /// The architecture that the ELF header names.
    pub arch: Arch,
    /// The code sections, in the file's order.
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

    /// What is wrong with the section's bytes, with its name.
    pub(crate) fn stream_error(&self, error: SourceError) -> CubinError {
        CubinError::Stream { name: self.name.clone(), error }
    }
}

/// The name of the kernel or function of a code section's name.
fn kernel_of(section: &str) -> &str {
    section.strip_prefix(".text.").unwrap_or(section)
}

impl Cubin {
    /// Reads a cubin's headers, and of its contents nothing else.
    ///
    /// # Errors
    /// The file is no ELF file for CUDA, its architecture has no 64-bit `VMAD`, or a code section reaches beyond it.
    pub fn read(mut file: impl Read + Seek) -> Result<Self, CubinError> {
        let length = file.seek(SeekFrom::End(0)).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotSeekable => CubinError::Pipe,
            _ => CubinError::Io(error),
        })?;
        // A directory has a length: that it cannot be read is the system's to say, and the cache would not pass it on.
        file.seek(SeekFrom::Start(0))?;
        let _ = file.read(&mut [0])?;
        let cache = ReadCache::new(file);
        let machine = machine(&cache)?;
        if machine != EM_CUDA {
            return Err(CubinError::Machine(machine));
        }
        headers_in_file(&cache, length)?;
        let elf = object::File::parse(&cache)?;
        let arch = Arch::from_number(sm_number(elf.flags()))?;
        let mut code = Vec::new();
        for (index, section) in elf.sections().enumerate() {
            if index == MAX_SECTIONS {
                return Err(CubinError::Sections);
            }
            let SectionFlags::Elf { sh_flags, .. } = section.flags() else { continue };
            let executable = sh_flags.0 & object::elf::SHF_EXECINSTR.0 != 0;
            let Some((offset, size)) = section.file_range() else { continue };
            if !executable || size == 0 {
                continue;
            }
            let name = String::from_utf8_lossy(section.name_bytes()?).into_owned();
            let end = offset.checked_add(size).filter(|&end| end <= length);
            if end.is_none() {
                return Err(CubinError::Truncated {
                    name,
                    start: offset,
                    end: offset.saturating_add(size),
                    length,
                });
            }
            code.push(CodeSection { name, offset, size });
        }
        Ok(Self { arch, code })
    }
}

/// The bytes of a code section: a whole number of bundles.
///
/// # Errors
/// The section is not a whole number of bundles, or the file cannot be positioned at it.
pub fn code<R: Read + Seek>(mut file: R, section: &CodeSection) -> Result<Take<R>, CubinError> {
    file.seek(SeekFrom::Start(section.offset))?;
    if !section.size.is_multiple_of(Bundle::BYTES as u64) {
        return Err(section.stream_error(SourceError::Unaligned { length: section.size }));
    }
    Ok(file.take(section.size))
}

/// Calls `each` with every instruction of a code section, in constant memory. Addresses count from the section's start.
///
/// # Errors
/// The section is not a whole number of bundles, reading failed, or `each` failed.
pub fn slots<E: From<CubinError>>(
    file: impl Read + Seek,
    section: &CodeSection,
    mut each: impl FnMut(Slot) -> Result<(), E>,
) -> Result<(), E> {
    /// An error of the stream or of the caller.
    enum Either<E> {
        Stream(SourceError),
        Caller(E),
    }
    impl<E> From<SourceError> for Either<E> {
        fn from(error: SourceError) -> Self {
            Self::Stream(error)
        }
    }
    raw_slots(code(file, section)?, |slot| each(slot).map_err(Either::Caller)).map_err(
        |either| match either {
            Either::Stream(error) => section.stream_error(error).into(),
            Either::Caller(error) => error,
        },
    )
}

/// `e_machine`, which stands at the same place in both classes of ELF files.
fn machine<R: ReadCacheOps>(cache: &ReadCache<R>) -> Result<u16, CubinError> {
    use object::ReadRef;
    let header: &[u8] = cache.read_bytes_at(0, 20).map_err(|()| {
        CubinError::Io(std::io::Error::new(std::io::ErrorKind::UnexpectedEof, "shorter than an ELF header"))
    })?;
    let big_endian = header[5] == 2;
    let bytes = [header[18], header[19]];
    Ok(if big_endian { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) })
}

/// Whether the tables of headers end before the file does; what else may be wrong with them, `object` says.
fn headers_in_file<R: ReadCacheOps>(cache: &ReadCache<R>, length: u64) -> Result<(), CubinError> {
    use object::{elf::FileHeader64, read::elf::FileHeader};
    let Ok(header) = FileHeader64::<object::Endianness>::parse(cache) else { return Ok(()) };
    let Ok(endian) = header.endian() else { return Ok(()) };
    for (table, start, count, size) in [
        ("program", header.e_phoff(endian), header.e_phnum(endian), header.e_phentsize(endian)),
        ("section", header.e_shoff(endian), header.e_shnum(endian), header.e_shentsize(endian)),
    ] {
        let end = start.saturating_add(u64::from(count) * u64::from(size));
        if count > 0 && end > length {
            return Err(CubinError::Headers { table, start, end, length });
        }
    }
    Ok(())
}

/// The SM number in the ELF flags: the low byte up to ABI version 7 (CUDA 12), the second byte since.
fn sm_number(flags: FileFlags) -> u32 {
    match flags {
        FileFlags::Elf { abi_version, e_flags, .. } if abi_version >= 8 => e_flags.0 >> 8 & 0xff,
        FileFlags::Elf { e_flags, .. } => e_flags.0 & 0xff,
        _ => 0,
    }
}
