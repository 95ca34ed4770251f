//! The names of the interpretations.

use std::fmt;

/// The name of a row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Id {
    /// `-c` on 32 bits.
    D1,
    /// tmp in 64 bits.
    D2,
    /// The mask after the shift.
    D2m,
    /// The code that ptxas emits from sm_70 on.
    D3,
    /// The same for sm_60 to sm_62, whose coupled forms are `VMAD`.
    D3p,
    /// A constant b that does not have dtype's sign.
    D4,
    /// A constant a that takes over the minus sign of b.
    D6,
    /// The mask makes the result a number that is never negative.
    P8,
    /// `.sat` to the range of dtype.
    P10,
}

impl Id {
    /// The name as the book writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::D1 => "D1",
            Self::D2 => "D2",
            Self::D2m => "D2m",
            Self::D3 => "D3",
            Self::D3p => "D3p",
            Self::D4 => "D4",
            Self::D6 => "D6",
            Self::P8 => "P8",
            Self::P10 => "P10",
        }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
