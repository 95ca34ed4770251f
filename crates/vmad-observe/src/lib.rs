//! Vectors for other people's tests, and results that a card or a program gives.
//!
//! ```
//! // Golden vectors: inputs that favour corner cases, with the result and every wire.
//! use vmad_observe::vectors::{Count, Filter, Stream, Vectors};
//! let streams = Filter::of(vmad_unit::Kind::Vmad).modes().into_iter().map(|mode| Stream::of_mode(mode, 1)).collect();
//! for vector in Vectors::new(streams, Count::Total(1000)) {
//!     let trace = vector.trace();
//!     let [a, b, product] = ["A extended", "B extended", "product"].map(|wire| trace.value(wire).unwrap());
//!     assert_eq!(product, a * b);
//! }
//! ```
//!
//! # A tour
//!
//! - [`vectors`]: golden vectors, which favour [corners](vmad_map::corners).
//! - [`observed`]: results of a card or a program: where they are wrong, and which rule they follow.
//! - [`peers`]: the rules of published programs.
//! - [`rows`]: the lines of `vectors`, `exec --lines` and `observe`.
#![forbid(unsafe_code)]

#[cfg(feature = "diagnosis")]
pub mod observed;
#[cfg(feature = "diagnosis")]
pub mod peers;
pub mod rows;
pub mod vectors;
