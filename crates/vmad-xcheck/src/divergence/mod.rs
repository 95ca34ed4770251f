//! The divergence map: each row of the [table](crate::interpretation) run beside this project's interpretation.
//!
//! [`check()`] compares the two models of a row over all of its cases and a grid of corner inputs: equal wherever the
//! row states no difference, and different, on some input, in every mode where it states one. A wrong or outdated row
//! fails.
//!
//! ```
//! use vmad_xcheck::{divergence::check, interpretation::Id};
//!
//! let d1 = Id::D1.interpretation();
//! assert_eq!(check(d1).unwrap().modes, 45);
//! ```

mod check;
pub mod emulation;
pub mod grid;
mod instruction;
mod item;
mod markdown;
mod matrix;
mod miscompiles;
mod model;

pub use check::{Checked, Counterexample, Mismatch, check, counterexample, shortest};
pub use grid::nearness;
pub use instruction::{DifferingRow, agreement, differing_rows};
pub use markdown::markdown;
pub use matrix::{Cell, CellState, Matrix, MatrixRow, ModeDifference};
pub use model::Prepared;
