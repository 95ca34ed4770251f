//! The command as a user runs it.

mod check_exhaustive;
mod common;
mod decode;
mod documents;
mod exec;
mod fuzz_repro;
mod lower;
mod prove;
mod ptx;
mod validate;
mod vectors;
