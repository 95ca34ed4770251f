//! The cross-check of `VMAD`: what must hold between the crates, and the cases on which it is tried.
//!
//! [`generate`] makes instructions and ports out of a fuzzer's bytes; [`invariants`] says what must hold for them. The
//! fuzz targets run the invariants without limit, the tests of this crate for a second each. [`vectors`] draws golden
//! vectors for other people's tests, [`corners`] has the values that they lean towards; [`sweep`] compares the unit with
//! PTX exhaustively. [`lowering`] makes `VMAD` of PTX `vmad` as ptxas does, [`divergence`] maps where published readings part.
#![forbid(unsafe_code)]

pub mod corners;
pub mod divergence;
pub mod generate;
pub mod invariants;
pub mod lowering;
pub mod sweep;
pub mod vectors;
