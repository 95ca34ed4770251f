//! The tests of the crate, in one binary.

mod cubin;
mod opcodes;
