//! The exhaustive comparison of the unit with PTX. The table is for `VMAD`. The other instructions have
//! the same parts; `VABSDIFF4` has only corners.
//!
//! A [`Plan`] is a list of units of work. Each is a mode and the values of its ports, all triples of which are compared:
//!
//! | part | modes | A | B | C |
//! |---|---|---|---|---|
//! | corners | all 4,704 | corners | corners | corners |
//! | bytes | both sources bytes: 1,536 | all 256 | all 256 | corners |
//! | halves of A | A a half-word: 1,344 | all 65,536 | corners | corners |
//! | halves of B | B a half-word: 1,344 | corners | all 65,536 | corners |
//!
//! "All" and "corners" (of [`vmad_map::corners`]) are values of the selected field; the other bits are a hash of it. In the
//! corners part, the instruction is also encoded and decoded, with B as each of the 65,536 immediates where it is
//! `.H0`, and PTX is evaluated in all four spellings of the mode: both `dtype`s, and both spellings of its negation.
//! A triple of ports counts as one comparison.
//!
//! Units of work are independent: a [`Shard`] has every n-th of them. A [`Report`] has the number of completed units and
//! the differences. The reports of the shards of one plan can be merged.
#![forbid(unsafe_code)]

mod kernel;
mod plan;
mod report;
mod run;
mod scope;

pub use plan::{Part, Plan, Unit};
pub use report::{Difference, Group, Report};
pub use run::run;
pub use scope::{Scope, Shard};
