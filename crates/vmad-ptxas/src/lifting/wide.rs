//! From a word of 128 bits back to PTX: the inverse of [`lower_wide`].

use vmad_map::meaning::NotInPtx;
use vmad_sass::wide::{WideInstruction, WideMode, WideParts, WideSource};
use vmad_unit::{Guard, Predicate, Sign};

use super::Lifted;
use crate::{
    lowering::Registers,
    question::{EmittedCode, Question},
    versions::{Version, Versions},
};

/// The PTX of a word. Operands that are no registers of 32 bits, and no constants of a `sad`, are registers in it.
///
/// # Errors
/// The guard is `@!PT`.
pub fn lift_wide(word: &WideInstruction) -> Result<Lifted, NotInPtx> {
    let WideParts { guard, mode, destination, predicate, a, b, c, .. } = word.parts();
    let never = Guard { predicate: Predicate::PT, negated: true };
    if guard == never {
        return Err(NotInPtx::NeverExecuted);
    }
    let sign = if mode.sign() == Sign::Signed { "s32" } else { "u32" };
    let name = match mode {
        WideMode::Vabsdiff(_) => format!("sad.{sign}"),
        WideMode::Vabsdiff4 { accumulate, .. } => {
            format!("vabsdiff4.u32.{sign}.{sign}{}", if accumulate { ".add" } else { "" })
        }
    };
    let operand = |source: WideSource, name: &str| {
        let constant = source.fixed().filter(|_| matches!(mode, WideMode::Vabsdiff(_)));
        constant.map_or_else(|| name.to_owned(), |value| value.to_string())
    };
    let operands = [operand(WideSource::Register(a), "a"), operand(b, "b"), operand(c, "c")].join(", ");
    let at = match guard.negated {
        _ if guard == Guard::ALWAYS => "",
        true => "@!p ",
        false => "@p ",
    };
    let ptx = format!("{at}{name} d, {operands};");
    let register = |source, other| match source {
        WideSource::Register(register) if !register.is_zero() => register,
        _ => other,
    };
    let default = Registers::default();
    let registers = Registers {
        d: register(WideSource::Register(destination), default.d),
        a: register(WideSource::Register(a), default.a),
        b: register(b, default.b),
        c: register(c, default.c),
        guard: guard.predicate,
    };
    let arch = word.arch();
    let target = vmad_ptx::legality::Target::sm(arch.number() as u16);
    let version = Versions::with(target).map_or(Version::NEWEST, |versions| versions.last);
    let lowered = Question::new(target, None, registers).ok().and_then(|question| question.text(&ptx).ok());
    let is_same = |other: &WideInstruction| {
        let control = word.parts().control;
        let plain = WideInstruction::from_parts(arch, &WideParts { control, ..other.parts() });
        plain.is_ok_and(|plain| plain.parts() == word.parts())
    };
    let other = match lowered {
        Some(EmittedCode::Wide(other)) if is_same(&other) => None,
        Some(code) if predicate != Predicate::PT => Some(format!("{code}, without a predicate result")),
        Some(code) => Some(code.to_string()),
        None => Some("other instructions".to_owned()),
    };
    Ok(Lifted::new(ptx, other, arch, version))
}
