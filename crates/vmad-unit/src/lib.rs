//! Bit-accurate model of the unit that executes NVIDIA's SASS video instructions (SPA 5.0: Maxwell and Pascal).
//!
//! [`Kind`] is an instruction, [`Operation`] an instruction with its mode. `VMAD` computes `clamp(((A * B) +
//! C) >> scale)`. It takes a byte, a half-word or a word of each of two registers and multiplies them exactly. It adds
//! or subtracts a third register, shifts the sum right by 0, 7 or 15, and saturates it to 32 bits if `.SAT` is given.
//!
//! ```
//! use vmad_unit::{Operand, Operation, Psign, Saturate, Scale, Selector, Sign, execute, vmad::Mode};
//!
//! // VMAD.U8.U8 R0, R2, R3, R4 with the published result of a Tegra X1.
//! let byte0 = Operand { selector: Selector::B0, sign: Sign::Unsigned };
//! let mode = Mode { a: byte0, b: byte0, psign: Psign::Add, scale: Scale::Pass, saturate: Saturate::Off };
//! assert_eq!(execute(mode, 0x12345688, 0x8a24c993, 0x9123064a), 0x91235462);
//!
//! // The same with every wire.
//! let trace = Operation::Vmad(mode).trace(0x12345688, 0x8a24c993, 0x9123064a);
//! assert_eq!(trace.value("product"), Some(0x88 * 0x93));
//! assert_eq!(trace.result(), 0x91235462);
//! ```
//!
//! # A tour
//!
//! - [`instructions`]: a file for each instruction, with its mode (a type without illegal values), the function that
//!   computes the instruction, and its description. [`vmad`] is one of them.
//! - [`source`]: who specifies the computation of a mode.
//! - [`operand`], [`saturate`]: stages that the family shares.
//! - [`logic`]: the bit-vector operations of the stages. The same functions run on machine integers ([`Machine`]) and
//!   on terms of a solver.
//! - [`record`], [`trace`]: the record of an execution, which each stage fills while it computes.
//! - [`state`]: registers, predicates, guard, condition code, and the write-back that changes them.
//!
//! # Without `std`, and with serde
//!
//! The crate does not need `std`; [`Operation::trace`] needs an allocator. The feature `serde` serializes modes,
//! registers, predicates, guards and effects with the names of the SASS reference text: a [`Scale`] is `"SHR_7"`, a
//! [`Register`] `"R7"` or `"RZ"`, a [`Selector`] `"B3"`, or `"W"` for the word. All other names are refused.
//!
//! # Unknown
//!
//! The SASS reference text says that `Rd.CC` writes the condition code. It does not describe the flags, and no hardware
//! value is published. The model has [`ConditionCode::Unspecified`] instead of flags.
#![no_std]
#![forbid(unsafe_code)]
#![expect(
    clippy::inline_always,
    reason = "a loop over one mode takes half the time when every stage is inlined"
)]

extern crate alloc;

pub mod bits;
pub mod condition;
mod encoded;
pub mod instructions;
pub mod logic;
pub mod machine;
mod names;
pub mod operand;
pub mod record;
pub mod saturate;
pub mod second_op;
#[cfg(feature = "serde")]
mod serde_names;
pub mod sign;
pub mod source;
pub mod state;
pub mod trace;

pub use bits::AnyBits;
pub use condition::{BoolOp, Comparison};
pub use instructions::{
    vmad::{Psign, Scale, execute},
    *,
};
pub use logic::Logic;
pub use machine::{Bits, Bits32, Bits64, Machine, Machine32, Machine64};
pub use operand::{Format, Operand, Selector, Width};
pub use record::{Record, Stage, Wire};
pub use saturate::Saturate;
pub use second_op::{Output, SecondOp};
pub use sign::Sign;
pub use source::Source;
pub use state::{ConditionCode, Effect, Guard, Predicate, Predicates, Register, Registers, State};
pub use trace::{Clamp, Trace};
