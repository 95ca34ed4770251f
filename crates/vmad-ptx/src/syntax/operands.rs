//! Giving an instruction's operands their meaning.

use super::arithmetic::Constant;
use super::error::{Fault, SyntaxError};
use super::raw::{RawOperand, RawValue};
use super::span::{Span, Spanned};
use crate::ast::{Float, Integer, Operand, Register, Select};

/// What an operand is called in an error.
pub(super) const SOURCES: [&str; 3] = ["a", "b", "c"];

/// An operand that has been read, before it is known whether its decorations are legal.
pub(super) struct Source<I> {
    pub(super) operand: Operand<I>,
    pub(super) select: Option<Spanned<Select>>,
}

/// A component of a vector register.
fn component(name: Spanned<&str>, component: &str) -> Result<Register, SyntaxError> {
    Register::new(format!("{}.{component}", name.value))
        .map_err(|error| SyntaxError { span: name.span, kind: Fault::NotARegister(error.0) })
}

/// A register from its name.
pub(super) fn register(name: Spanned<&str>) -> Result<Register, SyntaxError> {
    Register::new(name.value)
        .map_err(|error| SyntaxError { span: name.span, kind: Fault::NotARegister(error.0) })
}

fn select(text: Option<Spanned<&str>>) -> Result<Option<Spanned<Select>>, SyntaxError> {
    let Some(text) = text else { return Ok(None) };
    match Select::from_text(text.value) {
        Some(value) => Ok(Some(Spanned { span: text.span, value })),
        None => Err(SyntaxError { span: text.span, kind: Fault::UnknownSelector(text.value.to_owned()) }),
    }
}

/// The destination: a register, perhaps with a selector, never with a sign.
pub(super) fn destination(
    raw: &RawOperand<'_>,
    instruction: &'static str,
) -> Result<(Register, Option<Spanned<Select>>), SyntaxError> {
    match raw.value {
        RawValue::Register(_) | RawValue::Component(..) if raw.negated => Err(SyntaxError {
            span: raw.span,
            kind: Fault::Negation { operand: "the destination", instruction },
        }),
        RawValue::Register(name) => Ok((register(name)?, select(raw.select)?)),
        RawValue::Component(name, it) => Ok((component(name, it)?, None)),
        RawValue::Constant(value) => {
            let found = value.to_string();
            let kind =
                Fault::OperandKind { found, operand: "the destination", instruction, legal: "a register" };
            Err(SyntaxError { span: raw.span, kind })
        }
    }
}

/// A source operand whose constants are of the kind that `constant` takes.
pub(super) fn source<I>(
    raw: &RawOperand<'_>,
    constant: impl FnOnce(Constant, Span) -> Result<I, SyntaxError>,
) -> Result<Source<I>, SyntaxError> {
    let operand = match raw.value {
        RawValue::Register(name) => Operand::Register(register(name)?),
        RawValue::Component(name, it) => Operand::Register(component(name, it)?),
        RawValue::Constant(value) => Operand::Immediate(constant(value, raw.span)?),
    };
    Ok(Source { operand, select: select(raw.select)? })
}

/// An integer constant, as the video instructions take it.
pub(super) fn integer(
    instruction: &'static str,
) -> impl Fn(Constant, Span) -> Result<Integer, SyntaxError> + Copy {
    move |value, span| match value {
        Constant::Integer { bits, .. } => Ok(Integer(bits as i64)),
        Constant::Float(_) => {
            let (found, legal) = (value.to_string(), "a register or an integer constant");
            Err(SyntaxError {
                span,
                kind: Fault::OperandKind { found, operand: "a source", instruction, legal },
            })
        }
    }
}

/// A float constant, as float `mad` takes it.
pub(super) fn float(value: Constant, span: Span) -> Result<Float, SyntaxError> {
    match value {
        Constant::Float(float) => Ok(float),
        Constant::Integer { .. } => {
            let (found, legal) = (value.to_string(), "a register or a float constant (0f, 0d or decimal)");
            Err(SyntaxError {
                span,
                kind: Fault::OperandKind { found, operand: "a source", instruction: "mad", legal },
            })
        }
    }
}

/// Refuses a selector where there may be none.
pub(super) fn no_select(
    select: Option<Spanned<Select>>,
    operand: &'static str,
    instruction: &'static str,
) -> Result<(), SyntaxError> {
    match select {
        Some(select) => {
            Err(SyntaxError { span: select.span, kind: Fault::SelectorNotAllowed { operand, instruction } })
        }
        None => Ok(()),
    }
}
