//! The command as a user runs it.

mod check_exhaustive;
mod common;
mod decode;
mod documents;
mod exec;
mod lower;
mod ptx;
mod vectors;
