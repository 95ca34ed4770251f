//! Control (scheduling) words: one 64-bit word before every three instructions, 21 bits for each of them. On Kepler,
//! one before every seven, with a byte for each.
//!
//! [`ControlField`] is the field of one instruction, [`ControlWord`] has three fields, and [`crate::text::notation`] is
//! their text. [`ControlField::check`] has the rules for coupled instructions.

mod field;
mod kepler;
mod legality;
mod print;
mod word;

pub(crate) use field::FIELDS;
pub use field::{Barrier, ControlField, OutOfRange, Reuse, ReuseFlags};
pub use kepler::{ByteReading, Control, ControlByte, KeplerControlWord};
pub use legality::ControlError;
pub use word::ControlWord;
