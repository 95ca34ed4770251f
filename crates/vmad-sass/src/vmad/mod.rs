//! `VMAD` as a record: the fields of a legal word, its execution, its formula.

mod execute;
mod formula;
mod instruction;
mod word;

pub use crate::execute::Ports;
pub use formula::{Formula, Reason};
pub use instruction::{IgnoredBits, RegisterSource, SourceB, Vmad};
