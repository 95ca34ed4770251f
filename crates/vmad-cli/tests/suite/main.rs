//! The command as a user runs it.

mod check_exhaustive;
mod cli_conventions;
mod common;
mod decode;
mod decode_inputs;
mod decode_lines;
mod documents;
mod emit;
mod equal;
mod exec;
mod explain;
mod family;
mod fuzz_repro;
mod harness;
mod help;
mod inline_asm;
mod limits;
mod lower;
mod observed;
mod picture;
mod prove;
mod ptx;
mod report;
mod safe;
mod validate;
mod vectors;
