//! The cross-check of `VMAD`: what must hold between the crates, and the cases on which it is tried.
//!
//! ```
//! use vmad_sass::Arch;
//! use vmad_xcheck::lowering::{Registers, lower};
//!
//! // The VMAD that ptxas makes of a PTX vmad ...
//! let vmad = "vmad.s32.s32.u32.shr7 d, a.h1, 70000, -c;";
//! let found = vmad_ptx::syntax::parse_one(vmad).unwrap();
//! let lowered = lower(&found.instruction, Arch::Sm50, &Registers::default()).unwrap();
//! assert_eq!(lowered.to_string(), "MOV32I R5, 0x11170; VMAD.S16.U32.SHR_7 R0, R2.H1, R5, -R4");
//!
//! // ... and golden vectors: inputs that lean towards corners, with the result and every wire.
//! use vmad_xcheck::vectors::{Count, Filter, Stream, Vectors};
//! let streams = Filter::default().modes().into_iter().map(|mode| Stream::of_mode(mode, 1)).collect();
//! for vector in Vectors::new(streams, Count::Total(1000)) {
//!     let trace = vector.trace();
//!     let [a, b, product] = ["A extended", "B extended", "product"].map(|wire| trace.value(wire).unwrap());
//!     assert_eq!(product, a * b);
//! }
//! ```
//!
//! # A tour
//!
//! - [`lowering`]: PTX `vmad` to `VMAD`, as ptxas does it, its miscompiles too; [`raising`]: the PTX that it makes a
//!   `VMAD` of.
//! - [`divergence`]: the map of where published readings part.
//! - [`sweep`]: the unit against PTX on every input of some sets, in shards; [`proof`]: the same for all inputs of every
//!   mode, with an SMT solver.
//! - [`observed`]: what a card computed, held against every reading.
//! - [`vectors`]: golden vectors for other people's tests; [`corners`]: the values that they lean towards.
//! - [`generate`]: instructions and ports out of a fuzzer's bytes; [`invariants`]: what must hold for them. The fuzz
//!   targets run the invariants without limit, the tests of this crate for a second each.
//! - [`spelling`]: the PTX text of a setting of the unit.
#![forbid(unsafe_code)]

pub mod corners;
pub mod divergence;
pub mod family;
pub mod generate;
pub mod interpretation;
pub mod invariants;
pub mod lowering;
pub mod observed;
pub mod proof;
pub mod raising;
pub mod spelling;
pub mod sweep;
pub mod vectors;
