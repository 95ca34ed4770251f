//! The scalar video instructions that ptxas 12.9 compiles correctly, by generation of the GPU, and what to write
//! instead of the others.
//!
//! ```
//! use vmad_ptx::syntax::parse_one;
//! use vmad_xcheck::safety::{Generation, Safety, rewriting, verdict};
//!
//! let instruction = parse_one("vset.u32.s32.lt d, a, 5;").unwrap().instruction;
//! let found = verdict(&instruction, Generation::Maxwell).unwrap();
//! assert_eq!(found.to_string(), "wrong: D9");
//! assert_eq!(verdict(&instruction, Generation::Later), Some(Safety::Right));
//! assert_eq!(rewriting(&instruction, Generation::Maxwell).unwrap(), ["vset.s32.u32.gt d, 5, a;"]);
//! ```

mod later;
mod parts;
mod plain;
mod rewrite;
mod table;
mod wide;

pub use rewrite::rewriting;
pub use table::{ROWS, Row};

use std::fmt;

use vmad_ptx::{
    ast::{Body, Instruction, Operation},
    legality::{PtxVersion, Target, legality},
};
use vmad_sass::dispatch::Dispatch;
use vmad_unit::{Format, Operand as Port, Selector, Sign, Width};

use crate::{
    interpretation::{Case, Id, Miscompile},
    spelling::mode_of,
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
    Wrong(Miscompile),
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
    let wrong = match (video.operation(), generation) {
        (Operation::MultiplyAdd(_), _) => vmad(Case::of(video)?, generation).map(Miscompile::Vmad),
        (_, Generation::Maxwell | Generation::Pascal) => Miscompile::of(video),
        (_, Generation::Later) => later::miscompile(video),
    };
    Some(wrong.map_or(Safety::Right, Safety::Wrong))
}

/// What ptxas 12.9 makes of a scalar video instruction for sm_70 to sm_120, which have no video instruction.
///
/// ```
/// use vmad_ptx::syntax::parse_one;
/// use vmad_xcheck::safety::code_without_family;
///
/// let code = |text| code_without_family(&parse_one(text).unwrap().instruction);
/// assert_eq!(code("vadd.s32.s32.s32 d, a, b;"), "other instructions; no difference was found");
/// assert!(code("vadd.u32.u32.u32.sat d, a, b;").starts_with("other instructions, which differ for some values: D12,"));
/// assert!(code("vmad.u32.u32.u32.sat d, a, b, c;").starts_with("the code of D3: words are multiplied as signed"));
/// ```
pub fn code_without_family(instruction: &Instruction) -> String {
    match verdict(instruction, Generation::Later) {
        Some(Safety::Right) => "other instructions; no difference was found".to_owned(),
        Some(Safety::Wrong(Miscompile::Vmad(id))) => {
            let [_, meaning] = id.interpretation().meanings;
            format!("the code of {id}: {meaning}")
        }
        Some(Safety::Wrong(miscompile)) => {
            format!("other instructions, which differ for some values: {miscompile}, {}", miscompile.title())
        }
        Some(Safety::Illegal) => "nothing: it refuses the instruction".to_owned(),
        None => "other instructions".to_owned(),
    }
}

/// The row of the table of interpretations that is ptxas's code of a `vmad`, if that differs from the PTX.
fn vmad(case: Case, generation: Generation) -> Option<Id> {
    let differs = |id: Id| id.interpretation().differs_in(&case);
    match generation {
        Generation::Maxwell => [Id::D4, Id::D6].into_iter().find(|id| differs(*id)),
        Generation::Pascal if is_coupled(&case) => None,
        Generation::Pascal => sign_bit_matters(&case).then_some(Id::D3p),
        Generation::Later => sign_bit_matters(&case).then_some(Id::D3),
    }
}

/// Whether both factors are bytes or half-words of registers.
fn is_coupled(case: &Case) -> bool {
    let mode = mode_of(&case.operation);
    let width = |constant: Option<u32>, selector: Selector| match constant {
        Some(_) => Width::Word,
        None => selector.width(),
    };
    let [a, b, _] = case.constants;
    Dispatch::of(width(a, mode.a.selector), width(b, mode.b.selector)) == Dispatch::Coupled
}

/// Whether D3's code differs for some inputs: it takes bit 31 of an unsigned factor or of an unsigned `c` for a sign. A
/// constant without that bit is no such operand.
fn sign_bit_matters(case: &Case) -> bool {
    if !Id::D3.interpretation().differs_in(case) {
        return false;
    }
    let mode = mode_of(&case.operation);
    let [a, b, c] = case.constants.map(|constant| constant.is_none_or(|word| word >> 31 == 1));
    let is_u32 = |it: Port| it.format() == Format::U32;
    let has_unsigned_c = mode.intermediate_sign() == Sign::Unsigned;
    is_u32(mode.a) && a || is_u32(mode.b) && b || has_unsigned_c && c
}
