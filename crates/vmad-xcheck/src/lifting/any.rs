//! The PTX of any video instruction word.

use vmad_ptx::ast::{
    Body, Guard as PtxGuard, Instruction as Ptx, Integer, Operand, Operation as PtxOperation,
    Register as Name, Video,
};
use vmad_sass::{
    Arch, Instruction,
    isa::{Form, Spelling},
};
use vmad_unit::{Predicate, Register, Selector};

use crate::{
    family::{self, NotInPtx},
    lowering::{Registers, Sequence, lower_any, ordinary},
};

/// The PTX instruction that computes what a word computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lifted {
    /// The instruction, its registers called `d`, `a`, `b` and `c`, the guard's `p`. `RZ` and an immediate are constants.
    pub ptx: Ptx,
    /// The code that ptxas 12.9 compiles it to, and its difference from the word; [`None`] if it is the word alone.
    pub other: Option<String>,
    /// Ordinary instructions that it compiles to the word too: a `sad`, or a pair of `min` and `max`.
    pub ordinary: Option<String>,
}

/// The PTX of a word, for an architecture.
///
/// # Errors
/// No PTX instruction computes the same, or the computation is unknown.
pub fn lift_any(instruction: &Instruction, arch: Arch) -> Result<Lifted, NotInPtx> {
    let operation = instruction.known_operation().map_err(|_| NotInPtx::Unknown)?;
    let mut ptx = family::ptx(&operation)?;
    let selectors = operation.operands().map(|operands| operands.map(|operand| operand.selector));
    let is_word = |index: usize| selectors.is_some_and(|selectors| selectors[index] == Selector::Word);
    let [a, b, c] = instruction.registers();
    let zero = |register: Option<Register>| register.filter(|register| register.is_zero()).map(|_| 0);
    let immediate = instruction.immediate().map(|value| {
        let signed = instruction.field("B signed") == Some(1);
        if signed { i64::from(value as u16 as i16) } else { i64::from(value) }
    });
    if immediate.is_some() {
        match &mut ptx {
            PtxOperation::Arithmetic(it) => it.b.select = None,
            PtxOperation::Set(it) => it.b.select = None,
            PtxOperation::Shift(it) => it.bsel = None,
            PtxOperation::MultiplyAdd(it) => it.b.select = None,
            PtxOperation::Simd2(_) | PtxOperation::Simd4(_) => return Err(NotInPtx::Constant),
        }
    }
    let operand = |name: &str, constant: Option<i64>| match constant {
        Some(value) => Some(Operand::Immediate(Integer(value))),
        None => Name::new(name).ok().map(Operand::Register),
    };
    let video = || {
        let a = operand("a", zero(a).filter(|_| is_word(0)))?;
        let b = operand("b", immediate.or_else(|| zero(b).filter(|_| is_word(1))))?;
        let c = if ptx.has_c() { Some(operand("c", zero(c).filter(|_| selectors.is_some()))?) } else { None };
        Video::new(ptx, Name::new("d").ok()?, a, b, c).ok()
    };
    let video = video().ok_or(NotInPtx::Constant)?;
    let guard = instruction.guard();
    let predicate = (guard.predicate != Predicate::PT).then(|| Name::new("p").ok()).flatten();
    let guard_of = predicate.map(|predicate| PtxGuard { negated: guard.negated, predicate });
    let ptx = Ptx { guard: guard_of, body: Body::Video(video) };
    let default = Registers::default();
    let or = |register: Option<Register>, other| register.filter(|it| !it.is_zero()).unwrap_or(other);
    let registers = Registers {
        d: or(instruction.register("Rd"), default.d),
        a: or(a, default.a),
        b: or(b, default.b),
        c: or(c, default.c),
        guard: guard.predicate,
    };
    let other = match lower_any(&ptx, arch, &registers) {
        Ok(code) => other(instruction, &code),
        Err(_) => Some("other instructions".to_owned()),
    };
    let ordinary = ordinary(&ptx).filter(|_| other.is_none());
    Ok(Lifted { ptx, other, ordinary })
}

/// Code in words, with its difference from the word; [`None`] if there is none.
fn other(instruction: &Instruction, code: &Sequence) -> Option<String> {
    if let Some(miscompile) = code.miscompiled {
        return Some(format!("{code}, which computes something else ({miscompile})"));
    }
    let word = instruction.encode();
    if code.words().eq([word]) {
        return None;
    }
    if !code.words().eq([code.word]) || Form::of(code.word) != Some(instruction.form()) {
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
