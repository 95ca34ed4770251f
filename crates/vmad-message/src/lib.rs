//! Messages of the `vmad` command: foreign text, excerpts of an input with a mark, and suggestions.
#![forbid(unsafe_code)]

pub mod count;
pub mod excerpt;
pub mod printable;
pub mod suggest;
pub mod wrap;
