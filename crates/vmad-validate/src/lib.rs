//! Cubins, and translation validation: whether the SASS to which ptxas compiled a file's video instructions computes the
//! same.
//!
//! [`cubin`] reads the ELF files in which ptxas writes machine code, [`fatbin`] the files in which those are stored;
//! [`chunks`] and [`phase`] read raw code, [`listing`] reads code as text, and [`inline_asm`] the PTX in CUDA source.
//!
//! [`validate()`] takes a PTX module and the SASS of its functions. It finds the SASS of each video instruction
//! ([`pairing`]), by the cubin's line table if it has one, follows constants back to their loads ([`stream`]), and runs
//! both on the same values ([`compare()`]): PTX as `vmad-ptx` reads the manual, SASS as the unit executes the decoded word
//! with its own operands. The lowering says only what to look for. It also checks that the instructions that write and
//! read the registers of a word can be those of the PTX.
//!
//! It does not check that a register of the SASS holds the value of the PTX register of the same role, beyond the
//! instruction that writes it, or that a guard is the PTX's condition. It checks no other instructions.
#![forbid(unsafe_code)]

mod chain;
pub mod chunks;
pub mod compare;
pub mod contents;
mod copies;
pub mod cubin;
pub mod emitted;
mod emulated;
pub mod fatbin;
mod form_key;
pub mod inline_asm;
mod input_values;
pub mod known;
mod likeness;
pub mod lines;
pub mod listing;
mod liveness;
pub mod opcodes;
pub mod outcome;
pub mod pairing;
mod part;
pub mod phase;
mod predicted;
pub mod proof;
mod ptx;
mod registers;
mod report;
pub mod setting;
mod skipped;
pub mod source;
pub mod stream;
mod ties;
mod validate;
mod values;
mod video;

pub use compare::compare;
pub use emulated::emulated;
pub use registers::RegisterFault;
pub use report::{Illegal, Line, PlacedWord, Report, Unpaired, Verdict};
pub use skipped::Unread;
pub use validate::validate;
