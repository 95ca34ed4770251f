//! The map of the video instructions: what each mode means, and where interpretations, compilers and emulators differ.
//!
//! ```
//! use vmad_map::{case::Case, rows};
//! use vmad_ptx::{ast::Body, syntax::parse_one};
//!
//! // A constant -1 that is read as a .u32: ptxas makes 0xffff of it.
//! let Body::Video(video) = parse_one("vmin.s32.u32.u32 d, a, -1;").unwrap().instruction.body else { panic!() };
//! let case = Case::of_video(&video).unwrap();
//! let row = rows::miscompiles().find(|row| row.differs_in(&case) && row.miscompiled(&case, 61).is_some()).unwrap();
//! assert_eq!(row.prepare(&case).unwrap()([0x1_0000, 0, 0]), 0xffff);
//! ```
//!
//! # A tour
//!
//! - [`meaning`]: the PTX that specifies a mode; [`mode`]: the mode of a PTX instruction; [`case`](mod@case): both, with constants.
//! - [`divergence`]: a row: a result that differs from this project's, with its evidence. [`rows`]: all of them.
//! - [`model`]: its computation. [`datapath`]: other datapaths. [`word`]: the constants in the words of ptxas.
//! - [`domain`], [`condition`]: the cases and the inputs that a row is about.
//! - [`versions`]: the versions of ptxas.
//! - [`corners`]: values that favour mistakes; [`grid`]: combinations of these; [`random`]: random numbers.
//! - [`mod@check`]: a row run beside this project's model, on the grid.
//! - [`bounds`]: the ranges of operands and results.
#![forbid(unsafe_code)]

pub mod bounds;
pub mod case;
pub mod check;
pub mod condition;
pub mod corners;
pub mod datapath;
pub mod divergence;
pub mod domain;
pub mod grid;
pub mod meaning;
pub mod mode;
pub mod model;
pub mod random;
pub mod rows;
pub mod versions;
pub mod word;
