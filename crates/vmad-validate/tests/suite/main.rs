//! The tests of the crate, in one binary.

mod chain;
mod changed;
mod chunks;
mod compare;
mod counts;
mod cubin;
mod fatbin;
mod header;
mod inline_asm;
mod later;
mod listing;
mod named;
mod opcodes;
mod pairing;
mod paths;
mod registers;
mod ties;
mod verdicts;
mod words;
