//! The tool that wrote a cubin.

use std::fmt;

use object::{
    Endianness, Object, ObjectSection, ReadRef,
    elf::OsAbi,
    read::elf::{ElfFile64, FileHeader},
};

use vmad_sass::arch::UnknownArch;

use super::CubinError;

/// The OS/ABI of cubins up to CUDA 12, except those for sm_100 and later. `e_version` is 10 x major + minor.
const OLD_ABI: OsAbi = OsAbi(0x33);

/// The section that names the tool in other cubins.
const TOOL: &str = ".note.nv.tkinfo";

/// The longest section that is read. Real ones have some 160 bytes for each tool.
const MAX_TOOL: u64 = 1 << 16;

/// The tool that wrote a cubin, and its version: that of the CUDA toolkit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maker {
    /// The version, with the build if the file has it: `12.9`, `13.5.37`.
    pub version: String,
    /// The linker wrote it. The versions of ptxas that made its parts are not in the file. A file of CUDA 12 without a
    /// line table does not show that it was linked.
    pub is_linked: bool,
}

impl Maker {
    /// The maker that a cubin for any architecture names.
    ///
    /// # Errors
    /// The file is damaged.
    pub(super) fn read<'f>(
        elf: &ElfFile64<'f, Endianness, impl ReadRef<'f>>,
    ) -> Result<Option<Self>, CubinError> {
        let header = elf.elf_header();
        if header.e_ident().os_abi == OLD_ABI {
            let number = header.e_version.get(elf.endian());
            let mut names = elf.sections().filter_map(|section| section.name().ok());
            let has_names = names.any(|name| name.starts_with(PTX_OF_OBJECT));
            let is_executable = header.e_type(elf.endian()) == object::elf::ET_EXEC;
            let version = format!("{}.{}", number / 10, number % 10);
            return Ok((number >= 100).then_some(Self { version, is_linked: has_names && is_executable }));
        }
        let Some(section) = elf.section_by_name(TOOL).filter(|section| section.size() <= MAX_TOOL) else {
            return Ok(None);
        };
        let text = String::from_utf8_lossy(section.data()?);
        let is_version = |word: &&str| word.starts_with(|first: char| first.is_ascii_digit());
        let mut versions = text.split([' ', '\0', ',']).filter_map(|word| word.strip_prefix('V'));
        let version = versions.rfind(is_version).map(str::to_owned);
        Ok(version.map(|version| Self { version, is_linked: text.contains("nvlink") }))
    }
}

/// The start of the name of a section with the PTX of an object that was linked.
const PTX_OF_OBJECT: &str = ".nv_debug_ptx_txt.";

impl fmt::Display for Maker {
    /// `made by ptxas 12.9`, or `linked by nvlink 12.9`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = if self.is_linked { "linked by nvlink" } else { "made by ptxas" };
        write!(f, "{by} {}", self.version)
    }
}

impl CubinError {
    /// For a cubin of sm_70 or later, which has no `VMAD`: a clause without a period about the tool that made it, and the
    /// command for its PTX.
    pub fn later(&self) -> Option<String> {
        let Self::Arch { error: UnknownArch(number), maker } = self else { return None };
        let by = maker.as_ref().map_or(String::new(), |maker| format!("{maker}: "));
        let option = match maker {
            Some(Maker { version, is_linked: false }) => format!(" --ptxas {version}"),
            _ => String::new(),
        };
        Some(format!(
            "{by}`vmad ptx safe --arch sm_{number}{option} FILE.ptx` says which video instructions it compiles wrong"
        ))
    }
}
