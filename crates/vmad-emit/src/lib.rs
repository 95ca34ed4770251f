//! NVIDIA's SASS video instructions as source code in other languages.
//!
//! ```
//! use vmad_emit::{Language, Options, instruction};
//!
//! let word = vmad_sass::assemble_any("VMAD.U8.U8 R0, R2, R3, R4").unwrap().instruction;
//! let function = instruction(&word, None).unwrap();
//! let text = Language::C.print(&[function], Options::default());
//! assert!(text.contains("static inline uint32_t vmad_u8_u8(uint32_t a, uint32_t b, uint32_t c)"));
//! ```
//!
//! No arithmetic is written here. The functions of the datapath run on the expressions of a [`graph`], which is
//! simplified, lowered to the integers of the language, and printed:
//!
//! | step | module |
//! |---|---|
//! | the datapath on expressions | `datapath` |
//! | constants folded, each expression once and as short as it can be | `simplify` |
//! | the datapath's 33, 34 and 66 bits to the widths of the language | `narrow`, `flags` |
//! | shifts by a variable to those that the language has | `shifts` |
//! | what is wider than the language's integers to several of them | `limbs`, `multiply` |
//! | every mode in one function, which takes the word | `unit` |
//! | text | [`Language`]: a printer of about a dozen operations |
#![forbid(unsafe_code)]

mod bounds;
mod datapath;
mod eval;
mod flags;
mod function;
pub mod graph;
mod limbs;
mod lower;
mod multiply;
mod narrow;
mod print;
#[cfg(feature = "proof")]
pub mod proof;
mod range;
mod shifts;
mod simplify;
pub mod stats;
mod unit;

pub use function::{Function, Parameter, instruction};
pub use lower::{Integers, Lowered};
pub use print::{Language, Options};
