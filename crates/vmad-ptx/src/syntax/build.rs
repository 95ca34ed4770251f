//! From an instruction's shape to its value: the rules that join modifiers and operands.

use super::checks::{
    THREE_OR_FOUR, THREE_TYPES, WITH_C, cancel_negations, operand_count, shape, types, wrong_types,
};
use super::error::{Fault, SyntaxError};
use super::modifiers::{Ignored, Modifiers, Takes};
use super::operands::{SOURCES, destination, float, no_select, register, source};
use super::raw::Raw;
use super::span::{Span, Spanned};
use super::vabsdiff4::vabsdiff4;
use super::video_operands::Operands;
use crate::ast::{
    Accumulate, Arithmetic, ArithmeticOp, Body, Comparison, Factor, FloatMad, Guard, Instruction, Mad,
    MultiplyAdd, Operation, Scale, SecOp, Set, Shift, ShiftOp, Source,
};

pub(super) const NOTHING: Takes = Takes {
    name: "",
    sat: false,
    secop: &[],
    mode: false,
    cmp: false,
    po_and_scale: false,
    rnd_and_ftz: false,
    legal: "",
};

/// The instruction's value, and the modifiers that say nothing.
pub(super) fn build(raw: &Raw<'_>) -> Result<(Instruction, Vec<Ignored>), SyntaxError> {
    let (body, ignored) = body(raw)?;
    let guard = match &raw.guard {
        Some(guard) => Some(Guard { negated: guard.negated, predicate: register(guard.predicate)? }),
        None => None,
    };
    Ok((Instruction { guard, body }, ignored))
}

fn body(raw: &Raw<'_>) -> Result<(Body, Vec<Ignored>), SyntaxError> {
    let opcode = raw.opcode.value;
    if let Some(op) = ArithmeticOp::from_text(opcode) {
        arithmetic(raw, op)
    } else if let Some(op) = ShiftOp::from_text(opcode) {
        shift(raw, op)
    } else if opcode == "vset" {
        set(raw)
    } else if opcode == "vmad" {
        vmad(raw)
    } else if opcode == "vabsdiff4" {
        vabsdiff4(raw)
    } else {
        mad(raw)
    }
}

/// Section 9.7.18.1.1, lines 122 to 132.
fn arithmetic(raw: &Raw<'_>, op: ArithmeticOp) -> Result<(Body, Vec<Ignored>), SyntaxError> {
    let name = op.text();
    let takes = Takes { name, sat: true, secop: &SecOp::ALL, legal: ".sat .add .min .max", ..NOTHING };
    let mut modifiers = Modifiers::sort(&raw.modifiers, takes)?;
    let [dtype, atype, btype] = types(raw, &modifiers, name, THREE_TYPES)?;
    shape(raw, &modifiers, name, THREE_OR_FOUR)?;
    let operands = Operands::read(raw, &mut modifiers, name)?;
    let operation = Operation::Arithmetic(Arithmetic {
        op,
        dtype,
        a: Source { ty: atype, select: operands.select(0) },
        b: Source { ty: btype, select: operands.select(1) },
        sat: modifiers.sat,
        tail: operands.tail,
    });
    Ok((operands.video(operation, raw)?, modifiers.ignored))
}

/// Section 9.7.18.1.2, lines 185 to 196.
fn shift(raw: &Raw<'_>, op: ShiftOp) -> Result<(Body, Vec<Ignored>), SyntaxError> {
    let name = op.text();
    let takes = Takes {
        name,
        sat: true,
        secop: &SecOp::ALL,
        mode: true,
        legal: ".sat .clamp .wrap .add .min .max",
        ..NOTHING
    };
    let mut modifiers = Modifiers::sort(&raw.modifiers, takes)?;
    let [dtype, atype, btype] = types(raw, &modifiers, name, ".u32 or .s32 twice, then .u32")?;
    shape(raw, &modifiers, name, THREE_OR_FOUR)?;
    if btype.is_signed() {
        let span = modifiers.types.last().map_or(raw.opcode.span, |last| last.span);
        return Err(SyntaxError { span, kind: Fault::SignedShiftAmount });
    }
    let Some(mode) = modifiers.mode else {
        return Err(SyntaxError { span: raw.opcode.span, kind: Fault::MissingShiftMode(name) });
    };
    let operands = Operands::read(raw, &mut modifiers, name)?;
    let operation = Operation::Shift(Shift {
        op,
        dtype,
        a: Source { ty: atype, select: operands.select(0) },
        bsel: operands.select(1),
        sat: modifiers.sat,
        mode,
        tail: operands.tail,
    });
    Ok((operands.video(operation, raw)?, modifiers.ignored))
}

/// Section 9.7.18.1.4, lines 347 to 357.
fn set(raw: &Raw<'_>) -> Result<(Body, Vec<Ignored>), SyntaxError> {
    let legal = ".eq .ne .lt .le .gt .ge .add .min .max";
    let takes = Takes { name: "vset", secop: &SecOp::ALL, cmp: true, legal, ..NOTHING };
    let mut modifiers = Modifiers::sort(&raw.modifiers, takes)?;
    let [atype, btype] = types(raw, &modifiers, "vset", "two types, each .u32 or .s32")?;
    shape(raw, &modifiers, "vset", THREE_OR_FOUR)?;
    let Some(Spanned { span, value: cmp }) = modifiers.cmp else {
        return Err(SyntaxError { span: raw.opcode.span, kind: Fault::MissingComparison });
    };
    if btype.is_signed() && Comparison::needs_unsigned_btype(cmp) {
        return Err(SyntaxError { span, kind: Fault::ComparisonType(cmp.text().to_owned()) });
    }
    let operands = Operands::read(raw, &mut modifiers, "vset")?;
    let operation = Operation::Set(Set {
        a: Source { ty: atype, select: operands.select(0) },
        b: Source { ty: btype, select: operands.select(1) },
        cmp,
        tail: operands.tail,
    });
    Ok((operands.video(operation, raw)?, modifiers.ignored))
}

