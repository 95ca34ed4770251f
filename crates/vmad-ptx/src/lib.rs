//! An independent model of the PTX instructions that `VMAD` serves: the nine scalar video instructions and float
//! `mad`, written straight from the text of the PTX ISA.
//!
//! - [`syntax`] reads PTX text into the values of [`ast`], which print themselves.
//! - [`legality`](mod@legality) says what is legal on which target in which PTX version.
//! - [`video`] computes the nine video instructions, [`mad`] float `mad`; [`reading`] chooses where the manual is
//!   ambiguous or contradicts itself. [`evaluate`](mod@evaluate) takes a parsed instruction of either kind.
//! - [`module`] finds the instructions in a whole PTX module.
//!
//! "Lines" in the documentation count the lines of the reference text that this crate was written from: sections
//! 9.7.18.1, 9.7.18.1.3 and 9.7.3.7 of the PTX ISA one after the other, whose line 12 reads "All scalar video
//! instructions operate on 32-bit register operands", line 299 of which opens `vmad`'s pseudo-code, and line 510 the
//! section on `mad`.
#![forbid(unsafe_code)]

pub mod ast;
pub mod evaluate;
pub mod legality;
pub mod mad;
pub mod module;
pub mod reading;
pub mod syntax;
pub mod video;
