//! Faults of a cubin.

use vmad_sass::arch::UnknownArch;

use super::Maker;

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
    /// A GPU without 64-bit `VMAD` words.
    #[error("{error}")]
    Arch {
        /// The architecture.
        error: UnknownArch,
        /// The tool that wrote the cubin, if the file names it.
        maker: Option<Maker>,
    },
    /// A file that is damaged, that is no file, or whose GPU has words that are not read.
    #[error("{0}")]
    Refused(String),
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
    /// A damaged line table.
    #[error("damaged line table: {0}")]
    Lines(#[from] gimli::Error),
    /// The system's own error.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}
