//! The tests of the cross-check, in one binary: each test binary links anew.

mod common;
mod divergence;
mod divergence_family;
mod domain;
mod emulation;
mod equal;
mod equal_mutants;
mod equal_terms;
mod family;
mod idioms;
mod invariants;
mod lifting;
mod lowering;
mod lowering_family;
mod lowering_ordinary;
mod peers;
mod proof_family;
mod proof_mutants;
mod proof_solver;
mod proof_terms;
mod ptxas_words;
mod safety;
mod serialization;
mod spelling;
mod sweep;
mod vectors;
