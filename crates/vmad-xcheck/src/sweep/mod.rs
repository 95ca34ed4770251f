//! The exhaustive comparison of the unit with PTX: `vmad` in the default reading against `VMAD`.
//!
//! A [`Plan`] is a list of units of work, each a setting of the unit and the ports that stand against each other:
//!
//! | part | settings | A | B | C |
//! |---|---|---|---|---|
//! | corners | all 4,704 | corners | corners | corners |
//! | bytes | both sources bytes: 1,536 | all 256 | all 256 | corners |
//! | halves of A | A a half-word: 1,344 | all 65,536 | corners | corners |
//! | halves of B | B a half-word: 1,344 | corners | all 65,536 | corners |
//!
//! "All" and "corners" (of [`crate::corners`]) are values of the selected field; the bits around it are mixed from it.
//! In the corners part, the instruction goes through its word and back, with B as each of the 65,536 immediates where
//! it is `.H0`, and PTX is asked in all four ways in which it can write the mode: either `dtype`, and both spellings of
//! its negations. Comparisons are counted once for each triple of ports.
//!
//! Units are independent of each other, so that a [`Shard`] is every n-th of them. A [`Report`] says which are done and
//! what was found; reports of one plan can be merged, and a run goes on from where a report ends.

mod kernel;
mod plan;
mod report;
mod run;
mod word;

pub use crate::spelling::spellings;
pub use plan::{Part, Plan, Shard, Unit};
pub use report::{Difference, Group, MergeError, Report};
pub use run::run;
