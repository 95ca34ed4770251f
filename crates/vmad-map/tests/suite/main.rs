//! The tests of the map, in one binary: each test binary links anew.

mod bounds;
mod rows;
