//! NVIDIA's SASS video instructions as source code in other languages.
//!
//! ```
//! use vmad_emit::{Language, Options, instruction};
//!
//! let word = vmad_sass::assemble("VMAD.U8.U8 R0, R2, R3, R4").unwrap().instruction;
//! let function = instruction(&word, None).unwrap();
//! let text = Language::C.print(&[function], Options::default());
//! assert!(text.contains("static inline uint32_t vmad_u8_u8(uint32_t a, uint32_t b, uint32_t c)"));
//! ```
//!
//! No arithmetic is written here. PTX of a mode that PTX has is the [code of a video instruction](vmad_ptxas::rewrite),
//! whose text is proved. For all other code, the functions of the datapath run on terms of [`vmad_term`], which are
//! simplified, lowered to the integers of the language, and printed:
//!
//! | step | module |
//! |---|---|
//! | run the datapath on terms, each stored once, in its shortest form | [`vmad_term::simplify`] |
//! | replace 33, 34 and 66 bits by the widths of the language | `narrow` |
//! | replace shifts by a variable by shifts that the language has | `shifts` |
//! | split expressions that are wider than the language's integers | `limbs`, `multiply` |
//! | make one function of every mode, which takes the word | `unit` |
//! | print | [`Language`]: a printer of about twenty operations |
#![forbid(unsafe_code)]

pub mod builder;
mod built_in;
mod function;
mod limbs;
mod lower;
mod multiply;
mod narrow;
mod print;
#[cfg(feature = "proof")]
pub mod proof;
mod shifts;
mod unit;

pub use function::{Function, Parameter, function_of, functions, instruction};
pub use lower::{Integers, Lowered};
pub use print::{Language, Options};
pub use unit::{every_word, words_of};
