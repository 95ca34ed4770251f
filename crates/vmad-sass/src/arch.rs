//! The architectures that have the family, in 64-bit words.

/// A compute capability of the Maxwell (5.x) and Pascal (6.x) families.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Arch {
    /// Maxwell GM10x.
    #[cfg_attr(feature = "serde", serde(rename = "sm_50"))]
    Sm50,
    /// Maxwell GM20x.
    #[cfg_attr(feature = "serde", serde(rename = "sm_52"))]
    Sm52,
    /// Maxwell GM20B (Tegra X1).
    #[cfg_attr(feature = "serde", serde(rename = "sm_53"))]
    Sm53,
    /// Pascal GP100.
    #[cfg_attr(feature = "serde", serde(rename = "sm_60"))]
    Sm60,
    /// Pascal GP10x.
    #[cfg_attr(feature = "serde", serde(rename = "sm_61"))]
    Sm61,
    /// Pascal GP10B (Tegra X2).
    #[cfg_attr(feature = "serde", serde(rename = "sm_62"))]
    Sm62,
}

/// An architecture number outside [`Arch::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("sm_{0} is neither Maxwell nor Pascal: legal are sm_50, sm_52, sm_53, sm_60, sm_61 and sm_62")]
pub struct UnknownArch(pub u32);

impl Arch {
    /// All six, oldest first.
    pub const ALL: [Self; 6] = [Self::Sm50, Self::Sm52, Self::Sm53, Self::Sm60, Self::Sm61, Self::Sm62];

    /// The number in the name: 50 of `sm_50`.
    pub const fn number(self) -> u32 {
        match self {
            Self::Sm50 => 50,
            Self::Sm52 => 52,
            Self::Sm53 => 53,
            Self::Sm60 => 60,
            Self::Sm61 => 61,
            Self::Sm62 => 62,
        }
    }

    /// The architecture of a number, the low byte of a cubin's ELF flags.
    ///
    /// # Errors
    /// The number names none of the six.
    pub fn from_number(number: u32) -> Result<Self, UnknownArch> {
        Self::ALL.into_iter().find(|arch| arch.number() == number).ok_or(UnknownArch(number))
    }

    /// Whether nvdisasm omits the default formats of a `VMAD`: yes on Maxwell, no on Pascal. (It omits those of the other
    /// instructions on both.)
    pub const fn hides_default_formats(self) -> bool {
        matches!(self, Self::Sm50 | Self::Sm52 | Self::Sm53)
    }
}

impl core::fmt::Display for Arch {
    /// `sm_50`
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "sm_{}", self.number())
    }
}
