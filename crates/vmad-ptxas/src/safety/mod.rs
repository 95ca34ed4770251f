//! The scalar video instructions that ptxas 12.9 compiles correctly, by generation of the GPU, and what to write
//! instead of the others.
//!
//! ```
//! use vmad_ptx::syntax::parse_one;
//! use vmad_ptxas::safety::{Generation, Safety, rewriting, verdict};
//!
//! let instruction = parse_one("vset.u32.s32.lt d, a, 5;").unwrap().instruction;
//! let found = verdict(&instruction, Generation::Maxwell).unwrap();
//! assert_eq!(found.to_string(), "wrong: D9");
//! assert_eq!(verdict(&instruction, Generation::Later), Some(Safety::Right));
//! assert_eq!(rewriting(&instruction, Generation::Maxwell).unwrap(), ["vset.s32.u32.gt d, 5, a;"]);
//! ```

mod parts;
mod plain;
mod rewrite;
mod table;
mod wide;

pub use rewrite::rewriting;
pub use table::{KINDS, Kind};

use std::fmt;

use vmad_ptx::{
    ast::{Body, Instruction, Operation},
    legality::{PtxVersion, Target, legality},
};

use crate::{
    miscompiles::{LATER, MAXWELL, PASCAL, first},
    row::{Case, Row, Rule},
};

/// Targets for which ptxas emits the same kind of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Generation {
    /// sm_50, sm_52 and sm_53: every video instruction is one instruction.
    Maxwell,
    /// sm_60, sm_61 and sm_62: the same, but a `vmad` with a 32-bit factor is a sequence.
    Pascal,
    /// sm_70 to sm_120: sequences of other instructions.
    Later,
}

impl Generation {
    /// All three, from the oldest.
    pub const ALL: [Self; 3] = [Self::Maxwell, Self::Pascal, Self::Later];

    /// The first target.
    pub const fn first(self) -> Target {
        Target::sm(match self {
            Self::Maxwell => 50,
            Self::Pascal => 60,
            Self::Later => 70,
        })
    }

    /// The miscompiles for these targets.
    pub const fn miscompiles(self) -> &'static [&'static Row] {
        match self {
            Self::Maxwell => MAXWELL,
            Self::Pascal => PASCAL,
            Self::Later => LATER,
        }
    }

    /// The targets in words.
    pub const fn targets(self) -> &'static str {
        match self {
            Self::Maxwell => "sm_50-53",
            Self::Pascal => "sm_60-62",
            Self::Later => "sm_70-120",
        }
    }
}

/// Whether ptxas 12.9 compiles an instruction correctly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safety {
    /// No difference between the code and the instruction was found.
    Right,
    /// The code gives another result for some values of the registers.
    Wrong(&'static Row),
    /// ptxas refuses it.
    Illegal,
}

impl fmt::Display for Safety {
    /// `right`, `wrong: D4`, `illegal`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Right => f.pad("right"),
            Self::Wrong(miscompile) => f.pad(&format!("wrong: {miscompile}")),
            Self::Illegal => f.pad("illegal"),
        }
    }
}

/// The verdict on one scalar video instruction; [`None`] of another. A constant c counts as a register. A register with
/// a known constant (D7) is not seen here: `vmad-validate` finds it.
pub fn verdict(instruction: &Instruction, generation: Generation) -> Option<Safety> {
    let Body::Video(video) = &instruction.body else { return None };
    if matches!(video.operation(), Operation::Simd2(_) | Operation::Simd4(_)) {
        return None;
    }
    if legality(instruction, generation.first(), PtxVersion::new(8, 0)).is_err() {
        return Some(Safety::Illegal);
    }
    Some(first(generation.miscompiles(), &Case::of(video)?).map_or(Safety::Right, Safety::Wrong))
}

/// What ptxas 12.9 makes of a scalar video instruction for sm_70 to sm_120, which have no video instruction.
///
/// ```
/// use vmad_ptx::syntax::parse_one;
/// use vmad_ptxas::safety::code_without_family;
///
/// let code = |text| code_without_family(&parse_one(text).unwrap().instruction);
/// assert_eq!(code("vadd.s32.s32.s32 d, a, b;"), "other instructions; no difference was found");
/// assert!(code("vadd.u32.u32.u32.sat d, a, b;").starts_with("other instructions, which differ for some values: D12,"));
/// assert!(code("vmad.u32.u32.u32.sat d, a, b, c;").starts_with("the code of D3: words are multiplied as signed"));
/// ```
pub fn code_without_family(instruction: &Instruction) -> String {
    match verdict(instruction, Generation::Later) {
        Some(Safety::Right) => "other instructions; no difference was found".to_owned(),
        Some(Safety::Wrong(row)) if matches!(row.result, Rule::Emulation) => {
            let [_, meaning] = row.meanings;
            format!("the code of {row}: {meaning}")
        }
        Some(Safety::Wrong(row)) => {
            format!("other instructions, which differ for some values: {row}, {}", row.title)
        }
        Some(Safety::Illegal) => "nothing: it refuses the instruction".to_owned(),
        None => "other instructions".to_owned(),
    }
}
