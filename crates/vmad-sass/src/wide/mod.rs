//! `VABSDIFF` and `VABSDIFF4` in the words of 128 bits: sm_70 and later.
//!
//! ```
//! use vmad_sass::wide::{WideArch, WideInstruction};
//!
//! let sm_86 = WideArch::from_number(86).unwrap();
//! let word = 0x000fc400_000e0806_00000005_04047215;
//! let sad = WideInstruction::decode(sm_86, word).unwrap();
//! assert_eq!(sad.to_string(), "VABSDIFF4.U8.ACC R4, R4, R5, R6");
//! assert_eq!(sad.operation().execute(0x0102_0304, 0x0403_0201, 100), 108);
//! assert_eq!(WideInstruction::assemble(sm_86, "VABSDIFF.U32 R0, R1, 0x7, RZ").unwrap().encode() >> 32 & 0xff, 7);
//! ```
//!
//! The other video instructions have no such word. [`FIELDS`] and [`FORMS`] describe the words; the decoder, the text,
//! the assembler and the legality read them. The computation is that of the [unit](vmad_unit).

mod arch;
mod assemble;
mod error;
mod fields;
mod formula;
mod instruction;
mod legality;
mod mode;
mod text;

pub use crate::uniform::Uniform;
pub use arch::{UnknownWideArch, WideArch};
pub use error::WideError;
pub use fields::{FIELDS, FORMS, WideField, WideForm, WideKind};
pub(crate) use instruction::fields;
pub use instruction::{WideInstruction, WideParts, WideSource};
pub use legality::IssueError;
pub(crate) use legality::operands as reused_operands;
pub use mode::WideMode;
pub(crate) use text::unsigned;
