//! The tests of the cross-check, in one binary: each test binary links anew.

mod common;
mod divergence;
mod divergence_family;
mod emulation;
mod family;
mod faults;
mod lifting;
mod observed;
mod peers;
mod proof;
mod rivals;
mod serialization;
mod sweep;
mod vectors;
