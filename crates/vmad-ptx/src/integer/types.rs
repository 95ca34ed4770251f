//! The types of operands.

use crate::domain::Domain;
use std::fmt;

/// An integer type: `.u32`, `.s64` and so on. `.b32` is unsigned, `.pred` an unsigned type of one bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Int {
    /// 2 to 64, or 1 of a predicate.
    pub bits: u32,
    /// Whether it is signed.
    pub signed: bool,
}

/// The types of registers: bits, and numbers with a sign or without.
pub(super) const ANY: &str = "b16 b32 b64 u16 u32 u64 s16 s32 s64";

/// The types of numbers.
pub(super) const NUMBERS: &str = "u16 u32 u64 s16 s32 s64";

impl Int {
    /// The type of a spelling without its dot, if it is one of those in `legal`: `"u32 s32"`.
    pub(crate) fn from_text(text: &str, legal: &str) -> Option<Self> {
        let (kind, bits) = text.split_at_checked(1)?;
        let bits = if text == "pred" { 1 } else { bits.parse().ok()? };
        let is_legal = legal.split(' ').any(|word| word == text);
        is_legal.then_some(Self { bits, signed: kind == "s" })
    }

    /// The low bits of a register, as a number.
    pub(crate) fn read<D: Domain>(self, domain: &D, register: D::Number) -> D::Number {
        domain.field(register, 0, self.bits, self.signed)
    }

    /// The bits of a number that a register stores.
    pub(crate) fn write<D: Domain>(self, domain: &D, number: D::Number) -> D::Number {
        domain.field(number, 0, self.bits, false)
    }
}

/// The kind of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OperandKind {
    /// A register of 16, 32 or 64 bits, or a constant.
    Bits(u32),
    /// A register of at least this many bits, or a constant.
    AtLeast(u32),
    /// A register of 32 bits with two halves, and no constant.
    Halves,
    /// A predicate, which may have a `!` where it is read.
    Predicate,
}

impl fmt::Display for OperandKind {
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
pub(crate) struct Signature {
    pub(crate) destinations: Vec<OperandKind>,
    pub(crate) sources: Vec<OperandKind>,
}

impl Signature {
    /// The kinds of the letters of the destinations and of the sources: `t` is the type, `d` twice as wide, `w` a word
    /// of 32 bits, `h` two halves, `p` a predicate.
    pub(super) fn new(ty: Int, [destinations, sources]: [&str; 2]) -> Self {
        let kind = |letter| match letter {
            't' if ty.bits > 1 => OperandKind::Bits(ty.bits),
            'd' => OperandKind::Bits(2 * ty.bits),
            'w' => OperandKind::Bits(32),
            'h' => OperandKind::Halves,
            _ => OperandKind::Predicate,
        };
        let kinds = |letters: &str| letters.chars().map(kind).collect();
        Self { destinations: kinds(destinations), sources: kinds(sources) }
    }
}
