//! The cross-check of the family: SASS against PTX, and both against other interpretations.
//!
//! ```
//! // Golden vectors: inputs that favour corner cases, with the result and every wire.
//! use vmad_xcheck::vectors::{Count, Filter, Stream, Vectors};
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
//! - [`divergence`]: the divergence map: each [row](vmad_map::rows) run beside this project's interpretation.
//! - [`sweep`]: the unit against PTX on every input of some sets, in shards.
//! - [`observed`]: results of a card or a program: where they are wrong, and which rule they follow.
//! - [`proof`]: the lines of `vmad prove`.
//! - [`peers`]: the rules of published programs.
//! - [`rows`]: the lines of `vectors`, `exec --lines` and `observe`.
//! - [`vectors`]: golden vectors for other people's tests, which favour [corners](vmad_map::corners).
#![forbid(unsafe_code)]

pub mod divergence;
pub mod observed;
pub mod peers;
pub mod proof;
pub mod rows;
pub mod sweep;
pub mod vectors;
