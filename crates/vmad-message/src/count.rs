//! A number with its noun.

use std::fmt::Display;

/// `1 word`, `3 words`.
pub fn count<N: Copy + Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    let plural = if number == N::from(1) { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// `1,234,567`
pub fn grouped(number: usize) -> String {
    let mut text = number.to_string();
    for at in (1..text.len()).rev().skip(2).step_by(3) {
        text.insert(at, ',');
    }
    text
}
