//! The types of operands.

use crate::domain::Domain;
use std::fmt;

/// An integer type: `.u32`, `.s64` and so on. `.b32` is unsigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Int {
    /// 8, 16, 32 or 64.
    pub bits: u32,
    /// Whether it is signed.
    pub signed: bool,
}

/// The types of registers: bits, and numbers with a sign or without.
pub(super) const ANY: &str = "b16 b32 b64 u16 u32 u64 s16 s32 s64";

/// The types of numbers.
pub(super) const NUMBERS: &str = "u16 u32 u64 s16 s32 s64";

impl Int {
    /// `.u32`
    pub const U32: Self = Self { bits: 32, signed: false };

    /// The type of a spelling without its dot, if it is one of those in `legal`: `"u32 s32"`.
    pub(crate) fn from_text(text: &str, legal: &str) -> Option<Self> {
        let (kind, bits) = text.split_at_checked(1)?;
        let is_legal = legal.split(' ').any(|word| word == text);
        is_legal.then_some(Self { bits: bits.parse().ok()?, signed: kind == "s" })
    }

    /// The low bits of a register, as a number.
    pub(crate) fn read<D: Domain>(self, domain: &D, register: D::Number) -> D::Number {
        domain.field(register, 0, self.bits, self.signed)
    }

    /// The bits of a number that a register stores.
    pub(crate) fn write<D: Domain>(self, domain: &D, number: D::Number) -> D::Number {
        domain.field(number, 0, self.bits, false)
    }

    pub(crate) const fn kind(self) -> Kind {
        Kind::Bits(self.bits)
    }
}

/// The kind of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A register of 16, 32 or 64 bits, or a constant.
    Bits(u32),
    /// A register of at least this many bits, or a constant.
    AtLeast(u32),
    /// A register of 32 bits with two halves, and no constant.
    Halves,
    /// A predicate, which may have a `!` where it is read.
    Predicate,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bits(bits) => write!(f, "a register of {bits} bits"),
            Self::AtLeast(bits) => write!(f, "a register of {bits} bits or more"),
            Self::Halves => f.write_str("a register of 32 bits, and no constant"),
            Self::Predicate => f.write_str("a predicate"),
        }
    }
}

/// The kinds of an instruction's operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The destinations.
    pub destinations: Vec<Kind>,
    /// The sources.
    pub sources: Vec<Kind>,
}

impl Signature {
    /// One destination.
    pub(crate) fn one(destination: Kind, sources: &[Kind]) -> Self {
        Self { destinations: vec![destination], sources: sources.to_vec() }
    }

    /// One destination and `sources` sources, all of 32 bits.
    pub(crate) fn words(sources: usize) -> Self {
        Self::one(Kind::Bits(32), &vec![Kind::Bits(32); sources])
    }
}
