//! The architectures that have the family, in 64-bit words; [`AnyArch`] is one of them or a later one.

use core::fmt;

use crate::{isa::Layout, wide::WideArch};

/// A compute capability of the Kepler (3.5, 3.7), Maxwell (5.x) and Pascal (6.x) families.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Arch {
    /// Kepler GK110.
    #[cfg_attr(feature = "serde", serde(rename = "sm_35"))]
    Sm35 = 35,
    /// Kepler GK210.
    #[cfg_attr(feature = "serde", serde(rename = "sm_37"))]
    Sm37 = 37,
    /// Maxwell GM10x.
    #[cfg_attr(feature = "serde", serde(rename = "sm_50"))]
    Sm50 = 50,
    /// Maxwell GM20x.
    #[cfg_attr(feature = "serde", serde(rename = "sm_52"))]
    Sm52 = 52,
    /// Maxwell GM20B (Tegra X1).
    #[cfg_attr(feature = "serde", serde(rename = "sm_53"))]
    Sm53 = 53,
    /// Pascal GP100.
    #[cfg_attr(feature = "serde", serde(rename = "sm_60"))]
    Sm60 = 60,
    /// Pascal GP10x.
    #[cfg_attr(feature = "serde", serde(rename = "sm_61"))]
    Sm61 = 61,
    /// Pascal GP10B (Tegra X2).
    #[cfg_attr(feature = "serde", serde(rename = "sm_62"))]
    Sm62 = 62,
}

/// An architecture number outside [`Arch::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "sm_{0} {why}: legal are sm_35, sm_37, sm_50, sm_52, sm_53, sm_60, sm_61 and sm_62", why = Why(*.0)
)]
pub struct UnknownArch(pub u32);

/// An architecture number that is neither in [`Arch::ALL`] nor in [`WideArch::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("sm_{0} {why}: legal are sm_35, sm_37, sm_50 to sm_62, and sm_70 to sm_121", why = Why(*.0))]
pub struct UnknownAnyArch(pub u32);

/// Why an architecture is refused.
struct Why(u32);

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match WideArch::from_number(self.0) {
            Ok(arch) if arch.has_video() => {
                "has VABSDIFF and VABSDIFF4 in words of 128 bits, and no words of 64 bits"
            }
            Ok(_) => "has no video instruction",
            Err(_) => "is not an architecture that this project reads",
        })
    }
}

/// An architecture with words of 64 or of 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnyArch {
    /// The family, in 64 bits.
    Narrow(Arch),
    /// `VABSDIFF` and `VABSDIFF4`, in 128 bits.
    Wide(WideArch),
}

impl AnyArch {
    /// The architecture of a number, the low byte of a cubin's ELF flags.
    ///
    /// # Errors
    /// The number names none.
    pub fn from_number(number: u32) -> Result<Self, UnknownAnyArch> {
        let narrow = Arch::from_number(number).map(Self::Narrow);
        let any = narrow.or_else(|_| WideArch::from_number(number).map(Self::Wide));
        any.map_err(|_| UnknownAnyArch(number))
    }

    /// The architecture, if its words have 64 bits.
    ///
    /// # Errors
    /// They have 128 bits.
    pub const fn narrow(self) -> Result<Arch, UnknownArch> {
        match self {
            Self::Narrow(arch) => Ok(arch),
            Self::Wide(arch) => Err(UnknownArch(arch.number())),
        }
    }
}

impl fmt::Display for AnyArch {
    /// `sm_86`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Narrow(arch) => arch.fmt(f),
            Self::Wide(arch) => arch.fmt(f),
        }
    }
}

impl Arch {
    /// All eight, oldest first.
    pub const ALL: [Self; 8] =
        [Self::Sm35, Self::Sm37, Self::Sm50, Self::Sm52, Self::Sm53, Self::Sm60, Self::Sm61, Self::Sm62];

    /// The architectures whose words have Maxwell's layout, oldest first.
    pub const MAXWELL_AND_PASCAL: [Self; 6] =
        [Self::Sm50, Self::Sm52, Self::Sm53, Self::Sm60, Self::Sm61, Self::Sm62];

    /// The number in the name: 50 of `sm_50`.
    pub const fn number(self) -> u32 {
        self as u32
    }

    /// The architecture of a number, the low byte of a cubin's ELF flags.
    ///
    /// # Errors
    /// The number names none of the eight.
    pub fn from_number(number: u32) -> Result<Self, UnknownArch> {
        Self::ALL.into_iter().find(|arch| arch.number() == number).ok_or(UnknownArch(number))
    }

    /// Where its words have their fields.
    #[inline]
    pub const fn layout(self) -> Layout {
        match self {
            Self::Sm35 | Self::Sm37 => Layout::Kepler,
            Self::Sm50 | Self::Sm52 | Self::Sm53 | Self::Sm60 | Self::Sm61 | Self::Sm62 => Layout::Maxwell,
        }
    }

    /// Whether nvdisasm omits the default formats of a `VMAD`: yes on Kepler and Maxwell, no on Pascal. (It omits the
    /// default formats of the other instructions everywhere.)
    pub const fn hides_default_formats(self) -> bool {
        matches!(self, Self::Sm35 | Self::Sm37 | Self::Sm50 | Self::Sm52 | Self::Sm53)
    }
}

impl Layout {
    /// The oldest architecture with this layout.
    pub const fn oldest(self) -> Arch {
        match self {
            Self::Maxwell => Arch::Sm50,
            Self::Kepler => Arch::Sm35,
        }
    }
}

impl fmt::Display for Arch {
    /// `sm_50`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sm_{}", self.number())
    }
}
