//! The command as a user runs it.

mod check_exhaustive;
mod common;
mod decode;
mod documents;
mod exec;
mod harness;
mod lower;
mod observed;
mod prove;
mod ptx;
mod report;
mod vectors;
