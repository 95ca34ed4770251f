//! The rules of targets and PTX versions.
//!
//! The source is the PTX ISA's "PTX ISA Notes", "Target ISA Notes" and "Errata". `ptxas` 12.9 and 13.5 agree, also on
//! old targets (it compiles `.target sm_10` for a newer device), with one exception: ptxas takes `mad.f64` below
//! `sm_13` (`.rn` and `.rz` only) when it compiles for a device with doubles. The PTX ISA's rule is implemented.

mod target;

pub use target::{NotATarget, NotAVersion, PtxVersion, Target};

use crate::ast::{Body, Comparison, FloatMad, Instruction, LaneOp, Operation, Rounding, Set};
use target::{known_target, known_version};

/// `sm_20`, where the video instructions and the rounding modifiers of `mad.f32` begin.
const SM_20: u16 = 20;
/// `sm_30`, where the SIMD video instructions begin.
const SM_30: u16 = 30;
/// `sm_13`, where double precision begins.
const SM_13: u16 = 13;
/// `sm_70`, the first target without video instructions in hardware.
const SM_70: u16 = 70;

/// A warning about a legal instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Warning {
    /// PTX 3.1, errata (lines 613 to 619): `mad.f32` without a rounding modifier is `.rn`.
    #[error("mad.f32 without a rounding modifier is taken as mad.rn.f32; PTX 3.2 and later refuse it")]
    RoundingDefaultsToRn,
    /// A version newer than the newest on record.
    #[error("PTX version {0} is newer than 9.5, the newest on record: judged by the rules of 9.5")]
    NewerVersion(PtxVersion),
    /// A target that is not on record and may be new.
    #[error("target {0} is not on record: judged as one newer than sm_20")]
    UnrecordedTarget(Target),
}

/// The rule that an illegal instruction breaks, and the legal choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// There is no such PTX version.
    #[error("there is no PTX version {0}")]
    UnknownVersion(PtxVersion),
    /// There is no such target.
    #[error("there is no target {0}")]
    UnknownTarget(Target),
    /// The version is older than the target.
    #[error("PTX version {version} does not have target {target}: legal from {first}")]
    TargetNeedsVersion {
        /// The target.
        target: Target,
        /// The module's version.
        version: PtxVersion,
        /// The first version that has the target.
        first: PtxVersion,
    },
    /// Lines 162, 232, 326 and 380: "Introduced in PTX ISA version 2.0".
    #[error("video instructions are legal from PTX version 2.0; this is {0}")]
    VideoNeedsVersion(PtxVersion),
    /// Lines 166, 236, 330 and 384: "require sm_20 or higher".
    #[error("video instructions are legal from sm_20; this is {0}")]
    VideoNeedsTarget(Target),
    /// The PTX ISA and ptxas 12.9: "Introduced in PTX ISA version 3.0", "requires sm_30 or higher".
    #[error(
        "SIMD video instructions are legal from PTX version 3.0 and sm_30; this is {target} and PTX {version}"
    )]
    SimdNeedsTarget {
        /// The target.
        target: Target,
        /// The module's version.
        version: PtxVersion,
    },
    /// The PTX ISA does not have these comparisons for `vset2` and `vset4`. ptxas 12.9 parses them, and refuses them on
    /// every target when it makes code.
    #[error("comparison '.{}' is illegal in vset2 and vset4: legal are .eq .ne .lt .le .gt .ge", .0.text())]
    SimdComparison(Comparison),
    /// `vset` with an unsigned comparison and a signed `btype`. The parser refuses it too.
    #[error("comparison '.{}' is legal only with btype .u32", .0.text())]
    ComparisonType(Comparison),
    /// The PTX ISA does not have these comparisons for `vset`; `ptxas` takes them on targets that have the instruction
    /// in hardware.
    #[error("comparison '.{}' is legal before sm_70; this is {target}: legal are .eq .ne .lt .le .gt .ge", cmp.text())]
    ComparisonTarget {
        /// The comparison.
        cmp: Comparison,
        /// The target.
        target: Target,
    },
    /// Line 628.
    #[error("mad.{}.f32 is legal from sm_20; {target} takes mad.f32 without a rounding modifier", rnd.text())]
    RoundingNeedsTarget {
        /// The rounding modifier.
        rnd: Rounding,
        /// The target.
        target: Target,
    },
    /// Lines 605 and 609, and the errata.
    #[error(
        "mad.{ty} needs a rounding modifier from PTX version {from}; this is {version}: legal are .rn .rz .rm .rp"
    )]
    RoundingRequired {
        /// `f32` or `f64`.
        ty: &'static str,
        /// The module's version.
        version: PtxVersion,
        /// The first version that refuses the instruction without a rounding modifier.
        from: PtxVersion,
    },
    /// `ptxas`: `.ftz` needs PTX 1.4. The PTX ISA has no such rule.
    #[error("mad.ftz.f32 is legal from PTX version 1.4; this is {0}")]
    FtzNeedsVersion(PtxVersion),
    /// Lines 623 and 627.
    #[error("mad.f64 is legal from sm_13; this is {0}")]
    DoubleNeedsTarget(Target),
}

