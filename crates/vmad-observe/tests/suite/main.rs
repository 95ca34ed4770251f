//! The tests of vectors, observed results and published programs, in one binary: each test binary links anew.

mod faults;
mod observed;
mod peers;
mod vectors;
