//! From the shape of a `vabsdiff4` to its value (PTX ISA, section 9.7.18.2).

use super::build::NOTHING;
use super::checks::{THREE_TYPES, WITH_C, cancel_negations, no_negation, operand_count, shape, types};
use super::error::{Fault, SyntaxError};
use super::modifiers::{Ignored, Modifiers, Takes};
use super::operands::register;
use super::raw::{Raw, RawOperand, RawValue};
use super::span::Spanned;
use crate::ast::{
    AbsDiff4, Body, LaneMask, LaneSelect, LaneTail, Operand, Operation, Register, SecOp, Video,
};

const NAME: &str = "vabsdiff4";

/// Reads a `vabsdiff4`.
pub(super) fn vabsdiff4(raw: &Raw<'_>) -> Result<(Body, Vec<Ignored>), SyntaxError> {
    let takes = Takes { name: NAME, sat: true, secop: &[SecOp::Add], legal: ".sat .add", ..NOTHING };
    let mut modifiers = Modifiers::sort(&raw.modifiers, takes)?;
    let [dtype, atype, btype] = types(raw, &modifiers, NAME, THREE_TYPES)?;
    shape(raw, &modifiers, NAME, WITH_C)?;
    let tail = match (modifiers.sat, modifiers.secop) {
        (sat, None) => LaneTail::Merge { sat },
        (false, Some(_)) => LaneTail::Add,
        (true, Some(_)) => return Err(SyntaxError { span: raw.span, kind: Fault::SaturatedSum }),
    };
    let [d, a, b, c] = raw.operands.as_slice() else { return Err(operand_count(raw, NAME, WITH_C)) };
    no_negation(d.negated, d, "the destination", NAME)?;
    cancel_negations(raw, NAME, &mut modifiers.ignored)?;
    let (d, mask) = operand(d, "the destination", LaneMask::from_text, Fault::UnknownMask)?;
    let (a, asel) = operand(a, "a source", LaneSelect::from_text, Fault::UnknownLaneSelector)?;
    let (b, bsel) = operand(b, "a source", LaneSelect::from_text, Fault::UnknownLaneSelector)?;
    if let Some(select) = c.select {
        let kind = Fault::SelectorNotAllowed { operand: "c", instruction: NAME };
        return Err(SyntaxError { span: select.span, kind });
    }
    let (c, _) = operand(c, "a source", LaneSelect::from_text, Fault::UnknownLaneSelector)?;
    let operation = Operation::AbsDiff4(AbsDiff4 {
        dtype,
        atype,
        btype,
        asel: asel.unwrap_or(LaneSelect::A),
        bsel: bsel.unwrap_or(LaneSelect::B),
        mask: mask.unwrap_or(LaneMask::ALL),
        tail,
    });
    let [a, b, c] = [a, b, c].map(Operand::Register);
    let video = Video::new(operation, d, a, b, Some(c)).map_err(|_| operand_count(raw, NAME, WITH_C))?;
    Ok((Body::Video(video), modifiers.ignored))
}

/// A register and its selector or mask. `vabsdiff4` takes no constant and no component of a vector.
fn operand<T>(
    raw: &RawOperand<'_>,
    operand: &'static str,
    lanes: impl Fn(&str) -> Option<T>,
    unknown: impl Fn(String) -> Fault,
) -> Result<(Register, Option<T>), SyntaxError> {
    let (name, component) = match raw.value {
        RawValue::Register(name) => (name, None),
        RawValue::Component(name, component) => (name, Some(Spanned { span: raw.span, value: component })),
        RawValue::Constant(value) => {
            let (found, legal) = (value.to_string(), "a register");
            let kind = Fault::OperandKind { found, operand, instruction: NAME, legal };
            return Err(SyntaxError { span: raw.span, kind });
        }
    };
    let register = register(name)?;
    let read = |text: Spanned<&str>| {
        let error = || SyntaxError { span: text.span, kind: unknown(text.value.to_owned()) };
        lanes(text.value).ok_or_else(error)
    };
    Ok((register, raw.select.or(component).map(read).transpose()?))
}
