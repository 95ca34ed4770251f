//! The lines and the totals of the [proof's table](vmad_proof::table), as text and as JSON.

mod row;
mod tally;

pub use row::{Row, text};
pub use tally::{Summary, Tally};
