//! An independent model of PTX instructions: the scalar and SIMD video instructions and float `mad`. Its source
//! is the text of the PTX ISA.
//!
//! ```
//! use vmad_ptx::{
//!     evaluate::{Setting, evaluate},
//!     legality::{PtxVersion, Target, legality},
//!     reading::Reading,
//!     syntax::parse_one,
//! };
//!
//! // Parse an instruction, and check that ptxas accepts it.
//! let found = parse_one("vmad.u32.u32.u32.sat d, a, b, -c;").unwrap();
//! legality(&found.instruction, Target::sm(50), PtxVersion::new(8, 0)).unwrap();
//!
//! // Its result, on which the prose and the pseudo-code of the PTX ISA differ.
//! let inputs = [1, 1, 0x8000_0000];
//! let result = |reading| {
//!     let setting = Setting { reading, ..Setting::default() };
//!     evaluate(&found.instruction.body, inputs, &setting).to_string()
//! };
//! assert_eq!(result(Reading::DEFAULT), "80000001");
//! assert_eq!(result(Reading::LITERAL), "7fffffff");
//!
//! // An error has its place and the legal values.
//! let error = parse_one("vmad.u32.u32.u32.shr8 d, a, b, c;").unwrap_err();
//! assert_eq!(error.span.of("vmad.u32.u32.u32.shr8 d, a, b, c;"), ".shr8");
//! assert_eq!(
//!     error.kind.to_string(),
//!     "modifier '.shr8' is not one of 'vmad': legal are .sat .po .shr7 .shr15",
//! );
//! ```
//!
//! # A tour
//!
//! - [`syntax`] reads PTX text into the values of [`ast`], which print themselves.
//! - [`legality`](mod@legality) has the rules of targets and PTX versions.
//! - [`video`] computes the video instructions in any [`domain`]; [`mad`] computes float `mad`. [`reading`] resolves
//!   the ambiguities of the PTX ISA. [`evaluate`](mod@evaluate) takes a parsed instruction of either kind.
//! - [`module`] finds the instructions in a whole PTX module.
//! - [`integer`] has the integer instructions in any [`domain`]. [`sequence`] runs straight-line code of all of them.
//!
//! The feature `serde` serializes instructions, [`reading::Reading`], targets and versions as their texts:
//! `"literal,shift-left=whole"`, `"sm_50"`.
//!
//! # Lines
//!
//! "Line" in the documentation is a line of the text that is the source of this crate: sections
//! 9.7.18.1, 9.7.18.1.3 and 9.7.3.7 of the PTX ISA in this order. Line 12 is "All scalar video
//! instructions operate on 32-bit register operands", line 299 is the first of the pseudo-code of `vmad`, and line
//! 510 the first of the section on `mad`.
#![forbid(unsafe_code)]

pub mod ast;
pub mod domain;
pub mod evaluate;
pub mod integer;
pub mod legality;
pub mod mad;
pub mod module;
mod names;
pub mod reading;
pub mod sequence;
#[cfg(feature = "serde")]
mod stored;
pub mod syntax;
pub mod video;
