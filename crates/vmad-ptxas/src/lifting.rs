//! From a SASS video instruction back to PTX: the inverse of [`lowering`](crate::lowering).
//!
//! ```
//! use vmad_sass::{Arch, assemble};
//! use vmad_ptxas::lifting::lift;
//!
//! let lift = |text| lift(&assemble(text).unwrap().instruction, Arch::Sm50);
//! let lifted = lift("VMAD.S16.U8.SHR_7.SAT R0, -R1.H1, R2.B3, R4").unwrap();
//! assert_eq!(lifted.ptx, "vmad.s32.s32.u32.sat.shr7 d, -a.h1, b.b3, c;");
//! assert_eq!(lifted.other, None);
//! let lifted = lift("VADD R0.CC, R1, R2, RZ").unwrap();
//! assert_eq!(lifted.other.unwrap(), "VADD R0, R1, R2, RZ with another CC");
//! ```

mod wide;

pub use wide::lift_wide;

use std::fmt::Display;

use vmad_ptx::ast::{Guard, Instruction as Ptx, Register as Name, Source};
use vmad_sass::{Arch, Instruction, isa::Spelling};
use vmad_unit::{Operand, Predicate, Register, Selector};

use crate::{
    lowering::{LowerError, Lowered, Registers, lower, ordinary},
    versions::{Compiler, Version},
};
use vmad_map::{
    case::Case,
    meaning::{self, NotInPtx},
};

/// The PTX instruction that computes the same as a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lifted {
    /// The instruction, its registers called `d`, `a`, `b` and `c`, the guard's `p`. `RZ` and an immediate are constants.
    pub ptx: String,
    /// What ptxas compiles it to: a clause without a period.
    pub note: String,
    /// The code that ptxas compiles it to, and its difference from the word; [`None`] if it is the word alone.
    pub other: Option<String>,
    /// Ordinary instructions that it compiles to the word too: a `sad`, or a pair of `min` and `max`.
    pub ordinary: Option<String>,
}

impl Lifted {
    /// The statement about [`ordinary`](Self::ordinary): a clause without a period.
    pub const ORDINARY: &str = "ptxas 12.9 compiles these ordinary instructions to the word too";

    fn new(ptx: String, other: Option<String>, arch: impl Display, version: Version) -> Self {
        let note = match &other {
            None => format!("ptxas {version} compiles this to the word for {arch}"),
            Some(other) => {
                format!("the same computation; for {arch}, ptxas {version} compiles this to {other}")
            }
        };
        Self { ptx, note, other, ordinary: None }
    }
}

/// The PTX of a word, for an architecture.
///
/// A spelling that ptxas compiles to the word is preferred; among several, one whose `.dtype` has the sign of the final
/// result.
///
/// # Errors
/// No PTX instruction computes the same, or the computation is unknown.
pub fn lift(instruction: &Instruction, compiler: impl Into<Compiler<Arch>>) -> Result<Lifted, NotInPtx> {
    let compiler = compiler.into();
    let operation = instruction.operation().ok_or(NotInPtx::Unknown)?;
    meaning::ptx(&operation)?;
    let guard = instruction.guard();
    if guard == (vmad_unit::Guard { predicate: Predicate::PT, negated: true }) {
        return Err(NotInPtx::NeverExecuted);
    }
    let predicate = (guard.predicate != Predicate::PT).then(|| Name::new("p")).flatten();
    let guard_of = predicate.map(|predicate| Guard { negated: guard.negated, predicate });
    let registers = registers(instruction);
    let mut first = None;
    for case in spellings(instruction) {
        let Some(plain) = case.instruction() else { continue };
        let ptx = Ptx { guard: guard_of.clone(), ..plain };
        let other = match lower(&ptx, compiler, &registers) {
            Ok(code) => other(instruction, &code),
            Err(error @ LowerError::NotVmad { .. }) => Some(format!("other instructions: {error}")),
            Err(_) => Some("other instructions".to_owned()),
        };
        let lifted = Lifted::new(ptx.to_string(), other, compiler.target, compiler.version);
        if lifted.other.is_none() {
            return Ok(Lifted { ordinary: ordinary(&ptx), ..lifted });
        }
        first.get_or_insert(lifted);
    }
    first.ok_or(NotInPtx::Constant)
}

/// The spellings of an instruction in PTX. An immediate is a constant, and so is `RZ` where no part of it is selected.
pub fn spellings(instruction: &Instruction) -> Vec<Case> {
    let Some(operation) = instruction.operation() else { return Vec::new() };
    let is_word = |operand: Operand| operand.selector == Selector::Word;
    let is_word = operation.operands().map_or([false; 2], |operands| operands.map(is_word));
    let [a, b, c] = instruction.registers();
    let zero = |register: Option<Register>| register.filter(|register| register.is_zero()).map(|_| 0);
    let immediate = immediate(instruction);
    let has_lanes = operation.operands().is_none();
    let constants = [
        zero(a).filter(|_| is_word[0]),
        immediate.or_else(|| zero(b).filter(|_| is_word[1])),
        zero(c).filter(|_| !has_lanes),
    ];
    let mut cases = Case::spellings(operation);
    for case in &mut cases {
        case.constants = constants;
        let Some(ptx) = case.ptx.as_mut().filter(|_| immediate.is_some()) else { continue };
        if let Some([a, b]) = ptx.sources() {
            *ptx = ptx.with_sources([a, Source { select: None, ..b }]);
        }
    }
    cases
}

/// An imm16 as B, extended by its sign.
fn immediate(instruction: &Instruction) -> Option<u32> {
    let value = instruction.immediate()?;
    let signed = instruction.field("B signed") == Some(1);
    Some(if signed { i32::from(value as u16 as i16) as u32 } else { value })
}

/// The instruction's registers; those of constants keep their defaults, which are not read.
pub fn registers(instruction: &Instruction) -> Registers {
    let default = Registers::default();
    let or =
        |register: Option<Register>, other| register.filter(|register| !register.is_zero()).unwrap_or(other);
    let [a, b, c] = instruction.registers();
    Registers {
        d: or(instruction.destination_register(), default.d),
        a: or(a, default.a),
        b: or(b, default.b),
        c: or(c, default.c),
        guard: instruction.guard().predicate,
    }
}

/// Code in words, with its difference from the word; [`None`] if there is none.
fn other(instruction: &Instruction, code: &Lowered) -> Option<String> {
    if let Some(miscompile) = code.miscompiled {
        return Some(format!("{code}, which computes something else ({miscompile})"));
    }
    let word = instruction.encode();
    if code.words().eq([word]) {
        return None;
    }
    if !code.words().eq([code.word]) || code.instruction().map(|word| word.form()) != Some(instruction.form())
    {
        return Some(code.to_string());
    }
    let differing =
        instruction.form().fields.iter().rev().filter(|field| field.of(word) != field.of(code.word));
    let names: Vec<_> = differing
        .map(|field| match (field.name(), field.spelling()) {
            ("Rc", _) => "another Rc, which is not read".to_owned(),
            (_, Spelling::Ignored) => format!("other bits {}", field.place()),
            (name, _) => format!("another {name}"),
        })
        .collect();
    Some(format!("{code} with {}", names.join(" and ")))
}
