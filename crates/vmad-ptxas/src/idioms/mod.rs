//! Proved sequences for dot products, filters, clamps and sums, with the code that ptxas emits for them.
//!
//! ```
//! use vmad_ptxas::idioms::{IDIOMS, IdiomCode, emitted};
//!
//! let idiom = IDIOMS.iter().find(|idiom| idiom.name == "clamp").unwrap();
//! assert_eq!(idiom.code, ["vmax.s32.s32.s32.min d, a, b, c;"]);
//! assert_eq!(emitted(idiom.name, IdiomCode::Idiom, "sm_50").unwrap(), ["VMNMX.MX.MIN R4, R4, R5, R6"]);
//! ```

use std::sync::LazyLock;

/// A sequence that replaces another.
#[derive(Clone, Debug)]
pub struct Idiom {
    /// The name on the command line.
    pub name: &'static str,
    /// What it computes.
    pub title: &'static str,
    /// The PTX that it is equal to, for all inputs.
    pub reference: Vec<&'static str>,
    /// The sequence, its result in `d`.
    pub code: Vec<&'static str>,
}

/// All idioms.
pub static IDIOMS: LazyLock<Vec<Idiom>> = LazyLock::new(|| {
    let rows = include_str!("idioms.tsv").lines().map(|row| row.split('\t').collect::<Vec<_>>());
    let lines = |text: &'static str| text.split(" | ").collect();
    let idiom = |row: Vec<&'static str>| {
        let [name, title, reference, code] = row[..] else { return None };
        Some(Idiom { name, title, reference: lines(reference), code: lines(code) })
    };
    rows.filter_map(idiom).collect()
});

/// The code that ptxas 12.9.86 emits; `cargo xtask ptxas-code` records it again.
const EMITTED: &str = include_str!("emitted.tsv");

/// The targets of the record.
pub const TARGETS: [&str; 4] = ["sm_50", "sm_61", "sm_70", "sm_80"];

/// One of an idiom's two codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdiomCode {
    /// The idiom.
    Idiom,
    /// The PTX that it is equal to.
    Reference,
}

impl IdiomCode {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Idiom, Self::Reference];

    /// The name in the record.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Idiom => "idiom",
            Self::Reference => "reference",
        }
    }

    /// The PTX.
    pub fn of(self, idiom: &Idiom) -> &[&'static str] {
        match self {
            Self::Idiom => &idiom.code,
            Self::Reference => &idiom.reference,
        }
    }
}

/// The SASS that ptxas 12.9 emits for a code on one of [`TARGETS`], in a function of `a` = R4, `b` = R5, `c` = R6 that returns
/// `d` = R4, without the return; [`None`] if the target does not have an instruction of it, or the name is unknown.
pub fn emitted(name: &str, code: IdiomCode, target: &str) -> Option<Vec<&'static str>> {
    let mut rows = EMITTED.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let row = rows.find(|row| row.starts_with(&[name, code.name(), target]))?;
    row.get(3).map(|code| code.split("; ").collect()).filter(|code| *code != ["-"])
}
