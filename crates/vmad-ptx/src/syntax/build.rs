//! From an instruction's shape to its value: the rules that join modifiers and operands.

use super::error::{Fault, SyntaxError};
use super::modifiers::{Ignored, Modifiers, Takes};
use super::operands::{SOURCES, Source, destination, float, integer, no_select, register, source};
use super::raw::{Raw, RawOperand};
use super::span::{Span, Spanned};
use crate::ast::{
    Accumulate, Arithmetic, ArithmeticOp, Body, Comparison, Factor, FloatMad, Guard, Instruction, Integer,
    Mad, MultiplyAdd, Operation, Register, Scale, Select, Set, Shift, ShiftOp, Source as TypedSource, Tail,
    Type, Video,
};

const NOTHING: Takes = Takes {
    name: "",
    sat: false,
    secop: false,
    mode: false,
    cmp: false,
    po_and_scale: false,
    rnd_and_ftz: false,
    legal: "",
};
const THREE_TYPES: &str = "three types, each .u32 or .s32";
const WITH_SECOP: &str = "d, a, b, c";
const THREE_OR_FOUR: &str = "d, a, b or d, a, b, c";

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
    } else {
        mad(raw)
    }
}

/// Section 9.7.18.1.1, lines 122 to 132.
fn arithmetic(raw: &Raw<'_>, op: ArithmeticOp) -> Result<(Body, Vec<Ignored>), SyntaxError> {
    let name = op.text();
    let takes = Takes { name, sat: true, secop: true, legal: ".sat .add .min .max", ..NOTHING };
    let modifiers = Modifiers::sort(&raw.modifiers, takes)?;
    let [dtype, atype, btype] = types(raw, &modifiers, name, THREE_TYPES)?;
    let operands = Operands::read(raw, &modifiers, name)?;
    let operation = Operation::Arithmetic(Arithmetic {
        op,
        dtype,
        a: TypedSource { ty: atype, select: operands.select(0) },
        b: TypedSource { ty: btype, select: operands.select(1) },
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
        secop: true,
        mode: true,
        legal: ".sat .clamp .wrap .add .min .max",
        ..NOTHING
    };
    let modifiers = Modifiers::sort(&raw.modifiers, takes)?;
    let [dtype, atype, btype] = types(raw, &modifiers, name, ".u32 or .s32 twice, then .u32")?;
    if btype.is_signed() {
        let span = modifiers.types.last().map_or(raw.opcode.span, |last| last.span);
        return Err(SyntaxError { span, kind: Fault::SignedShiftAmount });
    }
    let Some(mode) = modifiers.mode else {
        return Err(SyntaxError { span: raw.opcode.span, kind: Fault::MissingShiftMode(name) });
    };
    let operands = Operands::read(raw, &modifiers, name)?;
    let operation = Operation::Shift(Shift {
        op,
        dtype,
        a: TypedSource { ty: atype, select: operands.select(0) },
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
    let takes = Takes { name: "vset", secop: true, cmp: true, legal, ..NOTHING };
    let modifiers = Modifiers::sort(&raw.modifiers, takes)?;
    let [atype, btype] = types(raw, &modifiers, "vset", "two types, each .u32 or .s32")?;
    let Some(Spanned { span, value: cmp }) = modifiers.cmp else {
        return Err(SyntaxError { span: raw.opcode.span, kind: Fault::MissingComparison });
    };
    if btype.is_signed() && Comparison::needs_unsigned_btype(cmp) {
        return Err(SyntaxError { span, kind: Fault::ComparisonType(cmp.text().to_owned()) });
    }
    let operands = Operands::read(raw, &modifiers, "vset")?;
    let operation = Operation::Set(Set {
        a: TypedSource { ty: atype, select: operands.select(0) },
        b: TypedSource { ty: btype, select: operands.select(1) },
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
    let operands = Operands::read_vmad(raw)?;
    let operation = Operation::MultiplyAdd(MultiplyAdd {
        dtype,
        a: TypedSource { ty: atype, select: operands.select(0) },
        b: TypedSource { ty: btype, select: operands.select(1) },
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
    if let Some(integer) =
        raw.modifiers.iter().find(|modifier| matches!(modifier.value, "lo" | "hi" | "wide"))
    {
        let kind = Fault::IntegerMad(format!(".{}", integer.value));
        return Err(SyntaxError { span: integer.span, kind });
    }
    let legal = ".rn .rz .rm .rp, and for .f32 .ftz .sat";
    let takes = Takes { name: "mad", sat: true, rnd_and_ftz: true, legal, ..NOTHING };
    let modifiers = Modifiers::sort(&raw.modifiers, takes)?;
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
    let [d, a, b, c] = raw.operands.as_slice() else {
        return Err(operand_count(raw, "mad", WITH_SECOP));
    };
    let (d, dsel) = destination(d, "mad")?;
    if let Some(dsel) = dsel {
        return Err(SyntaxError { span: dsel.span, kind: Fault::DestinationSelector("mad") });
    }
    let [a, b, c] = [source(a, float)?, source(b, float)?, source(c, float)?];
    for (index, it) in [&a, &b, &c].into_iter().enumerate() {
        no_select(it.select, SOURCES[index], "mad")?;
        no_negation(it.negated, &raw.operands[index + 1], SOURCES[index], "mad")?;
    }
    let mad = Mad { operation, d, a: a.operand, b: b.operand, c: c.operand };
    Ok((Body::Mad(mad), modifiers.ignored))
}

fn no_negation(
    negated: bool,
    raw: &RawOperand<'_>,
    operand: &'static str,
    instruction: &'static str,
) -> Result<(), SyntaxError> {
    let error = SyntaxError { span: raw.span, kind: Fault::Negation { operand, instruction } };
    if negated { Err(error) } else { Ok(()) }
}

/// The instruction's types, of which there must be `N`.
fn types<const N: usize>(
    raw: &Raw<'_>,
    modifiers: &Modifiers<'_>,
    instruction: &'static str,
    legal: &'static str,
) -> Result<[Type; N], SyntaxError> {
    let read: Option<Vec<Type>> = modifiers.types.iter().map(|ty| Type::from_text(ty.value)).collect();
    read.and_then(|types| <[Type; N]>::try_from(types).ok())
        .ok_or_else(|| wrong_types(raw, modifiers, instruction, legal))
}

fn wrong_types(
    raw: &Raw<'_>,
    modifiers: &Modifiers<'_>,
    instruction: &'static str,
    legal: &'static str,
) -> SyntaxError {
    let span = match modifiers.types.as_slice() {
        [first, .., last] => Span { start: first.span.start, end: last.span.end },
        [one] => one.span,
        [] => raw.opcode.span,
    };
    let found = modifiers.types.iter().map(|ty| format!(".{}", ty.value)).collect();
    SyntaxError { span, kind: Fault::Types { found, instruction, legal } }
}

fn operand_count(raw: &Raw<'_>, instruction: &'static str, legal: &'static str) -> SyntaxError {
    SyntaxError {
        span: raw.span,
        kind: Fault::OperandCount { found: raw.operands.len(), instruction, legal },
    }
}

/// A video instruction's operands.
struct Operands {
    d: Register,
    sources: Vec<Source<Integer>>,
    tail: Tail,
}

impl Operands {
    /// The operands of the eight that have second operations and merges.
    fn read(raw: &Raw<'_>, modifiers: &Modifiers<'_>, name: &'static str) -> Result<Self, SyntaxError> {
        let (d, dsel, sources) = Self::registers(raw, name, THREE_OR_FOUR)?;
        for (index, it) in sources.iter().enumerate() {
            no_negation(it.negated, &raw.operands[index + 1], SOURCES[index], name)?;
        }
        let has_c = sources.len() == 3;
        let tail = match (dsel, modifiers.secop, has_c) {
            (Some(dsel), Some(secop), _) => {
                return Err(SyntaxError {
                    span: dsel.span,
                    kind: Fault::MergeAndSecondOperation(secop.text()),
                });
            }
            (Some(dsel), None, false) => {
                return Err(SyntaxError { span: dsel.span, kind: Fault::DestinationSelector(name) });
            }
            (None, Some(_), false) => return Err(operand_count(raw, name, WITH_SECOP)),
            (Some(dsel), None, true) => Tail::Merge(dsel.value),
            (None, Some(secop), true) => Tail::Second(secop),
            (None, None, true) => Tail::Unused,
            (None, None, false) => Tail::None,
        };
        Ok(Self { d, sources, tail })
    }

    /// The operands of `vmad`, which may be negated and have nothing to be merged into.
    fn read_vmad(raw: &Raw<'_>) -> Result<Self, SyntaxError> {
        let (d, dsel, sources) = Self::registers(raw, "vmad", WITH_SECOP)?;
        if let Some(dsel) = dsel {
            return Err(SyntaxError { span: dsel.span, kind: Fault::DestinationSelector("vmad") });
        }
        if sources.len() != 3 {
            return Err(operand_count(raw, "vmad", WITH_SECOP));
        }
        Ok(Self { d, sources, tail: Tail::None })
    }

    #[expect(clippy::type_complexity, reason = "the three parts are taken apart at once by both callers")]
    fn registers(
        raw: &Raw<'_>,
        name: &'static str,
        legal: &'static str,
    ) -> Result<(Register, Option<Spanned<Select>>, Vec<Source<Integer>>), SyntaxError> {
        let Some((d, sources)) =
            raw.operands.split_first().filter(|(_, sources)| matches!(sources.len(), 2 | 3))
        else {
            return Err(operand_count(raw, name, legal));
        };
        let (d, dsel) = destination(d, name)?;
        let sources: Vec<_> =
            sources.iter().map(|raw| source(raw, integer(name))).collect::<Result<_, _>>()?;
        if let Some(c) = sources.get(2) {
            no_select(c.select, "c", name)?;
        }
        Ok((d, dsel, sources))
    }

    fn select(&self, index: usize) -> Option<Select> {
        self.sources.get(index).and_then(|source| source.select).map(|select| select.value)
    }

    fn video(self, operation: Operation, raw: &Raw<'_>) -> Result<Body, SyntaxError> {
        let mut sources = self.sources.into_iter().map(|source| source.operand);
        let (Some(a), Some(b), c) = (sources.next(), sources.next(), sources.next()) else {
            return Err(operand_count(raw, "", THREE_OR_FOUR));
        };
        let video = Video::new(operation, self.d, a, b, c);
        video.map(Body::Video).map_err(|_| operand_count(raw, "", THREE_OR_FOUR))
    }
}
