//! The rule for coupled and decoupled instructions.

use vmad_unit::Width;

/// The dispatch of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Dispatch {
    /// Fixed latency: waits for barriers (`&req`), sets none. Both factors have 8 or 16 bits.
    Coupled,
    /// Variable latency: can also set a write and a read barrier (`&wr`, `&rd`). A factor has 32 bits.
    Decoupled,
    /// No source specifies it: every instruction of Kepler.
    Unknown,
}

impl Dispatch {
    /// "If either safmt or sbfmt is 32-bits (which is the default), then VMAD is a decoupled op. If both safmt and
    /// either sbfmt or ifmt are both 8 or 16 bits, then VMAD is a coupled op." (SASS reference text: VMAD, formats.)
    #[inline]
    pub const fn of(a: Width, b: Width) -> Self {
        // No branch: the widths of the next word are unpredictable.
        if matches!(a, Width::Word) | matches!(b, Width::Word) { Self::Decoupled } else { Self::Coupled }
    }

    /// The reason: `A has 32 bits`.
    pub const fn why(a: Width, b: Width) -> &'static str {
        match (a, b) {
            (Width::Word, Width::Word) => "A and B have 32 bits",
            (Width::Word, _) => "A has 32 bits",
            (_, Width::Word) => "B has 32 bits",
            (Width::Byte | Width::Half, Width::Byte | Width::Half) => "A and B have 8 or 16 bits each",
        }
    }

    /// The name: `coupled`, `decoupled`, `unknown`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Coupled => "coupled",
            Self::Decoupled => "decoupled",
            Self::Unknown => "unknown",
        }
    }
}
