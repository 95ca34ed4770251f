//! Faults of a cubin.

use vmad_sass::arch::{UnknownAnyArch, UnknownArch};

use super::Maker;
use crate::chunks::StreamError;

/// The largest number of sections. Real cubins have far fewer; a damaged header can count billions.
pub(super) const MAX_SECTIONS: usize = 1 << 20;

/// A fault of a cubin.
#[derive(Debug, thiserror::Error)]
pub enum CubinError {
    /// Not an ELF file.
    #[error("not a cubin: it does not start with the bytes of an ELF file")]
    NotElf,
    /// An ELF file whose headers are damaged.
    #[error("damaged ELF file: {0}")]
    Elf(#[from] object::Error),
    /// An ELF file for another machine.
    #[error(
        "this ELF file is for machine {0}, a cubin's is 190 (CUDA); `cuobjdump --extract-elf all` extracts the cubins of a program"
    )]
    Machine(u16),
    /// A cubin without a section of code.
    #[error("the cubin has no code: it has no section with instructions")]
    NoCode,
    /// A GPU whose words are not read.
    #[error(transparent)]
    UnknownArch(UnknownAnyArch),
    /// A GPU without 64-bit `VMAD` words.
    #[error("{error}")]
    Arch {
        /// The architecture.
        error: UnknownArch,
        /// The tool that wrote the cubin, if the file names it.
        maker: Option<Maker>,
    },
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
    /// A section that ends before its function.
    #[error(
        "section {section} has {size:#x} bytes, but its function {function} ends at {end:#x}: it is truncated or damaged"
    )]
    Function {
        /// The section.
        section: String,
        /// Its length in bytes.
        size: u64,
        /// The function.
        function: String,
        /// The address after its last byte.
        end: u64,
    },
    /// Headers that reach beyond the file. ptxas writes them last, so a file that was cut short lacks them.
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
    /// Two sections of code, or of PTX, that share bytes.
    #[error("sections {} and {} overlap at byte {offset:#x}: the file is damaged", .names[0], .names[1])]
    Overlap {
        /// The sections, in the order of their offsets.
        names: [String; 2],
        /// The offset of the first shared byte.
        offset: u64,
    },
    /// A pipe. The headers of a cubin follow its code.
    #[error(
        "this is a pipe or a device, and a cubin cannot be read from front to end: give the name of a file"
    )]
    Pipe,
    /// More sections than any cubin has.
    #[error("the ELF header counts more than {MAX_SECTIONS} sections: it is damaged")]
    Sections,
    /// Names that share their bytes.
    #[error("the names of its sections or symbols have four times the length of the file: it is damaged")]
    Names,
    /// A section that is too long to be read into memory.
    #[error("section {name} has {size} bytes: at most {most} are read")]
    Long {
        /// The section.
        name: String,
        /// Its length in bytes.
        size: u64,
        /// The limit.
        most: u64,
    },
    /// A fault of a section's code.
    #[error("section {name}: {error}")]
    Stream {
        /// The section.
        name: String,
        /// The fault.
        error: StreamError,
    },
    /// A damaged line table.
    #[error("damaged line table: {0}")]
    Lines(#[from] gimli::Error),
    /// The system's own error.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}
