//! The PTX level but for float `mad`'s arithmetic: syntax, legality, the nine video instructions, readings.
//!
//! `ptxas` is asked by `cargo xtask ptxas-record`; the tests run on what it answered, in `tests/data`.

mod accepts;
mod constants;
mod evaluates;
mod exhaustive;
mod faults;
mod functions;
mod hardware;
mod legality;
mod modules;
mod naive;
mod names;
mod print_parse;
mod readings;
mod table;
mod traces;
