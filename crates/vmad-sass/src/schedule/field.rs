//! The 21-bit control field of one instruction.

use layout::ControlLayout;

mod layout {
    #![expect(
        dead_code,
        unreachable_pub,
        reason = "the macro writes an accessor of every kind for every field"
    )]
    use modular_bitfield::prelude::*;

    /// The 21 bits, and the rest of the last byte.
    #[bitfield(bits = 32)]
    #[repr(u32)]
    #[derive(Clone, Copy)]
    pub(super) struct ControlLayout {
        pub stall: B4,
        pub yield_flag: bool,
        pub write_barrier: B3,
        pub read_barrier: B3,
        pub wait_mask: B6,
        pub reuse: B4,
        #[skip]
        __: B11,
    }
}

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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u32", into = "u32"))]
pub struct ControlField(u32);

/// A scoreboard barrier, 0 to 5. The field also allows 6, which has no bit in the wait mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
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
        match self {
            Self::A => 'a',
            Self::B => 'b',
            Self::C => 'c',
            Self::D => 'd',
        }
    }
}

/// The four reuse flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
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
    pub(super) const fn truncate(bits: u64) -> Self {
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
        ControlLayout::from(self.0).stall()
    }

    /// Bit 4 of the field. (maxas prints a `Y` where it is 0.)
    #[inline]
    pub fn yield_flag(self) -> bool {
        ControlLayout::from(self.0).yield_flag()
    }

    /// The barrier that the instruction releases when its result is written.
    #[inline]
    pub fn write_barrier(self) -> Option<Barrier> {
        Barrier::new(ControlLayout::from(self.0).write_barrier())
    }

    /// The barrier that the instruction releases when its sources are read.
    #[inline]
    pub fn read_barrier(self) -> Option<Barrier> {
        Barrier::new(ControlLayout::from(self.0).read_barrier())
    }

    /// The barriers on which the instruction waits, a bit for each of the six.
    #[inline]
    pub fn wait_mask(self) -> u8 {
        ControlLayout::from(self.0).wait_mask()
    }

    /// The reuse flags.
    #[inline]
    pub fn reuse(self) -> ReuseFlags {
        ReuseFlags(ControlLayout::from(self.0).reuse())
    }

    /// The same field with another stall count (the low four bits).
    #[must_use]
    pub fn with_stall(self, stall: u8) -> Self {
        self.with(|layout| layout.with_stall(stall & 0xf))
    }

    /// The same field with another yield flag.
    #[must_use]
    pub fn with_yield_flag(self, flag: bool) -> Self {
        self.with(|layout| layout.with_yield_flag(flag))
    }

    /// The same field with another write barrier.
    #[must_use]
    pub fn with_write_barrier(self, barrier: Option<Barrier>) -> Self {
        self.with(|layout| layout.with_write_barrier(barrier.map_or(Barrier::NONE, Barrier::number)))
    }

    /// The same field with another read barrier.
    #[must_use]
    pub fn with_read_barrier(self, barrier: Option<Barrier>) -> Self {
        self.with(|layout| layout.with_read_barrier(barrier.map_or(Barrier::NONE, Barrier::number)))
    }

    /// The same field with another wait mask (the low six bits).
    #[must_use]
    pub fn with_wait_mask(self, mask: u8) -> Self {
        self.with(|layout| layout.with_wait_mask(mask & 0x3f))
    }

    /// The same field with other reuse flags.
    #[must_use]
    pub fn with_reuse(self, reuse: ReuseFlags) -> Self {
        self.with(|layout| layout.with_reuse(reuse.0))
    }

    fn with(self, change: impl FnOnce(ControlLayout) -> ControlLayout) -> Self {
        Self(change(ControlLayout::from(self.0)).into())
    }
}