/// Section 9.7.18.1.3, lines 253 to 260 and 267 to 270.
fn vmad(raw: &Raw<'_>) -> Result<(Body, Vec<Ignored>), SyntaxError> {
    let takes =
        Takes { name: "vmad", sat: true, po_and_scale: true, legal: ".sat .po .shr7 .shr15", ..NOTHING };
    let modifiers = Modifiers::sort(&raw.modifiers, takes)?;
    let [dtype, atype, btype] = types(raw, &modifiers, "vmad", THREE_TYPES)?;
    shape(raw, &modifiers, "vmad", WITH_C)?;
    let operands = Operands::read_vmad(raw)?;
    let operation = Operation::MultiplyAdd(MultiplyAdd {
        dtype,
        a: Source { ty: atype, select: operands.select(0) },
        b: Source { ty: btype, select: operands.select(1) },
        sat: modifiers.sat,
        scale: modifiers.scale.unwrap_or(Scale::Pass),
        accumulate: accumulate(raw, &modifiers)?,
    });
    Ok((operands.video(operation, raw)?, modifiers.ignored))
}

/// Which negations go together: not the product's with `c`'s, and neither with `.po`. Two negated factors cancel, and
/// `ptxas` then sees no negation.
fn accumulate(raw: &Raw<'_>, modifiers: &Modifiers<'_>) -> Result<Accumulate, SyntaxError> {
    let negated = |index: usize| raw.operands.get(index).is_some_and(|operand| operand.negated);
    let (a, b, c) = (negated(1), negated(2), negated(3));
    let signed = raw.operands.iter().filter(|operand| operand.negated);
    let span =
        signed.map(|operand| operand.span).reduce(|first, last| Span { start: first.start, end: last.end });
    let error = |kind| Err(SyntaxError { span: span.unwrap_or(raw.span), kind });
    match (a != b, c, modifiers.po) {
        (true, true, _) => error(Fault::ProductAndCNegated),
        (true, false, true) | (false, true, true) => error(Fault::PlusOneNegated),
        (true, false, false) => Ok(Accumulate::MinusProduct { by: if a { Factor::A } else { Factor::B } }),
        (false, true, false) => Ok(Accumulate::MinusC { cancelled: a }),
        (false, false, true) => Ok(Accumulate::PlusOne { cancelled: a }),
        (false, false, false) => Ok(Accumulate::Sum { cancelled: a }),
    }
}

/// Section 9.7.3.7, lines 521 to 525. Whether the rounding modifier may be left out depends on target and version.
fn mad(raw: &Raw<'_>) -> Result<(Body, Vec<Ignored>), SyntaxError> {
    let legal = ".rn .rz .rm .rp, and for .f32 .ftz .sat";
    let takes = Takes { name: "mad", sat: true, rnd_and_ftz: true, legal, ..NOTHING };
    let mut modifiers = Modifiers::sort(&raw.modifiers, takes)?;
    let rnd = modifiers.rnd;
    let operation = match modifiers.types.as_slice() {
        [one] if one.value == "f32" => FloatMad::F32 { rnd, ftz: modifiers.ftz, sat: modifiers.sat },
        [one] if one.value == "f64" && !modifiers.ftz && !modifiers.sat => FloatMad::F64 { rnd },
        [one] if one.value == "f64" => {
            let single = |modifier: &&Spanned<&str>| matches!(modifier.value, "ftz" | "sat");
            let modifier = raw.modifiers.iter().find(single).copied().unwrap_or(*one);
            let (text, legal) = (modifier.value.to_owned(), ".rn .rz .rm .rp for .f64");
            let kind = Fault::IllegalModifier { modifier: text, instruction: "mad", legal };
            return Err(SyntaxError { span: modifier.span, kind });
        }
        _ => return Err(wrong_types(raw, &modifiers, "mad", "one type, .f32 or .f64")),
    };
    shape(raw, &modifiers, "mad", WITH_C)?;
    let [d, a, b, c] = raw.operands.as_slice() else {
        return Err(operand_count(raw, "mad", WITH_C));
    };
    let (d, dsel) = destination(d, "mad")?;
    if let Some(dsel) = dsel {
        return Err(SyntaxError { span: dsel.span, kind: Fault::DestinationSelector("mad") });
    }
    let [a, b, c] = [source(a, float)?, source(b, float)?, source(c, float)?];
    for (index, it) in [&a, &b, &c].into_iter().enumerate() {
        no_select(it.select, SOURCES[index], "mad")?;
    }
    cancel_negations(raw, "mad", &mut modifiers.ignored)?;
    let mad = Mad { operation, d, a: a.operand, b: b.operand, c: c.operand };
    Ok((Body::Mad(mad), modifiers.ignored))
}
