//! `VMAD`: `clamp(((A * B) + C) >> scale)`.

use crate::operand::{Format, Operand, of_encoding};
use crate::saturate::Saturate;

/// The 2-bit psign field: the negations of the product and of C, and plus-one, of which at most one can be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Psign {
    /// `(A*B) + C`.
    Add = 0,
    /// `(A*B) - C`, as `(A*B) + ~C + 1`.
    SubtractC = 1,
    /// `-(A*B) + C`, as `~(A*B) + C + 1`.
    NegateProduct = 2,
    /// `.PO`: `(A*B) + C + 1`.
    PlusOne = 3,
}

impl Psign {
    /// All four, in the order of their encoding.
    pub const ALL: [Self; 4] = [Self::Add, Self::SubtractC, Self::NegateProduct, Self::PlusOne];

    /// The 2-bit field of the word.
    #[inline]
    pub const fn encoding(self) -> u8 {
        self as u8
    }

    /// The psign of a 2-bit field, every value of which is legal. Bits above the second are dropped.
    #[inline]
    pub const fn from_encoding(field: u8) -> Self {
        Self::ALL[(field & 3) as usize]
    }

    /// The operation, as the psign table of the reference writes it.
    pub const fn operation(self) -> &'static str {
        match self {
            Self::Add => "(A*B) + C",
            Self::SubtractC => "(A*B) + ~C + 1",
            Self::NegateProduct => "~(A*B) + C + 1",
            Self::PlusOne => "(A*B) + C + 1",
        }
    }
}

/// The normalisation shift after the multiply/accumulate stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Scale {
    /// `.PASS`: no shift.
    #[cfg_attr(feature = "serde", serde(rename = "PASS"))]
    Pass = 0,
    /// `.SHR_7`.
    #[cfg_attr(feature = "serde", serde(rename = "SHR_7"))]
    Shr7 = 1,
    /// `.SHR_15`.
    #[cfg_attr(feature = "serde", serde(rename = "SHR_15"))]
    Shr15 = 2,
}

impl Scale {
    /// All three, in the order of their encoding (3 is illegal).
    pub const ALL: [Self; 3] = [Self::Pass, Self::Shr7, Self::Shr15];

    /// The 2-bit field of the word.
    #[inline]
    pub const fn encoding(self) -> u8 {
        self as u8
    }

    /// The scale of a 2-bit field; 3 is none.
    #[inline]
    pub const fn from_encoding(field: u8) -> Option<Self> {
        of_encoding!(Self::ALL, field)
    }

    /// The shift count: 0, 7 or 15.
    pub const fn count(self) -> u32 {
        match self {
            Self::Pass => 0,
            Self::Shr7 => 7,
            Self::Shr15 => 15,
        }
    }

    /// The name as the reference spells it, without the dot.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pass => "PASS",
            Self::Shr7 => "SHR_7",
            Self::Shr15 => "SHR_15",
        }
    }
}

/// The mode of a `VMAD`: all its modifiers. An immediate B is the half-word [`Selector::H0`](crate::Selector::H0) of a
/// port that carries the imm16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Mode {
    /// The A operand.
    pub a: Operand,
    /// The B operand.
    pub b: Operand,
    /// Negation and plus-one.
    pub psign: Psign,
    /// The normalisation shift.
    pub scale: Scale,
    /// The clamp.
    pub saturate: Saturate,
}

impl Mode {
    /// All 4,704 modes with selectors: 14 A operands x 14 B operands x 4 psign x 3 scale x 2 saturate.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        Operand::all().flat_map(|a| Operand::all().flat_map(move |b| Self::all_of(a, b)))
    }

    /// The 864 modes without a choice of the byte or half-word: 36 format pairs x 4 psign x 3 scale x 2 saturate, each with the first selectors of its formats.
    pub fn modes() -> impl Iterator<Item = Self> + Clone {
        Format::ALL.into_iter().flat_map(|a| {
            Format::ALL.into_iter().flat_map(move |b| Self::all_of(Operand::first(a), Operand::first(b)))
        })
    }

    /// The same with the first selectors of its formats: one of [`Mode::modes`].
    #[must_use]
    pub const fn with_first_selectors(self) -> Self {
        Self { a: Operand::first(self.a.format()), b: Operand::first(self.b.format()), ..self }
    }

    /// The 24 modes of psign, scale and saturate for two operands.
    pub fn all_of(a: Operand, b: Operand) -> impl Iterator<Item = Self> + Clone {
        Psign::ALL.into_iter().flat_map(move |psign| {
            Scale::ALL.into_iter().flat_map(move |scale| {
                Saturate::ALL.into_iter().map(move |saturate| Self { a, b, psign, scale, saturate })
            })
        })
    }
}
