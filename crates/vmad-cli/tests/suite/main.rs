//! The command as a user runs it.

mod check_exhaustive;
mod common;
mod decode;
mod documents;
mod exec;
mod habits;
mod help;
mod lower;
mod prove;
mod ptx;
mod vectors;
