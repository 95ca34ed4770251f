//! Tests of the PTX model: syntax, legality, video instructions, readings, float `mad`.
//!
//! The tests compare with the answers of `ptxas` in `tests/data`.

mod accepts;
mod constants;
mod evaluates;
mod exhaustive;
mod faults;
mod functions;
mod hardware;
mod integer_code;
mod integers;
mod intrinsics;
mod lanes;
mod legality;
mod mad;
mod modules;
mod names;
mod readings;
mod reference;
mod sequences;
mod simd_accepts;
mod table;
mod traces;
