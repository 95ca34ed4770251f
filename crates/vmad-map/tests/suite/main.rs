//! The tests of the map, in one binary: each test binary links anew.

mod bounds;
mod check;
mod check_family;
mod family;
mod rows;
