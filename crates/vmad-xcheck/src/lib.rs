//! The cross-check of `VMAD`: what must hold between the crates, and the cases on which it is tried.
//!
//! [`generate`] makes instructions and ports out of a fuzzer's bytes; [`invariants`] says what must hold for them. The
//! fuzz targets run the invariants without limit, the tests of this crate for a second each.
//!
//! [`lowering`] makes `VMAD` of PTX `vmad` as ptxas does, [`raising`] goes the other way, [`divergence`] maps where published readings part. [`sweep`]
//! compares the unit with PTX exhaustively; [`proof`] decides with an SMT solver, for all inputs of every mode, that the
//! unit computes what PTX's `vmad` means; [`validation`] compares what ptxas made of a file's `vmad`s with them.
//! [`vectors`] draws golden vectors for other people's tests, [`corners`] has the values that they lean towards.
//! [`observed`] holds what a card computed against every reading.
#![forbid(unsafe_code)]

pub mod corners;
pub mod divergence;
pub mod generate;
pub mod invariants;
pub mod lowering;
pub mod observed;
pub mod proof;
pub mod raising;
pub mod spelling;
pub mod sweep;
pub mod validation;
pub mod vectors;
