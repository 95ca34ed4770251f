//! The tests of the terms, in one binary: each test binary links anew.

mod circuit;
mod domain;
mod rules;
mod simplify;
mod solver;
mod terms;
