//! `vabsdiff4` apart from its operands (PTX ISA, section 9.7.18.2, SIMD video instructions).

use super::modifiers::Type;
use std::fmt;

/// The text is not a selector or a mask of `vabsdiff4`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a lane selector or mask of vabsdiff4")]
pub struct NotLanes(pub String);

/// `.asel` or `.bsel`: the byte that each lane reads, 0 to 3 of `a` and 4 to 7 of `b`, lane 0 first.
///
/// Prints as PTX writes it, lane 3 first: `b3210`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub struct LaneSelect([u8; 4]);

impl LaneSelect {
    /// The default of `.asel`: the bytes of `a`.
    pub const A: Self = Self([0, 1, 2, 3]);

    /// The default of `.bsel`: the bytes of `b`.
    pub const B: Self = Self([4, 5, 6, 7]);

    /// The bytes that lanes 0 to 3 read, from 0 to 7; [`None`] if one is out of range.
    pub fn new(bytes: [u8; 4]) -> Option<Self> {
        bytes.iter().all(|byte| *byte < 8).then_some(Self(bytes))
    }

    /// The bytes that lanes 0 to 3 read, from 0 to 7.
    pub const fn bytes(self) -> [u8; 4] {
        self.0
    }

    /// The selector that is spelled so, without its dot.
    pub(crate) fn from_text(text: &str) -> Option<Self> {
        let mut bytes: [u8; 4] = text.strip_prefix('b')?.as_bytes().try_into().ok()?;
        bytes.reverse();
        Self::new(bytes.map(|digit| digit.wrapping_sub(b'0')))
    }
}

impl fmt::Display for LaneSelect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("b")?;
        self.0.iter().rev().try_for_each(|byte| write!(f, "{byte}"))
    }
}

/// `.mask`: the lanes whose results are written or accumulated, at least one. Bit `i` is lane `i`.
///
/// Prints as PTX writes it, the highest lane first: `b20`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub struct LaneMask(u8);

impl LaneMask {
    /// The default: all four lanes.
    pub const ALL: Self = Self(15);

    /// The lanes of the bits 0 to 3; [`None`] without a lane, or with another bit.
    pub fn new(bits: u8) -> Option<Self> {
        (1..16).contains(&bits).then_some(Self(bits))
    }

    /// Whether a lane, 0 to 3, is among them.
    pub const fn has(self, lane: usize) -> bool {
        self.0 >> lane & 1 == 1
    }

    /// The mask that is spelled so, without its dot.
    pub(crate) fn from_text(text: &str) -> Option<Self> {
        (1..16).map(Self).find(|mask| mask.to_string() == text)
    }
}

impl fmt::Display for LaneMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("b")?;
        (0..4).rev().filter(|lane| self.has(*lane)).try_for_each(|lane| write!(f, "{lane}"))
    }
}

macro_rules! stored_as_text {
    ($type:ty) => {
        impl TryFrom<String> for $type {
            type Error = NotLanes;

            fn try_from(text: String) -> Result<Self, NotLanes> {
                Self::from_text(&text).ok_or(NotLanes(text))
            }
        }

        impl From<$type> for String {
            fn from(value: $type) -> Self {
                value.to_string()
            }
        }
    };
}

stored_as_text!(LaneSelect);
stored_as_text!(LaneMask);

/// What becomes of the four results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum LaneTail {
    /// They replace bytes of `c`.
    Merge {
        /// `.sat`: they are clamped to 8 bits of the sign of `dtype` first.
        sat: bool,
    },
    /// `.add`: they are added to `c`. `.sat` is illegal with it.
    Add,
}

/// `vabsdiff4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct AbsDiff4 {
    /// `.dtype`: the range of `.sat`; without effect otherwise.
    pub dtype: Type,
    /// `.atype`
    pub atype: Type,
    /// `.btype`
    pub btype: Type,
    /// `.asel`
    pub asel: LaneSelect,
    /// `.bsel`
    pub bsel: LaneSelect,
    /// `.mask`
    pub mask: LaneMask,
    /// `.sat`, `.add` or neither.
    pub tail: LaneTail,
}
