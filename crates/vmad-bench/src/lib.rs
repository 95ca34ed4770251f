//! Speed, as ratios: each subject is measured beside a peer that does comparable work, or the least work that the task
//! allows (a roofline), in turns, in the same process and the same minute. A machine's noise hits both alike.
//!
//! [`pairs`] is where the pairs are defined. Two things measure them: `cargo run --release -p vmad-bench` prints the
//! table of ratios ([`measure`], [`table`]), `cargo bench -p vmad-bench` gives criterion's statistics of each side. What a
//! subject takes of the processor whatever else runs, [`instructions`] counts.
#![forbid(unsafe_code)]

pub mod instructions;
pub mod machine;
pub mod measure;
pub mod pair;
pub mod pairs;
pub mod table;

pub use pair::{Pair, Side, Sides, Target};
