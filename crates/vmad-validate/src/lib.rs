//! Translation validation: whether the words to which ptxas compiled a file's video instructions compute the same.
//!
//! [`validate()`] takes a PTX module and the code of its functions. With the line table that `ptxas -lineinfo` writes,
//! a word belongs to the statement of its line, and is one of: the video word of that statement, as the lowering gives
//! it; an instruction that ptxas writes beside one; the code that replaces a statement on this architecture. Any other
//! word is foreign. The video word and its statement run on the same values ([`compare()`]): PTX as `vmad-ptx` reads
//! the PTX ISA, SASS as the unit executes the word with its own operands, in the lanes of `vmad-batch`.
//!
//! Registers and guards are not compared, except the links of a chain of video instructions in one block.
#![forbid(unsafe_code)]

mod chain;
mod checker;
pub mod compare;
pub mod effect;
mod explain;
pub mod form;
mod helper;
mod input_values;
mod kind;
pub mod known;
mod operands;
mod ordinary;
pub mod outcome;
pub mod patterns;
mod predicted;
mod program;
pub mod proof;
mod ptx;
mod report;
pub mod safety;
pub mod setting;
pub mod statement;
mod validate;
pub mod wide;
mod without_table;

pub use compare::compare;
pub use kind::{PtxOperand, StatementKind};
pub use report::{CheckedLine, ForeignWord, LineVerdict, Lost, NoWord, NotRead, PlacedWord, Report, Why};
pub use validate::validate;
