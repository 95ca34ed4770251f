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
//! assert_eq!(trace.value("product"), Some(0x88 * 0x93));
//! assert_eq!(trace.result(), 0x91235462);
//! ```
//!
//! # A tour
//!
//! - [`vmad`]: the mode of the instruction, a type that cannot hold an illegal value, and one function that computes it.
//! - [`operand`], [`saturate`]: stages that the family shares.
//! - [`logic`]: the small set of bit-vector operations in which the stages are written. The same functions run on machine
//!   integers ([`Machine`]) and on a solver's terms.
//! - [`trace`](mod@trace): the record of an execution, which each stage fills while it computes.
//! - [`state`]: registers, predicates, guard, condition code, and the write-back that changes them.
//!
//! # Without `std`, and with serde
//!
//! The crate does not need `std`; [`trace()`] needs an allocator. The feature `serde` makes modes, registers,
//! predicates, guards and effects serde's values, under the SASS text's names: a [`Scale`] is `"SHR_7"`, a [`Register`]
//! `"R7"` or `"RZ"`, a [`Selector`] `"B3"`, or `"W"` for the word. Anything else is refused.
//!
//! # What is not known
//!
//! The reference says that `Rd.CC` writes the condition code and nothing of its flags, and no public hardware reading
//! covers them: [`ConditionCode::Unspecified`] says so where a flag would be read.
#![no_std]
#![forbid(unsafe_code)]
#![expect(
    clippy::inline_always,
    reason = "a loop over one mode takes half the time when every stage is inlined"
)]

extern crate alloc;

pub mod bits;
pub mod instructions;
pub mod logic;
mod names;
pub mod operand;
pub mod saturate;
#[cfg(feature = "serde")]
mod serde_names;
pub mod state;
pub mod trace;

pub use bits::{AnyBits, Bits, Machine};
pub use instructions::vmad::{self, Psign, Scale, execute, trace};
pub use logic::Logic;
pub use operand::{Format, Operand, Selector, Sign, Width};
pub use saturate::Saturate;
pub use state::{ConditionCode, Effect, Guard, Predicate, Predicates, Register, Registers, State};
pub use trace::{Clamp, Record, Stage, Trace, Wire};
