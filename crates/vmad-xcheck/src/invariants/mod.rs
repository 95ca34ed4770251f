//! What must hold, one invariant a function. Each panics where it does not, with what a reader needs to see why.
//!
//! An invariant draws its case from arbitrary bytes, and ends early, with the error, where they run out.

mod control;
mod execution;
mod float;
mod ptx;
mod text;
mod word;

pub use control::{control_field_round_trips, control_word_round_trips};
pub use execution::{execution_is_the_wide_sum, wide};
pub use float::{mad_f32_is_the_hosts, mad_f64_is_the_hosts};
pub use ptx::{ptx_is_the_lowered_sass, ptx_text_is_read_or_refused_in_place, unit_is_the_default_reading};
pub use text::{arbitrary_text_is_refused_in_place, text_round_trips};
pub use word::{any_word_decodes_or_is_refused, instruction_round_trips};
