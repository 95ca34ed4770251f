//! The tests of the terms, in one binary: each test binary links anew.

mod common;
mod domain;
mod simplify;
mod solver;
mod terms;
