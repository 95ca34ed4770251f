//! The cross-check of the family: SASS against PTX, and both against other interpretations.
//!
//! ```
//! use vmad_sass::Arch;
//! use vmad_xcheck::lowering::{Registers, lower};
//!
//! // The VMAD that ptxas compiles a PTX vmad to ...
//! let vmad = "vmad.s32.s32.u32.shr7 d, a.h1, 70000, -c;";
//! let found = vmad_ptx::syntax::parse_one(vmad).unwrap();
//! let lowered = lower(&found.instruction, Arch::Sm50, &Registers::default()).unwrap();
//! assert_eq!(lowered.to_string(), "MOV32I R5, 0x11170; VMAD.S16.U32.SHR_7 R0, R2.H1, R5, -R4");
//!
//! // ... and golden vectors: inputs that favour corner cases, with the result and every wire.
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
//! - [`row`]: another result of an instruction, with its evidence; [`map`]: the table of interpretations;
//!   [`miscompiles`]: that of ptxas.
//! - [`lowering`]: a PTX video instruction to SASS, as ptxas does it; [`lifting`]: the inverse.
//! - [`divergence`]: the divergence map: each row of the table run beside this project's interpretation.
//! - [`sweep`]: the unit against PTX on every input of some sets, in shards; [`RIVALS`]: the rows that the proof compares
//!   with the unit.
//! - [`safety`]: the instructions that ptxas compiles correctly for each target, and what to write in place of the others.
//! - [`idioms`]: proved sequences for dot products, filters, clamps and sums.
//! - [`observed`]: results read from a card, compared with every interpretation.
//! - [`vectors`]: golden vectors for other people's tests; [`corners`]: the values that they favour.
//! - [`spelling`]: a mode as SASS and as PTX write it.
#![forbid(unsafe_code)]

pub mod divergence;
pub mod idioms;
pub mod lifting;
pub mod lowering;
pub mod map;
pub mod miscompiles;
mod mode;
pub mod model;
pub mod observed;
mod rivals;
pub mod row;
pub mod safety;
pub mod spelling;
pub mod sweep;
pub mod vectors;

pub use rivals::RIVALS;
use vmad_proof::bounds;
pub use vmad_proof::{self as proof, corners, meaning as family};
pub use vmad_term::parallel;
