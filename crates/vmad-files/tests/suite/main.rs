//! The tests of the crate, in one binary.

mod chunks;
mod cubin;
mod fatbin;
mod header;
mod inline_asm;
mod lines;
mod listing;
mod opcodes;
