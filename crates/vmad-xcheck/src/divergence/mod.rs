//! The divergence map: each row of the [map](vmad_map::rows) run beside this project's interpretation.
//!
//! [`check()`] compares the two models of a row over all of its cases and a grid of corner inputs: equal wherever the
//! row states no difference, and different, on some input, in every mode where it states one. A wrong or outdated row
//! fails.
//!
//! ```
//! use vmad_unit::{Operation, vmad::Mode};
//! use vmad_map::rows::D1;
//! use vmad_xcheck::divergence::check;
//!
//! let checked = check(&D1, Mode::modes().map(Operation::Vmad)).unwrap();
//! assert_eq!(checked.differing(), 45);
//! ```

mod check;
mod differing;
pub mod grid;
mod markdown;

pub use check::{Checked, Counterexample, ModeDifference, check, counterexample};
pub use differing::{Differing, agreement, differing};
pub use grid::nearness;
pub use markdown::markdown;
