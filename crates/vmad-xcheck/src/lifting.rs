//! From SASS `VMAD` back to the PTX `vmad` that ptxas 12.9 compiles to it: the inverse of [`lowering`](crate::lowering).
//!
//! ```
//! use vmad_sass::{Arch, Vmad};
//! use vmad_xcheck::lifting::{NoPtx, lift};
//!
//! let vmad = |text: &str| text.parse::<Vmad>().unwrap();
//! let ptx = lift(&vmad("VMAD.S16.U8.SHR_7.SAT R0, -R1.H1, R2.B3, R4"), Arch::Sm50).unwrap();
//! assert_eq!(ptx.to_string(), "vmad.s32.s32.u32.sat.shr7 d, -a.h1, b.b3, c;");
//! assert_eq!(lift(&vmad("VMAD R0.CC, R1, R2, R4"), Arch::Sm50), Err(NoPtx::ConditionCode));
//! ```

mod any;
mod relation;

pub use any::{Lifted, lift_any};
pub use relation::{Relation, relation};

use vmad_ptx::ast::{self, Guard as PtxGuard, Instruction};
use vmad_sass::{
    Arch, Vmad,
    vmad::{IgnoredBits, SourceB},
};
use vmad_unit::{Predicate, Register, Selector};

use crate::{
    interpretation::Case,
    lowering::{LowerError, Registers, lower},
    spelling,
};

/// Why no PTX produces an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPtx {
    /// `.CC`
    #[error("PTX's vmad writes no condition code, so that ptxas never writes .CC")]
    ConditionCode,
    /// Bits 35:31 are not 0.
    #[error("ptxas writes zeros to bits 35:31, which have no meaning")]
    IgnoredBits,
    /// `RZ` as the destination.
    #[error("ptxas gives every d a register, and never RZ")]
    NoDestination,
    /// `@!PT`
    #[error("PTX has no predicate that is always false, so that ptxas never writes @!PT")]
    NeverExecuted,
    /// An imm16 of 0.
    #[error("ptxas writes a constant 0 as RZ, never as an imm16")]
    ImmediateZero,
    /// A byte or a half-word of `RZ`.
    #[error("ptxas writes RZ for a constant 0 alone, which has 32 bits and no selector")]
    PartOfZero,
    /// The architecture emulates the form.
    #[error(transparent)]
    Emulated(LowerError),
    /// `-RZ` as C, or a negated product of two constants.
    #[error("a constant carries no minus sign in PTX, and what is negated here would be one")]
    NegatedConstant,
    /// `RZ` as A, and the product negated.
    #[error("beside a constant a, which RZ would be, ptxas drops the product's negation (divergence D6)")]
    NegatedBesideConstant,
}

/// The `vmad` that ptxas compiles to an instruction, its registers called `d`, `a`, `b` and `c`, the guard's `p`.
///
/// Of several it is the one whose `.dtype` has the sign of the final result, if there is one.
///
/// # Errors
/// No `vmad` compiles to this instruction on this architecture.
pub fn lift(vmad: &Vmad, arch: Arch) -> Result<Instruction, NoPtx> {
    check(vmad)?;
    let cases = cases(vmad);
    if cases.iter().all(|case| case.instruction().is_none()) {
        return Err(NoPtx::NegatedConstant);
    }
    let guard = vmad.guard;
    let predicate = (guard.predicate != Predicate::PT).then(|| ast::Register::new("p").ok()).flatten();
    let guard = predicate.map(|predicate| PtxGuard { negated: guard.negated, predicate });
    let mut refused = None;
    for case in cases {
        let Some(plain) = case.instruction() else { continue };
        let instruction = Instruction { guard: guard.clone(), ..plain };
        match lower(&instruction, arch, &registers(vmad)) {
            Ok(lowered) if lowered.vmad == *vmad && lowered.miscompiled.is_none() => return Ok(instruction),
            Ok(_) => {}
            Err(error) => refused = Some(error),
        }
    }
    Err(refused.map_or(NoPtx::NegatedBesideConstant, NoPtx::Emulated))
}

/// Refuses what no PTX can express, whatever the mode.
fn check(vmad: &Vmad) -> Result<(), NoPtx> {
    let part_of_zero = |register: Register, selector| register.is_zero() && selector != Selector::Word;
    let b = match vmad.b {
        SourceB::Register { ignored, .. } if ignored != IgnoredBits::ZERO => Err(NoPtx::IgnoredBits),
        SourceB::Register { source, .. } if part_of_zero(source.register, source.operand.selector) => {
            Err(NoPtx::PartOfZero)
        }
        SourceB::Immediate { value: 0, .. } => Err(NoPtx::ImmediateZero),
        SourceB::Register { .. } | SourceB::Immediate { .. } => Ok(()),
    };
    if vmad.cc {
        Err(NoPtx::ConditionCode)
    } else if vmad.destination.is_zero() {
        Err(NoPtx::NoDestination)
    } else if vmad.guard.predicate == Predicate::PT && vmad.guard.negated {
        Err(NoPtx::NeverExecuted)
    } else if part_of_zero(vmad.a.register, vmad.a.operand.selector) {
        Err(NoPtx::PartOfZero)
    } else {
        b
    }
}

/// The PTX with the meaning of an instruction: `RZ` and imm16 are constants.
///
/// The first has the `.dtype` of the final result's sign.
pub(crate) fn cases(vmad: &Vmad) -> [Case; 4] {
    let zero = |register: Register| register.is_zero().then_some(0);
    let b = match vmad.b {
        SourceB::Register { source, .. } => zero(source.register),
        SourceB::Immediate { value, sign } => Some(match sign {
            vmad_unit::Sign::Unsigned => value.into(),
            vmad_unit::Sign::Signed => i32::from(value as i16) as u32,
        }),
    };
    let constants = [zero(vmad.a.register), b, zero(vmad.c)];
    let signed = vmad.formula().last.sign == vmad_unit::Sign::Signed;
    let mut operations = spelling::multiply_adds(vmad.mode());
    operations.sort_by_key(|operation| operation.dtype.is_signed() != signed);
    operations.map(|mut operation| {
        if matches!(vmad.b, SourceB::Immediate { .. }) {
            operation.b.select = None;
        }
        Case { operation, constants }
    })
}

/// The instruction's registers; those of constants keep their defaults, which are not read.
pub fn registers(vmad: &Vmad) -> Registers {
    let default = Registers::default();
    let or = |register: Register, other| if register.is_zero() { other } else { register };
    let b = match vmad.b {
        SourceB::Register { source, .. } => source.register,
        SourceB::Immediate { .. } => Register::RZ,
    };
    Registers {
        d: vmad.destination,
        a: or(vmad.a.register, default.a),
        b: or(b, default.b),
        c: or(vmad.c, default.c),
        guard: vmad.guard.predicate,
    }
}
