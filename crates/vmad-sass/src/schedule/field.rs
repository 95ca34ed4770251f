//! The 21-bit control field of one instruction.

use crate::bits::Bits;

/// The control field of an instruction: stall count, yield flag, barriers, wait mask, reuse flags.
///
/// | bits | field |
/// |---|---|
/// | 3:0 | stall: cycles before the next instruction issues, 0 to 15 |
/// | 4 | yield flag |
/// | 7:5 | write barrier (`&wr`), 7 = none |
/// | 10:8 | read barrier (`&rd`), 7 = none |
/// | 16:11 | wait mask (`&req`), a bit for each of the six barriers |
/// | 20:17 | reuse: A = 1, B = 2, C = 4; 8 has no operand |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "u32", into = "u32")
)]
pub struct ControlField(u32);

/// More than 21 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:#x} is not a control field: legal are 0 to 0x1fffff")]
pub struct OutOfRange(pub u32);

impl TryFrom<u32> for ControlField {
    type Error = OutOfRange;

    fn try_from(bits: u32) -> Result<Self, OutOfRange> {
        Self::new(bits).ok_or(OutOfRange(bits))
    }
}

impl From<ControlField> for u32 {
    fn from(field: ControlField) -> Self {
        field.bits()
    }
}

/// A scoreboard barrier, 0 to 5. The field also allows 6, which has no bit in the wait mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Barrier(u8);

impl Barrier {
    /// The 3-bit value for no barrier.
    pub(super) const NONE: u8 = 7;

    /// The barrier of a number.
    pub const fn new(number: u8) -> Option<Self> {
        if number < Self::NONE { Some(Self(number)) } else { None }
    }

    /// The number, 0 to 6.
    pub const fn number(self) -> u8 {
        self.0
    }
}

/// An operand whose register the next instruction can reuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reuse {
    /// Bit 0: the A operand.
    A,
    /// Bit 1: the B operand.
    B,
    /// Bit 2: the C operand.
    C,
    /// Bit 3: an instruction of the family has no fourth operand.
    D,
}

impl Reuse {
    /// All four, lowest bit first.
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::C, Self::D];

    /// The letter of the notation.
    pub const fn letter(self) -> char {
        ['a', 'b', 'c', 'd'][self as usize]
    }
}

/// The four reuse flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct ReuseFlags(u8);

impl ReuseFlags {
    /// No flag.
    pub const NONE: Self = Self(0);

    /// The low four bits of `bits`.
    pub const fn new(bits: u8) -> Self {
        Self(bits & 0xf)
    }

    /// The four bits.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether a flag is set.
    pub const fn has(self, reuse: Reuse) -> bool {
        self.0 >> reuse as u8 & 1 == 1
    }

    /// These flags and one more.
    #[must_use]
    pub const fn with(self, reuse: Reuse) -> Self {
        Self(self.0 | 1 << reuse as u8)
    }
}

const STALL: Bits = Bits { low: 0, width: 4 };
const YIELD: Bits = Bits { low: 4, width: 1 };
pub(super) const WRITE_BARRIER: Bits = Bits { low: 5, width: 3 };
pub(super) const READ_BARRIER: Bits = Bits { low: 8, width: 3 };
const WAIT_MASK: Bits = Bits { low: 11, width: 6 };
const REUSE: Bits = Bits { low: 17, width: 4 };

/// The name, the bits and the meaning of each field, the lowest first.
pub(crate) const FIELDS: [(&str, Bits, &str); 6] = [
    ("stall", STALL, "cycles before the next instruction issues"),
    ("yield", YIELD, "yield flag"),
    ("write barrier", WRITE_BARRIER, "7 = none"),
    ("read barrier", READ_BARRIER, "7 = none"),
    ("wait mask", WAIT_MASK, "a bit for each of the six barriers"),
    ("reuse", REUSE, "reuse flags: A = 1, B = 2, C = 4"),
];

impl ControlField {
    /// The number of bits of a field.
    pub const BITS: u32 = 21;
    /// Nothing set: no stall, no barrier, no reuse. `0x7e0`.
    pub const IDLE: Self = Self(0x7e0);

    /// The field of 21 bits; `None` if a higher bit is set.
    pub const fn new(bits: u32) -> Option<Self> {
        if bits >> Self::BITS == 0 { Some(Self(bits)) } else { None }
    }

    /// The low 21 bits of `bits`.
    pub(crate) const fn truncate(bits: u64) -> Self {
        Self(bits as u32 & ((1 << Self::BITS) - 1))
    }

    /// The 21 bits.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Cycles before the next instruction issues, 0 to 15.
    #[inline]
    pub fn stall(self) -> u8 {
        self.part(STALL)
    }

    /// Bit 4 of the field. (maxas prints a `Y` where it is 0.)
    #[inline]
    pub fn yield_flag(self) -> bool {
        self.part(YIELD) == 1
    }

    /// The barrier that the instruction releases when its result is written.
    #[inline]
    pub fn write_barrier(self) -> Option<Barrier> {
        Barrier::new(self.part(WRITE_BARRIER))
    }

    /// The barrier that the instruction releases when its sources are read.
    #[inline]
    pub fn read_barrier(self) -> Option<Barrier> {
        Barrier::new(self.part(READ_BARRIER))
    }

    /// The barriers on which the instruction waits, a bit for each of the six.
    #[inline]
    pub fn wait_mask(self) -> u8 {
        self.part(WAIT_MASK)
    }

    /// The reuse flags.
    #[inline]
    pub fn reuse(self) -> ReuseFlags {
        ReuseFlags(self.part(REUSE))
    }

    /// The same field with another stall count (the low four bits).
    #[must_use]
    pub fn with_stall(self, stall: u8) -> Self {
        self.with(STALL, stall)
    }

    /// The same field with another yield flag.
    #[must_use]
    pub fn with_yield_flag(self, flag: bool) -> Self {
        self.with(YIELD, flag.into())
    }

    /// The same field with another write barrier.
    #[must_use]
    pub fn with_write_barrier(self, barrier: Option<Barrier>) -> Self {
        self.with(WRITE_BARRIER, barrier.map_or(Barrier::NONE, Barrier::number))
    }

    /// The same field with another read barrier.
    #[must_use]
    pub fn with_read_barrier(self, barrier: Option<Barrier>) -> Self {
        self.with(READ_BARRIER, barrier.map_or(Barrier::NONE, Barrier::number))
    }

    /// The same field with another wait mask (the low six bits).
    #[must_use]
    pub fn with_wait_mask(self, mask: u8) -> Self {
        self.with(WAIT_MASK, mask)
    }

    /// The same field with other reuse flags.
    #[must_use]
    pub fn with_reuse(self, reuse: ReuseFlags) -> Self {
        self.with(REUSE, reuse.0)
    }

    #[inline]
    pub(super) const fn part(self, bits: Bits) -> u8 {
        bits.of(self.0 as u64) as u8
    }

    /// The same field with the low bits of a value in some of its bits.
    const fn with(self, bits: Bits, value: u8) -> Self {
        let mask = bits.mask() as u32;
        Self(self.0 & !(mask << bits.low) | (value as u32 & mask) << bits.low)
    }
}
