//! The tests of what ptxas does, in one binary: each test binary links anew.

mod common;
mod idioms;
mod kepler;
mod lowering;
mod lowering_family;
mod lowering_ordinary;
mod miscompiles;
mod models;
mod ptxas_words;
mod rewrite;
mod safety;
mod spelling;
mod versions;
mod wide;
