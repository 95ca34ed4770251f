//! The tests of what ptxas does, in one binary: each test binary links anew.

mod common;
mod emulation;
mod idioms;
mod kepler;
mod lifting;
mod lowering;
mod lowering_family;
mod lowering_ordinary;
mod lowering_vmad;
mod miscompiles;
mod models;
mod registers;
mod rewrite;
mod safety;
mod serialization;
mod spelling;
mod versions;
mod wide;