/// Whether the instruction is legal on the target in the PTX version.
///
/// # Errors
/// [`Illegal`], the first rule that is broken.
pub fn legality(
    instruction: &Instruction,
    target: Target,
    version: PtxVersion,
) -> Result<Vec<Warning>, Illegal> {
    let mut warnings = module(target, version)?;
    match &instruction.body {
        Body::Video(it) => video(it.operation(), target, version)?,
        Body::Mad(it) => warnings.extend(mad(it.operation, target, version)?),
    }
    Ok(warnings)
}

/// Whether a module with this `.version` and `.target` is legal.
///
/// # Errors
/// [`Illegal`], the first rule that is broken.
pub fn module(target: Target, version: PtxVersion) -> Result<Vec<Warning>, Illegal> {
    Ok(known_version(version)?.into_iter().chain(known_target(target, version)?).collect())
}

/// The "PTX ISA Notes" and "Target ISA Notes" of the video instructions.
fn video(operation: &Operation, target: Target, version: PtxVersion) -> Result<(), Illegal> {
    if let Operation::Set(Set { cmp, b, .. }) = *operation
        && cmp.needs_unsigned_btype()
    {
        if b.ty.is_signed() {
            return Err(Illegal::ComparisonType(cmp));
        }
        if target.number >= SM_70 {
            return Err(Illegal::ComparisonTarget { cmp, target });
        }
    }
    let lanes = match operation {
        Operation::Simd2(it) => Some(it.op),
        Operation::Simd4(it) => Some(it.op),
        _ => None,
    };
    if let Some(op) = lanes {
        if target.number < SM_30 || version < PtxVersion::new(3, 0) {
            return Err(Illegal::SimdNeedsTarget { target, version });
        }
        if let LaneOp::Set { cmp, .. } = op
            && cmp.needs_unsigned_btype()
        {
            return Err(Illegal::SimdComparison(cmp));
        }
    }
    if target.number < SM_20 {
        return Err(Illegal::VideoNeedsTarget(target));
    }
    if version < PtxVersion::new(2, 0) {
        return Err(Illegal::VideoNeedsVersion(version));
    }
    Ok(())
}

/// Lines 521 to 523 and 601 to 628.
fn mad(operation: FloatMad, target: Target, version: PtxVersion) -> Result<Option<Warning>, Illegal> {
    match operation {
        FloatMad::F32 { rnd, ftz, .. } => {
            if ftz && version < PtxVersion::new(1, 4) {
                return Err(Illegal::FtzNeedsVersion(version));
            }
            match rnd {
                Some(rnd) if target.number < SM_20 => Err(Illegal::RoundingNeedsTarget { rnd, target }),
                None if target.number >= SM_20 => mad_f32_without_rounding(version),
                Some(_) | None => Ok(None),
            }
        }
        FloatMad::F64 { rnd } => {
            let from = PtxVersion::new(1, 4);
            if target.number < SM_13 {
                Err(Illegal::DoubleNeedsTarget(target))
            } else if rnd.is_none() && version >= from {
                Err(Illegal::RoundingRequired { ty: "f64", version, from })
            } else {
                Ok(None)
            }
        }
    }
}

/// The errata, lines 613 to 619: silent up to 3.0, a warning in 3.1, an error from 3.2.
fn mad_f32_without_rounding(version: PtxVersion) -> Result<Option<Warning>, Illegal> {
    let from = PtxVersion::new(3, 2);
    if version >= from {
        Err(Illegal::RoundingRequired { ty: "f32", version, from })
    } else if version > PtxVersion::new(3, 0) {
        Ok(Some(Warning::RoundingDefaultsToRn))
    } else {
        Ok(None)
    }
}
