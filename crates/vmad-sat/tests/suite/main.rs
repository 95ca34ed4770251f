//! The tests of the gates, the search and the checker, in one binary: each test binary links anew.

mod checker;
mod gates;
mod naive;
mod search;
