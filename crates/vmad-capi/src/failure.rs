//! Failures, and their copies in C's structures.

use core::ffi::c_char;
use core::fmt::Display;
use core::ops::Range;

use crate::types::{vmadlib_error, vmadlib_status};

/// A failure of a call.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: vmadlib_status,
    place: Range<usize>,
    message: String,
}

impl Failure {
    pub(crate) fn new(status: vmadlib_status, error: &impl Display) -> Self {
        Self { status, place: 0..0, message: error.to_string() }
    }

    /// A failure at a place of a text.
    pub(crate) fn at(status: vmadlib_status, place: Range<usize>, error: &impl Display) -> Self {
        Self { place, ..Self::new(status, error) }
    }

    pub(crate) fn to_c(&self) -> vmadlib_error {
        vmadlib_error {
            status: self.status,
            offset: self.place.start,
            length: self.place.len(),
            message: chars(&self.message),
        }
    }
}

/// A text with its NUL, cut at the end of a character if it is too long.
pub(crate) fn chars<const N: usize>(text: &str) -> [c_char; N] {
    let mut chars = [0; N];
    for (to, from) in chars.iter_mut().zip(text[..text.floor_char_boundary(N - 1)].bytes()) {
        *to = from as c_char;
    }
    chars
}
