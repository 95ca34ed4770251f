//! Registers, predicates and formats by name.

use crate::{Format, Predicate, Register};

impl Register {
    /// The register of a name, `R0` to `R254` or `RZ`; [`None`] for any other text, also `r0` and `R00`.
    pub fn from_name(name: &str) -> Option<Self> {
        match name.strip_prefix('R')? {
            "Z" => Some(Self::RZ),
            digits => number(digits).map(Self::from_encoding).filter(|register| !register.is_zero()),
        }
    }
}

impl Predicate {
    /// The predicate of a name, `P0` to `P6` or `PT`; [`None`] for any other text.
    pub fn from_name(name: &str) -> Option<Self> {
        match name.strip_prefix('P')? {
            "T" => Some(Self::PT),
            digits => number(digits).filter(|&number| number < Self::PT.encoding()).map(Self::from_encoding),
        }
    }
}

impl Format {
    /// The format of a name as [`Format::name`] spells it: `U8`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}

/// A decimal number without a sign or a leading zero.
fn number(digits: &str) -> Option<u8> {
    let plain =
        digits.bytes().all(|digit| digit.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    if plain { digits.parse().ok() } else { None }
}
