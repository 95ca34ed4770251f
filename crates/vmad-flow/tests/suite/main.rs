//! The tests of the flow analysis, in one binary: each test binary links anew.

mod constants;
mod program;
mod used;
