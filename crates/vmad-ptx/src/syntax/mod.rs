//! PTX text to instructions.
//!
//! [`parse`] reads a text of any number of instructions, [`parse_one`] exactly one. The accepted set is that of `ptxas`
//! 12.9: modifiers can have any order, and a few without effect are accepted (and reported). Declarations are not
//! checked: the names, types and vectors of registers. A register with an offset, as in `b+1`, is refused.

mod arithmetic;
mod build;
mod constant;
mod error;
mod lex;
mod modifiers;
mod number;
pub(crate) mod raw;
mod reader;
mod simd;
mod span;
pub(crate) mod statement;

pub use error::{Fault, SyntaxError};
pub use modifiers::Ignored;
pub use span::Span;
pub(crate) use span::Spanned;

use crate::ast::Instruction;
use lex::{Input, Parsed, identifier, items, mark, space, unexpected};
use winnow::combinator::{opt, terminated};
use winnow::prelude::*;
use winnow::stream::LocatingSlice;

/// An instruction found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundInstruction {
    /// The instruction.
    pub instruction: Instruction,
    /// Its place, with its guard and its semicolon.
    pub span: Span,
    /// Its parts without effect.
    pub ignored: Vec<Ignored>,
}

/// Reads every instruction of a text. Labels and braces are legal between instructions, comments and white space
/// anywhere.
///
/// # Errors
/// The first [`SyntaxError`].
pub fn parse(text: &str) -> Result<Vec<FoundInstruction>, SyntaxError> {
    let item = |input: &mut Input<'_>| match opt((identifier, mark(':')).void()).parse_next(input)? {
        Some(()) => Ok(None),
        None => instruction(input).map(Some),
    };
    let found = items(&mut LocatingSlice::new(text), item).map_err(into_error)?;
    Ok(found.into_iter().flatten().collect())
}

/// Reads a text that is one instruction.
///
/// # Errors
/// The first [`SyntaxError`]; a second instruction is one.
pub fn parse_one(text: &str) -> Result<FoundInstruction, SyntaxError> {
    let mut input = LocatingSlice::new(text);
    let found = instruction(&mut input).map_err(into_error)?;
    space(&mut input).map_err(into_error)?;
    if input.is_empty() { Ok(found) } else { Err(into_error(unexpected(&input, "the end of the text"))) }
}

/// [`parse_one`], without the parts that have no effect.
impl std::str::FromStr for Instruction {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        Ok(parse_one(text)?.instruction)
    }
}

/// Reads the instruction at the start of `text`.
pub(crate) fn parse_prefix(text: &str) -> Result<FoundInstruction, SyntaxError> {
    instruction(&mut LocatingSlice::new(text)).map_err(into_error)
}

/// The value of a constant expression; [`None`] if the text is not one, or the value is a float.
pub(crate) fn integer_constant(text: &str) -> Option<i64> {
    terminated(constant::constant, space).parse(LocatingSlice::new(text)).ok()?.integer()
}

fn into_error(error: winnow::error::ErrMode<SyntaxError>) -> SyntaxError {
    let nothing = SyntaxError {
        span: Span { start: 0, end: 0 },
        kind: Fault::Unexpected { found: String::new(), expected: "an instruction" },
    };
    error.into_inner().unwrap_or(nothing)
}

fn instruction(input: &mut Input<'_>) -> Parsed<FoundInstruction> {
    let raw = raw::instruction(input)?;
    let (instruction, ignored) = build::build(&raw).map_err(winnow::error::ErrMode::Cut)?;
    Ok(FoundInstruction { instruction, span: raw.span, ignored })
}
