//! Every field of a word as it stands, the values that no instruction may carry too.

use core::hint::select_unpredictable;

use vmad_unit::Selector;

use super::layout::{ImmediateLayout, RegisterLayout};
use crate::dispatch::Dispatch;

/// The fields of a word. Words and fields are in one-to-one correspondence: `Fields::from(w).into() == w`.
///
/// Each integer is as wide as its field, and zero above: see [`super::table::FIELDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fields {
    /// Bits 7:0.
    pub rd: u8,
    /// Bits 15:8.
    pub ra: u8,
    /// Bits 18:16.
    pub guard: u8,
    /// Bit 19.
    pub guard_negated: bool,
    /// Bit 50, and bits 35:20 as it says.
    pub b: FieldsB,
    /// Bits 38:36.
    pub a_select: u8,
    /// Bits 46:39.
    pub rc: u8,
    /// Bit 47.
    pub cc: bool,
    /// Bit 48.
    pub a_signed: bool,
    /// Bit 49.
    pub b_signed: bool,
    /// Bits 52:51.
    pub scale: u8,
    /// Bits 54:53.
    pub psign: u8,
    /// Bit 55.
    pub sat: bool,
    /// Bits 63:56.
    pub opcode: u8,
}

/// The fields in which the two word forms differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldsB {
    /// Bit 50 is 1.
    Register {
        /// Bits 27:20.
        rb: u8,
        /// Bits 30:28.
        select: u8,
        /// Bits 35:31.
        ignored: u8,
    },
    /// Bit 50 is 0.
    Immediate {
        /// Bits 35:20.
        imm16: u16,
    },
}

impl FieldsB {
    /// Rb's encoding, or the immediate.
    #[inline]
    pub(super) const fn value(self) -> u16 {
        match self {
            Self::Register { rb, .. } => rb as u16,
            Self::Immediate { imm16 } => imm16,
        }
    }
}

impl Fields {
    /// The B selector; an immediate is the half-word H0 of its port.
    #[inline]
    pub const fn b_select(&self) -> u8 {
        match self.b {
            FieldsB::Register { select, .. } => select,
            FieldsB::Immediate { .. } => Selector::H0.encoding(),
        }
    }

    /// Coupled or decoupled, an invalid selector counting as the word.
    #[inline]
    pub const fn dispatch(&self) -> Dispatch {
        Dispatch::of_selectors(self.a_select, self.b_select())
    }
}

impl From<u64> for Fields {
    #[inline]
    fn from(word: u64) -> Self {
        // Outside bits 35:20 the two layouts are the same, so either reads the common fields.
        let common = RegisterLayout::from(word);
        let register =
            FieldsB::Register { rb: common.rb(), select: common.b_select(), ignored: common.ignored() };
        let immediate = FieldsB::Immediate { imm16: ImmediateLayout::from(word).imm16() };
        // No processor foresees which form the next word has.
        let b = select_unpredictable(common.b_is_register(), register, immediate);
        Self {
            rd: common.rd(),
            ra: common.ra(),
            guard: common.guard(),
            guard_negated: common.guard_negated(),
            b,
            a_select: common.a_select(),
            rc: common.rc(),
            cc: common.cc(),
            a_signed: common.a_signed(),
            b_signed: common.b_signed(),
            scale: common.scale(),
            psign: common.psign(),
            sat: common.sat(),
            opcode: common.opcode(),
        }
    }
}

impl From<Fields> for u64 {
    /// Bits of a field's integer above the field's width are dropped.
    #[inline]
    fn from(fields: Fields) -> Self {
        let b = match fields.b {
            FieldsB::Register { rb, select, ignored } => u64::from(
                RegisterLayout::new()
                    .with_b_is_register(true)
                    .with_rb(rb)
                    .with_b_select(select & 0x7)
                    .with_ignored(ignored & 0x1f),
            ),
            FieldsB::Immediate { imm16 } => u64::from(ImmediateLayout::new().with_imm16(imm16)),
        };
        let common = RegisterLayout::new()
            .with_rd(fields.rd)
            .with_ra(fields.ra)
            .with_guard(fields.guard & 0x7)
            .with_guard_negated(fields.guard_negated)
            .with_a_select(fields.a_select & 0x7)
            .with_rc(fields.rc)
            .with_cc(fields.cc)
            .with_a_signed(fields.a_signed)
            .with_b_signed(fields.b_signed)
            .with_scale(fields.scale & 0x3)
            .with_psign(fields.psign & 0x3)
            .with_sat(fields.sat)
            .with_opcode(fields.opcode);
        u64::from(common) | b
    }
}
