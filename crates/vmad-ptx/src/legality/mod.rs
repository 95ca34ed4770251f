//! The rules of targets and PTX versions.
//!
//! The source is the PTX ISA's "PTX ISA Notes", "Target ISA Notes" and "Errata". `ptxas` 12.9 and 13.5 agree, also on
//! old targets (it compiles `.target sm_10` for a newer device), with one exception: ptxas takes `mad.f64` below
//! `sm_13` (`.rn` and `.rz` only) when it compiles for a device with doubles. The PTX ISA's rule is implemented.

mod target;

pub use target::{NotATarget, NotAVersion, PtxVersion, Target};

use crate::ast::{Body, FloatMad, Instruction, LaneOp, Operation, Set};
use target::{known_target, known_version};

/// `sm_20`, where the video instructions and the rounding modifiers of `mad.f32` begin.
const SM_20: u16 = 20;
/// `sm_30`, where the SIMD video instructions begin.
const SM_30: u16 = 30;
/// `sm_13`, where double precision begins.
const SM_13: u16 = 13;
/// `sm_70`, the first target without video instructions in hardware.
const SM_70: u16 = 70;

/// Whether the instruction is legal on the target in the PTX version; the warnings about a legal one, as messages.
///
/// # Errors
/// The first rule that is broken, and the legal choices.
pub fn legality(
    instruction: &Instruction,
    target: Target,
    version: PtxVersion,
) -> Result<Vec<String>, String> {
    let mut warnings = module(target, version)?;
    match &instruction.body {
        Body::Video(it) => video(it.operation(), target, version)?,
        Body::Mad(it) => warnings.extend(mad(it.operation, target, version)?),
    }
    Ok(warnings)
}

/// The same for a module with this `.version` and `.target`.
///
/// # Errors
/// The first rule that is broken.
pub fn module(target: Target, version: PtxVersion) -> Result<Vec<String>, String> {
    Ok(known_version(version)?.into_iter().chain(known_target(target, version)?).collect())
}

/// The "PTX ISA Notes" and "Target ISA Notes" of the video instructions.
fn video(operation: &Operation, target: Target, version: PtxVersion) -> Result<(), String> {
    if let Operation::Set(Set { cmp, b, .. }) = *operation
        && cmp.needs_unsigned_btype()
    {
        let cmp = cmp.text();
        // The parser refuses it too.
        if b.ty.is_signed() {
            return Err(format!("comparison '.{cmp}' is legal only with btype .u32"));
        }
        // The PTX ISA does not have these comparisons; `ptxas` takes them on targets with the instruction in hardware.
        if target.number >= SM_70 {
            return Err(format!(
                "comparison '.{cmp}' is legal before sm_70; this is {target}: legal are .eq .ne .lt .le .gt .ge"
            ));
        }
    }
    let lanes = match operation {
        Operation::Simd2(it) => Some(it.op),
        Operation::Simd4(it) => Some(it.op),
        _ => None,
    };
    if let Some(op) = lanes {
        // "Introduced in PTX ISA version 3.0", "requires sm_30 or higher"; also ptxas 12.9.
        if target.number < SM_30 || version < PtxVersion::new(3, 0) {
            return Err(format!(
                "SIMD video instructions are legal from PTX version 3.0 and sm_30; this is {target} and PTX {version}"
            ));
        }
        // The PTX ISA does not have these comparisons. ptxas 12.9 parses them, and refuses them on every target when it
        // makes code.
        if let LaneOp::Set { cmp, .. } = op
            && cmp.needs_unsigned_btype()
        {
            let cmp = cmp.text();
            return Err(format!(
                "comparison '.{cmp}' is illegal in vset2 and vset4: legal are .eq .ne .lt .le .gt .ge"
            ));
        }
    }
    // Lines 166, 236, 330 and 384: "require sm_20 or higher".
    if target.number < SM_20 {
        return Err(format!("video instructions are legal from sm_20; this is {target}"));
    }
    // Lines 162, 232, 326 and 380: "Introduced in PTX ISA version 2.0".
    if version < PtxVersion::new(2, 0) {
        return Err(format!("video instructions are legal from PTX version 2.0; this is {version}"));
    }
    Ok(())
}

/// Lines 521 to 523 and 601 to 628.
fn mad(operation: FloatMad, target: Target, version: PtxVersion) -> Result<Option<String>, String> {
    match operation {
        FloatMad::F32 { rnd, ftz, .. } => {
            // `ptxas`; the PTX ISA has no such rule.
            if ftz && version < PtxVersion::new(1, 4) {
                return Err(format!("mad.ftz.f32 is legal from PTX version 1.4; this is {version}"));
            }
            match rnd {
                // Line 628.
                Some(rnd) if target.number < SM_20 => Err(format!(
                    "mad.{}.f32 is legal from sm_20; {target} takes mad.f32 without a rounding modifier",
                    rnd.text()
                )),
                None if target.number >= SM_20 => mad_f32_without_rounding(version),
                Some(_) | None => Ok(None),
            }
        }
        FloatMad::F64 { rnd } => {
            let from = PtxVersion::new(1, 4);
            // Lines 623 and 627.
            if target.number < SM_13 {
                Err(format!("mad.f64 is legal from sm_13; this is {target}"))
            } else if rnd.is_none() && version >= from {
                rounding_required("f64", version, from)
            } else {
                Ok(None)
            }
        }
    }
}

/// The errata, lines 613 to 619: silent up to 3.0, a warning in 3.1, an error from 3.2.
fn mad_f32_without_rounding(version: PtxVersion) -> Result<Option<String>, String> {
    let from = PtxVersion::new(3, 2);
    if version >= from {
        rounding_required("f32", version, from)
    } else if version > PtxVersion::new(3, 0) {
        let taken = "mad.f32 without a rounding modifier is taken as mad.rn.f32; PTX 3.2 and later refuse it";
        Ok(Some(taken.to_owned()))
    } else {
        Ok(None)
    }
}

/// Lines 605 and 609, and the errata. `from` is the first version that refuses the instruction.
fn rounding_required<T>(ty: &str, version: PtxVersion, from: PtxVersion) -> Result<T, String> {
    Err(format!(
        "mad.{ty} needs a rounding modifier from PTX version {from}; this is {version}: legal are .rn .rz .rm .rp"
    ))
}
