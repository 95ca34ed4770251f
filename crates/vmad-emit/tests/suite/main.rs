//! Emitted code computes what the unit computes.

mod c;
mod evaluate;
mod tool;
mod words;
