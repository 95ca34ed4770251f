//! What changed when: the versions of ptxas that compile each row wrongly.

use vmad_ptx::legality::Target;

use super::{Version, Versions};
use crate::row::{Case, Row};

/// A row, or the part of it that has versions of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The identifier of the row: `D8`, or `I1` for ordinary integer code.
    pub row: &'static str,
    /// The part: a `.dtype`; empty for the whole row.
    pub part: &'static str,
    /// The numbers of the first and the last architecture.
    pub archs: [u16; 2],
    /// The versions in which it is wrong, if they have the architecture.
    pub versions: Versions,
}

impl Entry {
    /// `D8 .s32`
    pub fn name(&self) -> String {
        format!("{} {}", self.row, self.part).trim_end().to_owned()
    }
}

/// The versions that make an imm16 of a constant from -32768 to -1, if `.dtype` is `.s32`.
pub(crate) const NEGATIVE_IMM16: Versions = from(12, 5);

const fn from(major: u8, minor: u8) -> Versions {
    Versions { first: Version::at(major, minor), ..Versions::ALL }
}

const fn to(major: u8, minor: u8) -> Versions {
    Versions { last: Version::at(major, minor), ..Versions::ALL }
}

const fn entry(row: &'static str, part: &'static str, archs: [u16; 2], versions: Versions) -> Entry {
    Entry { row, part, archs, versions }
}

/// Every row.
#[rustfmt::skip]
pub const HISTORY: [Entry; 26] = [
    entry("D3", "", [70, 121], Versions::ALL),
    entry("D3p", "", [60, 62], Versions::ALL),
    entry("D4", ".s32", [50, 53], NEGATIVE_IMM16),
    entry("D4", ".u32", [35, 53], Versions::ALL),
    entry("D6", "", [35, 53], Versions::ALL),
    entry("D8", ".s32", [50, 62], NEGATIVE_IMM16),
    entry("D8", ".u32", [35, 62], Versions::ALL),
    entry("D8 vset", "", [35, 37], Versions::ALL),
    entry("D9", "", [50, 62], Versions::ALL),
    entry("D10", "", [70, 121], to(13, 2)),
    entry("D11", "", [70, 121], Versions::ALL),
    entry("D12", "", [70, 121], Versions::ALL),
    entry("D13", "", [70, 121], Versions::ALL),
    entry("P7", "", [35, 62], Versions::ALL),
    entry("I1", "", [35, 121], to(12, 9)),
    entry("I2", "", [35, 121], to(13, 2)),
    entry("I3", "", [90, 121], Versions { first: Version::at(12, 0), last: Version::at(13, 0) }),
    entry("I4", "", [90, 110], Versions { first: Version::at(12, 6), last: Version::at(13, 3) }),
    entry("I5", "", [35, 121], to(12, 9)),
    entry("I6", "", [35, 121], to(12, 9)),
    entry("I7", "", [35, 121], Versions::ALL),
    entry("I8", "", [35, 121], Versions::ALL),
    entry("I9", "", [35, 121], Versions::ALL),
    entry("I10", "", [35, 121], Versions::ALL),
    entry("I11", "", [35, 121], Versions::ALL),
    entry("I12", "", [35, 121], to(13, 2)),
];

/// The versions in which a part of a row is wrong for an architecture.
pub fn of(row: &str, part: &str, arch: u16) -> Option<Versions> {
    let is_it = |it: &&Entry| it.row == row && it.part == part && (it.archs[0]..=it.archs[1]).contains(&arch);
    HISTORY.iter().find(is_it)?.versions.that_have(Target::sm(arch)).ok()
}

/// The part of a row that a case belongs to.
pub(crate) fn part(row: &Row, case: &Case) -> &'static str {
    match (row.id, &case.ptx) {
        ("D4" | "D8", Some(ptx)) if ptx.dtype().is_signed() => ".s32",
        ("D4" | "D8", Some(_)) => ".u32",
        _ => "",
    }
}
