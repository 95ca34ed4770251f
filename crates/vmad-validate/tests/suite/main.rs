//! The tests of the crate, in one binary.

mod effect;
mod table;
