//! The video instructions that ptxas compiles correctly, by generation of the GPU and version, and what to write
//! instead of the others.
//!
//! ```
//! use vmad_ptx::syntax::parse_one;
//! use vmad_ptxas::{
//!     safety::{Safety, rewriting, verdict},
//!     versions::Generation,
//! };
//!
//! let instruction = parse_one("vset.u32.s32.lt d, a, 5;").unwrap().instruction;
//! let found = verdict(&instruction, Generation::Maxwell).unwrap();
//! assert_eq!(found.to_string(), "wrong: D9");
//! assert_eq!(verdict(&instruction, Generation::Later), Some(Safety::Right));
//! let instead = rewriting(&instruction, Generation::Maxwell, Generation::Maxwell.versions());
//! assert_eq!(instead.unwrap(), ["vset.s32.u32.gt d, 5, a;"]);
//! ```

mod answer;
mod instead;
mod listing;
mod table;

pub use answer::{Answer, Asked, Finding, findings};
pub use instead::{Reason, better, rewriting};
pub use listing::{Listed, listing};
pub use table::{InstructionKind, KINDS};

use std::fmt;

use vmad_ptx::{
    ast::{Body, Instruction, Operation},
    legality::{PtxVersion, legality},
};

use crate::{
    miscompiles::{KnownCase, miscompile},
    versions::{Compiler, Generation, Versions},
};
use vmad_map::{case::Case, divergence::Divergence};

/// Whether ptxas compiles an instruction correctly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safety {
    /// No difference between the code and the instruction was found.
    Right,
    /// The code gives another result for some values of the registers.
    Wrong(&'static Divergence),
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

/// The verdict on one video instruction, by default for the newest version that has the generation. [`None`] for
/// another instruction, and for a SIMD instruction on Kepler: Kepler has it in hardware, but it was not run. A wrong one
/// has a [`witness`](crate::miscompiles::witness).
pub fn verdict(instruction: &Instruction, compiler: impl Into<Compiler<Generation>>) -> Option<Safety> {
    let compiler = compiler.into();
    match case(instruction, compiler.target) {
        Ok(case) => Some(miscompile(compiler, case).map_or(Safety::Right, Safety::Wrong)),
        Err(verdict) => verdict,
    }
}

/// The case of a video instruction, or its verdict if it is that of every version.
fn case(instruction: &Instruction, target: Generation) -> Result<Case, Option<Safety>> {
    let Body::Video(video) = &instruction.body else { return Err(None) };
    if legality(instruction, target.first(), PtxVersion::new(8, 0)).is_err() {
        return Err(Some(Safety::Illegal));
    }
    let is_simd = matches!(video.operation(), Operation::Simd2(_) | Operation::Simd4(_));
    if is_simd && target == Generation::Kepler {
        return Err(None);
    }
    // The code of no other SIMD instruction was wrong.
    Case::of_video(video).ok_or(Some(Safety::Right))
}

/// The verdicts on a video instruction for each of some versions, in ranges with one verdict; empty for another
/// instruction.
///
/// ```
/// use vmad_ptx::syntax::parse_one;
/// use vmad_ptxas::{
///     safety::verdicts,
///     versions::{Generation, Versions},
/// };
///
/// let instruction = parse_one("vadd.u32.u32.u32 d.h1, a, b, c;").unwrap().instruction;
/// let found = verdicts(&instruction, Generation::Later, Versions::ALL);
/// let texts: Vec<_> = found.iter().map(|(versions, verdict)| format!("{versions}: {verdict}")).collect();
/// assert_eq!(texts, ["11.2 to 13.2: wrong: D10", "13.3 to 13.5: right"]);
/// ```
pub fn verdicts(
    instruction: &Instruction,
    target: Generation,
    versions: Versions,
) -> Vec<(Versions, Safety)> {
    verdicts_knowing(instruction, [None; 3], target, versions)
}

/// The same, where ptxas knows the constants in some registers.
pub(crate) fn verdicts_knowing(
    instruction: &Instruction,
    known: [Option<u32>; 3],
    target: Generation,
    versions: Versions,
) -> Vec<(Versions, Safety)> {
    match case(instruction, target) {
        Ok(case) => {
            let wrong: Vec<_> = KnownCase::new(case, known).miscompiles(target).collect();
            if wrong.is_empty() {
                return vec![(versions, Safety::Right)];
            }
            versions.chunks(|version| {
                let first = wrong.iter().find(|(_, versions)| versions.contains(version));
                first.map_or(Safety::Right, |(row, _)| Safety::Wrong(row))
            })
        }
        Err(verdict) => verdict.map(|verdict| (versions, verdict)).into_iter().collect(),
    }
}

/// The other code that ptxas emits for a video instruction on sm_70 and later, in words.
///
/// ```
/// use vmad_ptx::syntax::parse_one;
/// use vmad_ptxas::{safety::code_without_family, versions::Generation};
///
/// let code = |text| code_without_family(&parse_one(text).unwrap().instruction, Generation::Later);
/// assert_eq!(code("vadd.s32.s32.s32 d, a, b;"), "other instructions; no difference was found");
/// assert!(code("vadd.u32.u32.u32.sat d, a, b;").starts_with("other instructions, which differ for some values: D12,"));
/// assert!(code("vmad.u32.u32.u32.sat d, a, b, c;").starts_with("the code of D3: words are multiplied as signed"));
/// ```
pub fn code_without_family(instruction: &Instruction, compiler: impl Into<Compiler<Generation>>) -> String {
    match verdict(instruction, compiler) {
        Some(Safety::Right) => "other instructions; no difference was found".to_owned(),
        Some(Safety::Wrong(row)) if row.is_about(vmad_unit::Kind::Vmad) => {
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
