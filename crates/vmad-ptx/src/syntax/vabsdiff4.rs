//! From the shape of a `vabsdiff4` to its value (PTX ISA, section 9.7.18.2).

use super::error::{Fault, SyntaxError};
use super::modifiers::{Ignored, Takes};
use super::raw::{Raw, RawOperand, RawValue};
use super::reader::{Reader, THREE_TYPES, WITH_C};
use super::span::Spanned;
use crate::ast::{
    AbsDiff4, Body, LaneMask, LaneSelect, LaneTail, Operand, Operation, Register, SecOp, Video,
};

/// Reads a `vabsdiff4`.
pub(super) fn vabsdiff4(raw: &Raw<'_>) -> Result<(Body, Vec<Ignored>), SyntaxError> {
    let takes =
        Takes { name: "vabsdiff4", sat: true, secop: &[SecOp::Add], legal: ".sat .add", ..Takes::NOTHING };
    let mut reader = Reader::new(raw, takes)?;
    let [dtype, atype, btype] = reader.types(THREE_TYPES)?;
    reader.shape(WITH_C)?;
    let tail = match (reader.modifiers.sat, reader.modifiers.secop) {
        (sat, None) => LaneTail::Merge { sat },
        (false, Some(_)) => LaneTail::Add,
        (true, Some(_)) => return Err(SyntaxError { span: raw.span, kind: Fault::SaturatedSum }),
    };
    let [d, a, b, c] = raw.operands.as_slice() else { return Err(reader.operand_count(WITH_C)) };
    reader.no_negation(d, "the destination")?;
    reader.cancel_negations()?;
    let lanes = |raw| operand(&reader, raw, LaneSelect::from_text, Fault::UnknownLaneSelector);
    let (d, mask) = operand(&reader, d, LaneMask::from_text, Fault::UnknownMask)?;
    let ((a, asel), (b, bsel)) = (lanes(a)?, lanes(b)?);
    if let Some(select) = c.select {
        let kind = Fault::SelectorNotAllowed { operand: "c", instruction: reader.name };
        return Err(SyntaxError { span: select.span, kind });
    }
    let (c, _) = lanes(c)?;
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
    let video = Video::new(operation, d, a, b, Some(c)).map_err(|_| reader.operand_count(WITH_C))?;
    Ok((Body::Video(video), reader.modifiers.ignored))
}

/// A register and its selector or mask. `vabsdiff4` takes no constant and no component of a vector.
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
        RawValue::Constant(value) => {
            return Err(reader.wrong_kind(raw.span, value, "an operand", "a register"));
        }
    };
    let read = |text: Spanned<&str>| {
        let error = || SyntaxError { span: text.span, kind: unknown(text.value.to_owned()) };
        lanes(text.value).ok_or_else(error)
    };
    Ok((raw.register()?, select.map(read).transpose()?))
}
