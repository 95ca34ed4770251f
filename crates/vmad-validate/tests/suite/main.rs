//! The tests of the crate, in one binary.

mod changed;
mod cubin;
mod fatbin;
mod opcodes;
mod words;
