//! The command as a user runs it.
#![expect(clippy::disallowed_macros, reason = "a test says on standard error what it cannot run")]

mod answers;
mod cli_conventions;
mod common;
mod decode;
mod decode_inputs;
mod documents;
mod emit;
mod encodings;
mod equal;
mod exec;
mod explain;
mod family;
mod fields;
mod harness;
mod help;
mod inline_asm;
mod keep_going;
mod kepler;
mod limits;
mod lower;
mod observe;
mod picture;
mod ptx;
mod rewrite;
mod safe;
mod slopes;
mod sweep;
mod validate;
mod vectors;
mod wide;
