//! Assembly text in general: tokens, statements, errors that point into the text.
//!
//! What is `VMAD`'s own is in [`crate::vmad`]; what a statement of any instruction has (a guard, a mnemonic with
//! suffixes, operands with signs and suffixes, a control field) is here.

mod error;
mod line;
mod names;
mod number;
mod operand;
mod statement;
mod token;

pub use error::{Span, TextError, TextErrorKind};
pub use line::{Line, Piece};
pub(crate) use number::{Number, Radix};
pub(crate) use operand::{Operand, OperandValue};
pub(crate) use statement::{Statement, Suffix};
pub(crate) use token::{Cursor, TokenKind};
