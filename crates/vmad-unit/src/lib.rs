//! Bit-accurate model of the execution unit behind NVIDIA's SASS `VMAD` instruction (SPA 5.0: Maxwell and Pascal).
//!
//! `VMAD` computes `clamp(((A * B) + C) >> scale)`: it takes a byte, a half-word or a word out of each of two
//! registers, multiplies them exactly, adds or subtracts a third register, shifts the sum right by 0, 7 or 15 and
//! optionally saturates it to 32 bits.
//!
//! ```
//! use vmad_unit::{Operand, Psign, Saturate, Scale, Selector, Sign, execute, trace, vmad::Mode};
//!
//! // VMAD.U8.U8 R0, R2, R3, R4 as a Tegra X1 computed it.
//! let byte0 = Operand { selector: Selector::B0, sign: Sign::Unsigned };
//! let mode = Mode { a: byte0, b: byte0, psign: Psign::Add, scale: Scale::Pass, saturate: Saturate::Off };
//! assert_eq!(execute(mode, 0x12345688, 0x8a24c993, 0x9123064a), 0x91235462);
//!
//! // The same, with every wire on the way.
//! let trace = trace(mode, 0x12345688, 0x8a24c993, 0x9123064a);
//! assert_eq!(trace.wires.product.signed(), 0x88 * 0x93);
//! assert_eq!(trace.wires.saturate.result.unsigned(), 0x91235462);
//! ```
//!
//! # A tour
//!
//! - [`vmad`], [`operand`], [`saturate`]: the mode of an instruction, as types that cannot hold an illegal value.
//! - [`logic`]: the small set of bit-vector operations in which the datapath is written, so that the same stage
//!   functions run on machine integers ([`Machine`]) and on a solver's terms.
//! - [`stages`]: one function a stage, each beside the words of the reference that it writes down.
//! - [`datapath`]: the stages joined into [`Wires`]; [`execute`] keeps the result, [`trace()`] keeps them all.
//! - [`state`]: registers, predicates, guard, condition code, and the write-back that changes them.
//!
//! # Without `std`, and with serde
//!
//! The crate needs neither `std` nor an allocator. The feature `serde` makes the modes, registers,
//! predicates, guards and effects serde's values, under the reference's names: a [`Scale`] is `"SHR_7"`, a [`Register`]
//! `"R7"` or `"RZ"`, a [`Selector`] `"B3"`, or `"W"` for the word. What is no value of a type is refused.
//!
//! # What is not known
//!
//! The reference says that `Rd.CC` writes the condition code and nothing of its flags, and no public hardware reading
//! covers them: [`ConditionCode::Unspecified`] says so where a flag would be read.
#![no_std]
#![forbid(unsafe_code)]

pub mod bits;
pub mod datapath;
pub mod instructions;
pub mod logic;
mod names;
pub mod operand;
pub mod saturate;
#[cfg(feature = "serde")]
mod serde_names;
pub mod stages;
pub mod state;
pub mod trace;

pub use bits::{AnyBits, Bits, Machine};
pub use datapath::{Wires, execute};
pub use instructions::vmad::{self, Psign, Scale};
pub use logic::Logic;
pub use operand::{Format, Operand, Selector, Sign, Width};
pub use saturate::Saturate;
pub use state::{ConditionCode, Effect, Guard, Predicate, Predicates, Register, Registers, State};
pub use trace::{Clamp, Trace, trace};
