//! Assembly text in general: tokens, statements, errors that point into the text.
//!
//! This module has the parts of every statement: a guard, a mnemonic with suffixes, operands with signs and suffixes, a
//! control field. [`crate::isa`] has the parts of each instruction.

mod error;
mod names;
pub mod notation;
mod number;
mod operand;
mod statement;
mod suffix;
mod token;

pub use crate::line::{Line, Piece};
pub use error::{Span, SuffixGroup, TextError, TextErrorKind};
pub(crate) use number::{Number, Radix};
pub(crate) use operand::{Operand, OperandValue};
pub(crate) use statement::Statement;
pub(crate) use suffix::Suffix;
