//! The cross-check of `VMAD`: what must hold between the crates, and the cases on which it is tried.
//!
//! [`generate`] makes instructions and ports out of a fuzzer's bytes; [`invariants`] says what must hold for them. The
//! fuzz targets run the invariants without limit, the tests of this crate for a second each. [`proof`] decides with an
//! SMT solver, for all inputs of every mode, that the unit computes what PTX's `vmad` means.
#![forbid(unsafe_code)]

pub mod generate;
pub mod invariants;
pub mod proof;
