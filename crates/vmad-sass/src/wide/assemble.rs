//! From text to a word.

use alloc::{format, string::ToString, vec::Vec};

use vmad_unit::{Predicate, Register, Sign};

use super::{Uniform, WideArch, WideInstruction, WideMode, WideParts, WideSource, legality::reused};
use crate::{
    schedule::{ControlField, Reuse},
    text::{Cursor, Number, Radix, Span, Statement, Suffix, TextError, TokenKind},
};

/// An operand with its place and whether `.reuse` follows.
struct Operand<T> {
    value: T,
    span: Span,
    is_reused: bool,
}

/// The stall count for a text with `.reuse` and no control field: the least that is legal.
const STALL_OF_REUSE: u8 = 1;

impl WideInstruction {
    /// Assembles an instruction: the text of nvdisasm, with a control field in the notation of
    /// [`crate::text::notation`] if it is needed.
    ///
    /// The default has no issue and reuse bits and no barriers. Reuse needs the yield flag and a stall count from 1 to
    /// 11: a text with `.reuse` and no control field has `?stall=1 ?yield`. Bits without meaning are 0.
    ///
    /// # Errors
    /// The text is no legal instruction of the architecture; the error has the place and the legal values.
    pub fn assemble(arch: WideArch, text: &str) -> Result<Self, TextError> {
        Cursor::parse(text, |cursor| Self::parse(arch, cursor))
    }

    fn parse(arch: WideArch, cursor: &mut Cursor<'_>) -> Result<Self, TextError> {
        let mut statement = Statement::begin(cursor)?;
        let guard = statement.guard;
        let mode = mode(&statement)?;
        let start = statement.mnemonic.span;
        let destination = statement.operand_by("the destination register", register)?.value;
        let second = statement.operand_by("a predicate, or the A register", |cursor| {
            match Predicate::from_name(cursor.peek().text) {
                Some(predicate) => {
                    cursor.next();
                    Ok(Err(predicate))
                }
                None => register(cursor).map(Ok),
            }
        })?;
        let (predicate, a) = match second {
            Ok(a) => (Predicate::PT, a),
            Err(predicate) => (predicate, statement.operand_by("the A register", register)?),
        };
        let b = statement.operand_by("the B source", source)?;
        let c = statement.operand_by("the C source", source)?;
        let (written, place) = statement.end()?;
        let reuse = [(Reuse::A, a.is_reused), (Reuse::B, b.is_reused), (Reuse::C, c.is_reused)];
        let place = if written.is_some() { place } else { b.span.to(c.span) };
        let (a, b, c) = (a.value, b.value, c.value);
        let of = |control| WideParts { guard, mode, destination, predicate, a, b, c, control };
        let mut control = written.unwrap_or(ControlField::IDLE);
        // On sm_70, the written flag of another operand can be that of this one.
        let kept = Self::from_parts(arch, &of(control)).map(|it| reused(&it)).unwrap_or_default();
        for ((reuse, is_reused), is_kept) in reuse.into_iter().zip(kept) {
            if is_reused && !is_kept {
                control = control.with_reuse(control.reuse().with(reuse));
                if written.is_none() {
                    control = control.with_stall(STALL_OF_REUSE).with_yield_flag(true);
                }
            }
        }
        let instruction = Self::from_parts(arch, &of(control)).map_err(|error| {
            let place = if arch.has_video() { place } else { start };
            place.error(error.to_string())
        })?;
        let is_kept =
            reuse.into_iter().zip(reused(&instruction)).all(|((_, written), kept)| kept || !written);
        if !is_kept {
            return Err(place.error(
                "an operand has .reuse without the yield flag: legal is ?yield, with ?stall=1 to 11",
            ));
        }
        Ok(instruction)
    }
}

/// The mnemonic and its suffixes: the name of a mode.
fn mode(statement: &Statement<'_, '_>) -> Result<WideMode, TextError> {
    let modes = || WideMode::ALL.into_iter().filter(|mode| mode.kind().name() == statement.mnemonic.text);
    if modes().next().is_none() {
        let found = statement.mnemonic.text;
        let error = format!("unknown instruction {found:?}: expected VABSDIFF or VABSDIFF4");
        let names = ["VABSDIFF".to_string(), "VABSDIFF4".to_string()];
        return Err(statement.mnemonic.span.error(error).with_names(names.into()));
    }
    let suffixes = |mode: WideMode| {
        let unsigned = (mode.sign() == Sign::Unsigned).then(|| &super::text::unsigned(mode)[1..]);
        let acc = matches!(mode, WideMode::Vabsdiff4 { accumulate: true, .. }).then_some("ACC");
        unsigned.into_iter().chain(acc)
    };
    let written = || statement.suffixes().iter().map(|suffix| suffix.name);
    modes().find(|&mode| suffixes(mode).eq(written())).ok_or_else(|| {
        let is_start =
            |count: usize| modes().any(|mode| suffixes(mode).take(count).eq(written().take(count)));
        let wrong = statement.suffixes().iter().zip(1..).find(|(_, count)| !is_start(*count));
        let (found, span) = wrong.map_or(("", statement.mnemonic.span), |(it, _)| (it.name, it.span));
        let (legal, names) = match modes().next() {
            Some(WideMode::Vabsdiff(_)) => (".U32, once", &[".U32"][..]),
            _ => (".U8, then .ACC", &[".U8", ".ACC"][..]),
        };
        let error = span.error(format!("suffix {found:?} is illegal here: legal is {legal}"));
        error.with_names(names.iter().map(ToString::to_string).collect())
    })
}

