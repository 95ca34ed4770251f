//! An independent model of the PTX instructions that `VMAD` serves: the nine scalar video instructions and float
//! `mad`, written straight from the text of the PTX ISA.
#![forbid(unsafe_code)]

pub mod ast;
pub mod mad;
pub mod syntax;
