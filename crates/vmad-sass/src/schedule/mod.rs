//! Control (scheduling) words: one 64-bit word before every three instructions, 21 bits for each of them.
//!
//! [`ControlField`] belongs to one instruction, [`ControlWord`] has three of them, [`crate::text::notation`] is the text.

mod field;
mod legality;
mod print;
mod word;

pub use field::{Barrier, ControlField, Reuse, ReuseFlags};
pub use legality::ControlError;
pub use word::ControlWord;
