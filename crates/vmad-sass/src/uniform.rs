//! The uniform registers of words of 128 bits.

use core::fmt;

/// A uniform register: `UR0` to `UR254`, before sm_100 to `UR62`, or `URZ`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Uniform(u8);

impl Uniform {
    /// The register that reads as 0.
    pub const URZ: Self = Self(255);

    /// The register of a number, 0 to 254; 255 is [`Uniform::URZ`].
    pub const fn new(number: u8) -> Self {
        Self(number)
    }

    /// The register of a field's value: the highest is [`Uniform::URZ`].
    pub(crate) const fn of_field(value: u64, width: u32) -> Self {
        if value + 1 == 1 << width { Self::URZ } else { Self(value as u8) }
    }

    /// The number, 0 to 254; 255 of [`Uniform::URZ`].
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Uniform {
    /// `UR7`, `URZ`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::URZ { f.write_str("URZ") } else { write!(f, "UR{}", self.0) }
    }
}
