//! The sign of a value.

use crate::encoded::encoded;

/// The sign of a value: unsigned, or two's complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Sign {
    /// Zero-extended.
    Unsigned,
    /// Sign-extended.
    Signed,
}

encoded! { Sign: every Unsigned "unsigned" Signed "signed" }
