//! The checks that every instruction's modifiers and operands go through, in the order in which `ptxas` makes them.

use super::error::{Fault, SyntaxError};
use super::modifiers::{Ignored, IgnoredReason, Modifiers};
use super::operands::SOURCES;
use super::raw::{Raw, RawOperand};
use super::span::Span;
use crate::ast::Type;

/// The operand lists of an instruction whose third source operand is needed.
pub(super) const WITH_C: &str = "d, a, b, c";
/// The types of most instructions.
pub(super) const THREE_TYPES: &str = "three types, each .u32 or .s32";
/// The operand lists of an instruction whose third source operand depends on its modifiers.
pub(super) const THREE_OR_FOUR: &str = "d, a, b or d, a, b, c";

/// Refuses a minus sign where there may be none.
pub(super) fn no_negation(
    negated: bool,
    raw: &RawOperand<'_>,
    operand: &'static str,
    instruction: &'static str,
) -> Result<(), SyntaxError> {
    let error = SyntaxError { span: raw.span, kind: Fault::Negation { operand, instruction } };
    if negated { Err(error) } else { Ok(()) }
}

/// Refuses minus signs on source operands, except on both `a` and `b`: ptxas lets these cancel in every instruction.
pub(super) fn cancel_negations(
    raw: &Raw<'_>,
    instruction: &'static str,
    ignored: &mut Vec<Ignored>,
) -> Result<(), SyntaxError> {
    let cancels = |index: usize| index < 2 && raw.operands[1..].iter().take(2).all(|it| it.negated);
    for (index, operand) in raw.operands.iter().skip(1).enumerate() {
        if cancels(index) {
            ignored.push(Ignored { span: operand.span, reason: IgnoredReason::Cancelled });
        } else {
            no_negation(operand.negated, operand, SOURCES[index], instruction)?;
        }
    }
    Ok(())
}

/// The instruction's types, of which there must be `N`.
pub(super) fn types<const N: usize>(
    raw: &Raw<'_>,
    modifiers: &Modifiers<'_>,
    instruction: &'static str,
    legal: &'static str,
) -> Result<[Type; N], SyntaxError> {
    let read: Option<Vec<Type>> = modifiers.types.iter().map(|ty| Type::from_text(ty.value)).collect();
    read.and_then(|types| <[Type; N]>::try_from(types).ok())
        .ok_or_else(|| wrong_types(raw, modifiers, instruction, legal))
}

/// The instruction's types as an error; a modifier that is none of anything is the likelier mistake: a misspelt type.
pub(super) fn wrong_types(
    raw: &Raw<'_>,
    modifiers: &Modifiers<'_>,
    instruction: &'static str,
    legal: &'static str,
) -> SyntaxError {
    if let Err(unknown) = modifiers.legal() {
        return unknown;
    }
    let span = match modifiers.types.as_slice() {
        [first, .., last] => Span { start: first.span.start, end: last.span.end },
        [one] => one.span,
        [] => raw.opcode.span,
    };
    let found = modifiers.types.iter().map(|ty| format!(".{}", ty.value)).collect();
    SyntaxError { span, kind: Fault::Types { found, instruction, legal } }
}

/// The right number of operands, then the right modifiers: the order in which `ptxas` looks.
pub(super) fn shape(
    raw: &Raw<'_>,
    modifiers: &Modifiers<'_>,
    instruction: &'static str,
    legal: &'static str,
) -> Result<(), SyntaxError> {
    let three_or_four = legal == THREE_OR_FOUR && modifiers.secop.is_none();
    if raw.operands.len() == 4 || (raw.operands.len() == 3 && three_or_four) {
        modifiers.legal()
    } else {
        Err(operand_count(raw, instruction, if three_or_four { THREE_OR_FOUR } else { WITH_C }))
    }
}

/// The number of operands as an error.
pub(super) fn operand_count(raw: &Raw<'_>, instruction: &'static str, legal: &'static str) -> SyntaxError {
    SyntaxError {
        span: raw.span,
        kind: Fault::OperandCount { found: raw.operands.len(), instruction, legal },
    }
}
