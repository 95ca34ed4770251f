//! Assembly text in general: tokens, statements, errors that point into the text.
//!
//! This module has the parts of every statement: a guard, a mnemonic with suffixes, operands with signs and suffixes, a
//! control field. [`crate::isa`] has the parts of each instruction.

mod error;
mod line;
mod minus;
mod names;
mod number;
mod operand;
mod statement;
mod token;

pub(crate) use error::list;
pub use error::{Span, SuffixGroup, TextError, TextErrorKind};
pub use line::{Line, Piece};
pub(crate) use minus::Minus;
pub(crate) use number::{Number, Radix};
pub(crate) use operand::{Operand, OperandValue};
pub(crate) use statement::{Statement, Suffix};
pub(crate) use token::{Cursor, TokenKind};
