//! From the shape of an instruction to its value: the rules of each instruction.

use super::arithmetic::Constant;
use super::error::{Fault, SyntaxError};
use super::modifiers::Ignored;
use super::raw::Raw;
use super::reader::{Reader, THREE_OR_FOUR, THREE_TYPES, TWO_TYPES, WITH_C};
use super::simd::simd;
use super::span::{Span, Spanned};
use crate::ast::{
    Accumulate, Arithmetic, ArithmeticOp, Body, Factor, FloatMad, Guard, Instruction, Mad, MultiplyAdd,
    Operation, Register, Rounding, Scale, Set, Shift, ShiftMode, ShiftOp, Source,
};

/// The value of an instruction, and the parts without effect.
pub(super) fn build(raw: &Raw<'_>) -> Result<(Instruction, Vec<Ignored>), SyntaxError> {
    let (body, ignored) = body(raw)?;
    let guard = raw.guard.as_ref().map(|guard| {
        let Spanned { span, value } = guard.predicate;
        let error = || SyntaxError { span, kind: Fault::NotARegister(value.to_owned()) };
        let predicate = Register::new(value).ok_or_else(error)?;
        Ok(Guard { negated: guard.negated, predicate })
    });
    Ok((Instruction { guard: guard.transpose()?, body }, ignored))
}

fn body(raw: &Raw<'_>) -> Result<(Body, Vec<Ignored>), SyntaxError> {
    let opcode = raw.opcode.value;
    if let Some(op) = ArithmeticOp::from_text(opcode) {
        return arithmetic(raw, op);
    }
    if let Some(op) = ShiftOp::from_text(opcode) {
        return shift(raw, op);
    }
    match opcode {
        "vset" => set(raw),
        "vmad" => vmad(raw),
        "mad" => mad(raw),
        _ if opcode.ends_with('2') => simd(raw, Operation::Simd2),
        _ => simd(raw, Operation::Simd4),
    }
}

/// Section 9.7.18.1.1, lines 122 to 132.
fn arithmetic(raw: &Raw<'_>, op: ArithmeticOp) -> Result<(Body, Vec<Ignored>), SyntaxError> {
    let mut reader = Reader::new(raw, op.text(), ".sat .add .min .max")?;
    let [dtype, atype, btype] = reader.types(THREE_TYPES)?;
    reader.shape(THREE_OR_FOUR)?;
    let (operands, tail) = reader.with_tail([atype, btype])?;
    let [a, b] = operands.sources;
    let sat = reader.modifiers.has("sat");
    reader.video(Operation::Arithmetic(Arithmetic { op, dtype, a, b, sat, tail }), operands)
}

/// Section 9.7.18.1.2, lines 185 to 196.
fn shift(raw: &Raw<'_>, op: ShiftOp) -> Result<(Body, Vec<Ignored>), SyntaxError> {
    let name = op.text();
    let mut reader = Reader::new(raw, name, ".sat .clamp .wrap .add .min .max")?;
    let [dtype, atype, btype] = reader.types(".u32 or .s32 twice, then .u32")?;
    reader.shape(THREE_OR_FOUR)?;
    if btype.is_signed() {
        let span = reader.modifiers.types.last().map_or(raw.opcode.span, |last| last.span);
        return Err(SyntaxError { span, kind: Fault::SignedShiftAmount });
    }
    let Some(mode) = reader.modifiers.find(ShiftMode::from_text) else {
        return Err(SyntaxError { span: raw.opcode.span, kind: Fault::MissingShiftMode(name) });
    };
    let (operands, tail) = reader.with_tail([atype, btype])?;
    let [a, Source { select: bsel, .. }] = operands.sources;
    let sat = reader.modifiers.has("sat");
    reader.video(Operation::Shift(Shift { op, dtype, a, bsel, sat, mode, tail }), operands)
}

/// Section 9.7.18.1.4, lines 347 to 357.
fn set(raw: &Raw<'_>) -> Result<(Body, Vec<Ignored>), SyntaxError> {
    let mut reader = Reader::new(raw, "vset", ".eq .ne .lt .le .gt .ge .add .min .max")?;
    let [atype, btype] = reader.types(TWO_TYPES)?;
    reader.shape(THREE_OR_FOUR)?;
    let cmp = reader.comparison(btype)?;
    let (operands, tail) = reader.with_tail([atype, btype])?;
    let [a, b] = operands.sources;
    reader.video(Operation::Set(Set { a, b, cmp, tail }), operands)
}

