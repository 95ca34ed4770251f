//! `VMAD`: its word, its text, its execution.

mod at;
mod decode;
mod disassemble;
mod encode;
mod execute;
mod fields;
mod formula;
mod instruction;
mod layout;
mod lookup;
mod parse;
mod print;
pub mod ruler;
pub mod table;

pub use decode::DecodeError;
pub use disassemble::{Refusal, disassemble};
pub use execute::Ports;
pub use fields::{Fields, FieldsB};
pub use formula::{Formula, Reason};
pub use instruction::{IgnoredBits, RegisterSource, SourceB, Vmad};
pub use parse::{Assembly, assemble};
pub use print::{Style, Text};
