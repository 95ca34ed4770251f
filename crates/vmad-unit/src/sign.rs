//! The sign of a value.

/// The sign of a value: unsigned, or two's complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Sign {
    /// Zero-extended.
    Unsigned,
    /// Sign-extended.
    Signed,
}

impl Sign {
    /// Both, unsigned first (the order of the sign bits' encoding).
    pub const ALL: [Self; 2] = [Self::Unsigned, Self::Signed];

    /// `unsigned`, `signed`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unsigned => "unsigned",
            Self::Signed => "signed",
        }
    }
}
