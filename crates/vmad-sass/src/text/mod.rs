//! Assembly text in general: tokens, statements, errors that point into the text.
//!
//! This module has the parts of every statement: a guard, a mnemonic with suffixes, operands with signs and suffixes, a
//! control field. [`crate::isa`] has the parts of each instruction.

mod error;
pub mod notation;
mod operand;
mod statement;
mod token;

pub use crate::line::{Line, Piece, hexadecimal};
pub use error::{Span, TextError};
pub(crate) use operand::{Number, Operand, OperandValue, Radix, Suffix};
pub(crate) use statement::Statement;
pub(crate) use token::{Cursor, TokenKind};
