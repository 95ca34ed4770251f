//! The tests of the cross-check, in one binary: each test binary links anew.

mod common;
mod divergence;
mod divergence_family;
mod emulation;
mod family;
mod idioms;
mod lifting;
mod lowering;
mod lowering_family;
mod lowering_ordinary;
mod peers;
mod ptxas_words;
mod rivals;
mod safety;
mod serialization;
mod spelling;
mod sweep;
mod sweep_reports;
mod vectors;