/// `R5`, `RZ.reuse`
fn register(cursor: &mut Cursor<'_>) -> Result<Operand<Register>, TextError> {
    let token = cursor.take(TokenKind::Name, "a register")?;
    let value = Register::from_name(token.text).ok_or_else(|| {
        token.span.error(format!("no register {:?}: legal are R0 to R254 and RZ", token.text))
    })?;
    let mut suffixes = Vec::new();
    Suffix::parse_all(cursor, &mut suffixes)?;
    let is_reused = suffixes.first().is_some_and(|suffix| suffix.name == "reuse");
    match suffixes.get(usize::from(is_reused)) {
        None => Ok(Operand { value, span: cursor.span_from(token.span.start), is_reused }),
        Some(stray) => {
            let message = format!("{:?} cannot follow this operand: legal is .reuse, once", stray.name);
            Err(stray.span.error(message).with_names([".reuse".to_string()].into()))
        }
    }
}

/// `R5`, `0x7`, `c[0x0][0x160]`, `cx[UR4][0x10]`, `UR4`
fn source(cursor: &mut Cursor<'_>) -> Result<Operand<WideSource>, TextError> {
    let first = cursor.peek();
    let value = match (first.kind, first.text) {
        (TokenKind::Name, "c") => {
            cursor.next();
            let bank = in_brackets(cursor, |cursor| place(cursor, 0, 31, 1))?;
            let offset = in_brackets(cursor, |cursor| place(cursor, -0x8000, 0x7ffc, 4))?;
            WideSource::Constant { bank: bank as u8, offset: offset as i16 }
        }
        (TokenKind::Name, "cx") => {
            cursor.next();
            let register = in_brackets(cursor, uniform)?;
            let offset = in_brackets(cursor, |cursor| place(cursor, 0, 0xfffc, 4))?;
            WideSource::Bindless { register, offset: offset as u16 }
        }
        (TokenKind::Name, name) if name.starts_with('U') => WideSource::Uniform(uniform(cursor)?),
        (TokenKind::Name, _) => {
            let Operand { value, span, is_reused } = register(cursor)?;
            return Ok(Operand { value: WideSource::Register(value), span, is_reused });
        }
        (TokenKind::Number | TokenKind::Mark('-'), _) => {
            WideSource::Immediate(place(cursor, -0x8000_0000, 0xffff_ffff, 1)? as u32)
        }
        _ => return Err(cursor.expected("a register, a constant, c[][], cx[UR][] or a uniform register")),
    };
    Ok(Operand { value, span: cursor.span_from(first.span.start), is_reused: false })
}

/// `UR4`, `URZ`
fn uniform(cursor: &mut Cursor<'_>) -> Result<Uniform, TextError> {
    let token = cursor.take(TokenKind::Name, "a uniform register")?;
    let number =
        |text: &str| text.parse().ok().filter(|&number: &u8| number < 255 && number.to_string() == text);
    let register = match token.text.strip_prefix("UR") {
        Some("Z") => Some(Uniform::URZ),
        digits => digits.and_then(number).map(Uniform::new),
    };
    register.ok_or_else(|| {
        token.span.error(format!("no uniform register {:?}: legal are UR0 to UR254 and URZ", token.text))
    })
}

fn in_brackets<'t, T>(
    cursor: &mut Cursor<'t>,
    inner: impl FnOnce(&mut Cursor<'t>) -> Result<T, TextError>,
) -> Result<T, TextError> {
    cursor.take(TokenKind::Mark('['), "`[`")?;
    let value = inner(cursor)?;
    cursor.take(TokenKind::Mark(']'), "`]`")?;
    Ok(value)
}

/// A number from `least` to `most`, a multiple of `step`. Hexadecimal or decimal, with a minus if `least` is below 0.
fn place(cursor: &mut Cursor<'_>, least: i64, most: i64, step: i64) -> Result<i64, TextError> {
    let start = cursor.peek().span.start;
    let minus = cursor.take_if(TokenKind::Mark('-')).is_some();
    let number = Number::parse(cursor, "a number")?;
    let value = number.value.map(i64::from).map(|value| if minus { -value } else { value });
    value.filter(|value| (least..=most).contains(value) && value % step == 0).ok_or_else(|| {
        let multiples = if step == 1 { "" } else { ", multiples of 4" };
        let sign = if minus { "-" } else { "" };
        let legal = match number.radix {
            Radix::Hexadecimal if least < 0 => format!("-{:#x} to {most:#x}", -least),
            Radix::Hexadecimal => format!("{least:#x} to {most:#x}"),
            Radix::Decimal => format!("{least} to {most}"),
        };
        let span = cursor.span_from(start);
        span.error(format!("{sign}{} does not fit: legal are {legal}{multiples}", number.text))
    })
}
