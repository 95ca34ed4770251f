//! The tests of the proof, in one binary: each test binary links anew.

mod common;
mod equal;
mod equal_products;
mod equal_terms;
mod goals;
mod modes;
mod mutants;
mod parallel;
mod report;
mod rivals;
