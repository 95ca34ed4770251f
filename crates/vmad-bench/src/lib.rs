//! Speed, as ratios: each subject is measured in turns with a peer, in the same process. The peer does comparable work,
//! or the minimum work of the task (a roofline). Noise of the machine affects both.
//!
//! [`pairs`] defines the pairs. `cargo run --release -p vmad-bench` prints the table of ratios ([`measure`], [`table`]).
//! [`instructions`] counts the instructions of a subject, which do not depend on the load of the machine.
//! [`slopes`] counts how they grow with the input of a reader.
#![forbid(unsafe_code)]

pub mod instructions;
pub mod measure;
pub mod pair;
pub mod pairs;
pub mod slopes;
pub mod table;

pub use pair::{Pair, Side, Target};
