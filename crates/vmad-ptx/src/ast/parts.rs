//! What the video instructions have in common: types, selectors, second operations, merges (PTX ISA, section 9.7.18.1).

/// `.dtype`, `.atype` or `.btype`: how a 32-bit operand is read (line 56).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Type {
    /// `.u32`, unsigned.
    U32,
    /// `.s32`, two's complement.
    S32,
}

impl Type {
    /// Both types, in the manual's order.
    pub const ALL: [Self; 2] = [Self::U32, Self::S32];

    /// The manual's `isSigned`.
    pub const fn is_signed(self) -> bool {
        matches!(self, Self::S32)
    }
}

/// `.asel`, `.bsel` or `.dsel`: a byte or half-word of a 32-bit operand (line 57).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Select {
    /// `.b0`, bits 7:0.
    B0,
    /// `.b1`, bits 15:8.
    B1,
    /// `.b2`, bits 23:16.
    B2,
    /// `.b3`, bits 31:24.
    B3,
    /// `.h0`, bits 15:0.
    H0,
    /// `.h1`, bits 31:16.
    H1,
}

impl Select {
    /// All six parts, in the manual's order.
    pub const ALL: [Self; 6] = [Self::B0, Self::B1, Self::B2, Self::B3, Self::H0, Self::H1];

    /// The number of the part's lowest bit.
    pub const fn lsb(self) -> u32 {
        match self {
            Self::B0 | Self::H0 => 0,
            Self::B1 => 8,
            Self::B2 | Self::H1 => 16,
            Self::B3 => 24,
        }
    }

    /// The part's width: 8 or 16 bits.
    pub const fn width(self) -> u32 {
        match self {
            Self::B0 | Self::B1 | Self::B2 | Self::B3 => 8,
            Self::H0 | Self::H1 => 16,
        }
    }
}

/// How a source operand is read: its type, and the part of it that is selected (`None`: the whole word).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Source {
    /// `.atype` or `.btype`.
    pub ty: Type,
    /// `.asel` or `.bsel`.
    pub select: Option<Select>,
}

/// `.secop`, the second operation (line 58).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum SecOp {
    /// `.add`
    Add,
    /// `.min`
    Min,
    /// `.max`
    Max,
}

impl SecOp {
    /// All second operations, in the manual's order.
    pub const ALL: [Self; 3] = [Self::Add, Self::Min, Self::Max];
}

/// What becomes of the intermediate result: written, combined with `c`, or merged into `c` (lines 48 to 53).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Tail {
    /// `d, a, b`: written as it is; there is no `c`.
    None,
    /// `d, a, b, c` with neither a second operation nor a merge: not in the manual's syntax box, but `ptxas` accepts
    /// it and passes `c` to an instruction that has no use for it.
    Unused,
    /// `.secop  d, a, b, c`
    Second(SecOp),
    /// `d.dsel, a, b, c`
    Merge(Select),
}

impl Tail {
    /// Whether the instruction is written with a third source operand.
    pub const fn has_c(self) -> bool {
        !matches!(self, Self::None)
    }

    /// `.dsel`, if there is one.
    pub const fn dsel(self) -> Option<Select> {
        match self {
            Self::Merge(dsel) => Some(dsel),
            Self::None | Self::Unused | Self::Second(_) => None,
        }
    }

    /// `.secop`, if there is one.
    pub const fn secop(self) -> Option<SecOp> {
        match self {
            Self::Second(secop) => Some(secop),
            Self::None | Self::Unused | Self::Merge(_) => None,
        }
    }
}