/// Section 9.7.18.1.3, lines 253 to 260 and 267 to 270.
fn vmad(raw: &Raw<'_>) -> Result<(Body, Vec<Ignored>), SyntaxError> {
    let reader = Reader::new(raw, "vmad", ".sat .po .shr7 .shr15")?;
    let [dtype, atype, btype] = reader.types(THREE_TYPES)?;
    reader.shape(WITH_C)?;
    let operands = reader.without_tail([atype, btype])?;
    let [a, b] = operands.sources;
    let scale = |text: &str| Scale::ALL.into_iter().find(|scale| scale.text() == Some(text));
    let operation = Operation::MultiplyAdd(MultiplyAdd {
        dtype,
        a,
        b,
        sat: reader.modifiers.has("sat"),
        scale: reader.modifiers.find(scale).unwrap_or(Scale::Pass),
        accumulate: accumulate(raw, reader.modifiers.has("po"))?,
    });
    reader.video(operation, operands)
}

/// The legal negations: of the product or of `c`, and neither with `.po`. Two negated factors cancel: `ptxas` then sees
/// no negation.
fn accumulate(raw: &Raw<'_>, po: bool) -> Result<Accumulate, SyntaxError> {
    let negated = |index: usize| raw.operands.get(index).is_some_and(|operand| operand.negated);
    let (a, b, c) = (negated(1), negated(2), negated(3));
    let signed = raw.operands.iter().filter(|operand| operand.negated);
    let span =
        signed.map(|operand| operand.span).reduce(|first, last| Span { start: first.start, end: last.end });
    let error = |kind| Err(SyntaxError { span: span.unwrap_or(raw.span), kind });
    match (a != b, c, po) {
        (true, true, _) => error(Fault::ProductAndCNegated),
        (true, false, true) | (false, true, true) => error(Fault::PlusOneNegated),
        (true, false, false) => Ok(Accumulate::MinusProduct { by: if a { Factor::A } else { Factor::B } }),
        (false, true, false) => Ok(Accumulate::MinusC { cancelled: a }),
        (false, false, true) => Ok(Accumulate::PlusOne { cancelled: a }),
        (false, false, false) => Ok(Accumulate::Sum { cancelled: a }),
    }
}

/// Section 9.7.3.7, lines 521 to 525. The target and the version decide whether the rounding modifier can be omitted.
fn mad(raw: &Raw<'_>) -> Result<(Body, Vec<Ignored>), SyntaxError> {
    let mut reader = Reader::new(raw, "mad", ".rn .rz .rm .rp, and for .f32 .ftz .sat")?;
    let rnd = reader.modifiers.find(Rounding::from_text);
    let (ftz, sat) = (reader.modifiers.has("ftz"), reader.modifiers.has("sat"));
    let operation = match reader.modifiers.types.as_slice() {
        [one] if one.value == "f32" => FloatMad::F32 { rnd, ftz, sat },
        [one] if one.value == "f64" && !ftz && !sat => FloatMad::F64 { rnd },
        [one] if one.value == "f64" => {
            let single = |modifier: &&Spanned<&str>| matches!(modifier.value, "ftz" | "sat");
            let Spanned { span, value } = raw.modifiers.iter().find(single).copied().unwrap_or(*one);
            let (modifier, legal) = (value.to_owned(), ".rn .rz .rm .rp for .f64");
            let kind = Fault::IllegalModifier { modifier, instruction: "mad", legal };
            return Err(SyntaxError { span, kind });
        }
        _ => return Err(reader.wrong_types("one type, .f32 or .f64")),
    };
    reader.shape(WITH_C)?;
    let [d, a, b, c] = raw.operands.as_slice() else { return Err(reader.operand_count(WITH_C)) };
    let (d, dsel) = reader.destination(d)?;
    reader.no_dsel(dsel)?;
    let legal = "a register or a float constant (0f, 0d or decimal)";
    let source = |raw| reader.source(raw, Constant::float, legal);
    let [a, b, c] = [source(a)?, source(b)?, source(c)?];
    let (a, b, c) = (reader.no_select(a, "a")?, reader.no_select(b, "b")?, reader.no_select(c, "c")?);
    reader.cancel_negations()?;
    Ok((Body::Mad(Mad { operation, d, a, b, c }), reader.modifiers.ignored))
}
