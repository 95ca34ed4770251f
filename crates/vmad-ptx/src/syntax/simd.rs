//! From the shape of a SIMD video instruction to its value (PTX ISA, section 9.7.18.2).

use super::error::{Fault, SyntaxError};
use super::modifiers::Ignored;
use super::raw::{Raw, RawOperand, RawValue};
use super::reader::{Reader, THREE_TYPES, TWO_TYPES, WITH_C};
use super::span::Spanned;
use crate::ast::{
    Body, LaneArithmetic, LaneMask, LaneOp, LaneSelect, LaneTail, Operand, Operation, Register, Simd, Type,
    Video,
};
use crate::names::OPCODES;

/// Reads an instruction with `LANES` lanes.
pub(super) fn simd<const LANES: usize>(
    raw: &Raw<'_>,
    operation: impl Fn(Simd<LANES>) -> Operation,
) -> Result<(Body, Vec<Ignored>), SyntaxError> {
    let (mut reader, op, [atype, btype]) = lane_op(raw)?;
    let [d, a, b, c] = raw.operands.as_slice() else { return Err(reader.operand_count(WITH_C)) };
    reader.no_negation(d, "the destination")?;
    reader.cancel_negations()?;
    let unknown = |what, legal| {
        let instruction = reader.name;
        move |found| Fault::UnknownLanes { found, what, instruction, legal }
    };
    let (selectors, masks) = match LANES {
        2 => (".h and two digits from 0 to 3", ".h0 .h1 .h10"),
        _ => (
            ".b and four digits from 0 to 7, but not .b1024, which ptxas reads as a type",
            ".b and digits from 3 to 0 in falling order",
        ),
    };
    let lanes = |raw| operand(&reader, raw, LaneSelect::from_text, unknown("selector", selectors));
    let (d, mask) = operand(&reader, d, LaneMask::from_text, unknown("mask", masks))?;
    let ((a, asel), (b, bsel)) = (lanes(a)?, lanes(b)?);
    if let Some(select) = c.select {
        let kind = Fault::SelectorNotAllowed { operand: "c", instruction: reader.name };
        return Err(SyntaxError { span: select.span, kind });
    }
    let (c, _) = lanes(c)?;
    let operation = operation(Simd {
        op,
        atype,
        btype,
        asel: asel.unwrap_or(LaneSelect::A),
        bsel: bsel.unwrap_or(LaneSelect::B),
        mask: mask.unwrap_or(LaneMask::ALL),
    });
    let [a, b, c] = [a, b, c].map(Operand::Register);
    let video = Video::new(operation, d, a, b, Some(c)).ok_or_else(|| reader.operand_count(WITH_C))?;
    Ok((Body::Video(video), reader.modifiers.ignored))
}

/// What each lane computes, from the opcode and the modifiers; and `.atype` and `.btype`.
fn lane_op<'r, 'a>(raw: &'r Raw<'a>) -> Result<(Reader<'r, 'a>, LaneOp, [Type; 2]), SyntaxError> {
    let opcode = raw.opcode.value;
    let name = OPCODES.into_iter().find(|name| *name == opcode).unwrap_or_default();
    let Some(op) = LaneArithmetic::from_text(name.trim_end_matches(['2', '4'])) else {
        let reader = Reader::new(raw, name, ".eq .ne .lt .le .gt .ge .add")?;
        let types @ [_, btype] = reader.types(TWO_TYPES)?;
        reader.shape(WITH_C)?;
        let op = LaneOp::Set { cmp: reader.comparison(btype)?, add: reader.modifiers.has("add") };
        return Ok((reader, op, types));
    };
    let reader = Reader::new(raw, name, ".sat .add")?;
    let [dtype, atype, btype] = reader.types(THREE_TYPES)?;
    reader.shape(WITH_C)?;
    let tail = match (reader.modifiers.has("sat"), reader.modifiers.has("add")) {
        (sat, false) => LaneTail::Merge { sat },
        (false, true) => LaneTail::Add,
        (true, true) => return Err(SyntaxError { span: raw.span, kind: Fault::SaturatedSum }),
    };
    Ok((reader, LaneOp::Arithmetic { op, dtype, tail }, [atype, btype]))
}

/// A register and its selector or mask. A SIMD instruction takes no constant and no component of a vector.
fn operand<T>(
    reader: &Reader<'_, '_>,
    raw: &RawOperand<'_>,
    lanes: impl Fn(&str) -> Option<T>,
    unknown: impl Fn(String) -> Fault,
) -> Result<(Register, Option<T>), SyntaxError> {
    let select = match raw.value {
        RawValue::Register(_, component) => {
            raw.select.or(component.map(|value| Spanned { span: raw.span, value }))
        }
        RawValue::Constant(_, text) => {
            return Err(reader.wrong_kind(raw.span, text, "an operand", "a register"));
        }
    };
    let read = |text: Spanned<&str>| {
        let error = || SyntaxError { span: text.span, kind: unknown(text.value.to_owned()) };
        lanes(text.value).ok_or_else(error)
    };
    Ok((raw.register()?, select.map(read).transpose()?))
}
