//! A legal `VMAD`, as a record of its fields.

use vmad_unit::{Guard, Operand, Psign, Register, Saturate, Scale, Selector, Sign, Width, vmad::Mode};

use crate::dispatch::Dispatch;

/// A legal `VMAD`. Each value of this type has exactly one word, and each legal word one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Vmad {
    /// The guard, [`Guard::ALWAYS`] where text shows none.
    pub guard: Guard,
    /// Rd.
    pub destination: Register,
    /// Whether the condition code is written: `Rd.CC`.
    pub cc: bool,
    /// Ra.
    pub a: RegisterSource,
    /// Rb or #imm16.
    pub b: SourceB,
    /// Rc: always a whole register.
    pub c: Register,
    /// Negation and plus-one.
    pub psign: Psign,
    /// The normalisation shift.
    pub scale: Scale,
    /// The clamp.
    pub saturate: Saturate,
}

/// A register as a source, with its selector and sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct RegisterSource {
    /// The register.
    pub register: Register,
    /// The selector and the sign.
    pub operand: Operand,
}

/// The B source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case", deny_unknown_fields)
)]
pub enum SourceB {
    /// A register.
    Register {
        /// The register, its selector and its sign.
        source: RegisterSource,
        /// Bits 35:31, without meaning.
        ignored: IgnoredBits,
    },
    /// An imm16, `.U16` or `.S16`.
    Immediate {
        /// The 16 bits.
        value: u16,
        /// The sign by which they are extended.
        sign: Sign,
    },
}

impl SourceB {
    /// A register source with bits 35:31 zero, as ptxas writes them.
    pub const fn register(source: RegisterSource) -> Self {
        Self::Register { source, ignored: IgnoredBits::ZERO }
    }

    /// The operand on the B port. An immediate is the low half of the port.
    #[inline]
    pub const fn operand(self) -> Operand {
        match self {
            Self::Register { source, .. } => source.operand,
            Self::Immediate { sign, .. } => Operand { selector: Selector::H0, sign },
        }
    }
}

/// Bits 35:31 of the register form, to which the encoding gives no meaning.
///
/// nvdisasm ignores them and ptxas writes zeros. They are kept, so that a decoded word encodes to itself. They change
/// no result. Text does not show them, and assembly writes zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "u8", into = "u8")
)]
pub struct IgnoredBits(u8);

impl IgnoredBits {
    /// All zero.
    pub const ZERO: Self = Self(0);

    /// The low five bits of `bits`.
    pub const fn new(bits: u8) -> Self {
        Self(bits & 0x1f)
    }

    /// The five bits.
    pub const fn bits(self) -> u8 {
        self.0
    }
}

impl Vmad {
    /// The mode: every modifier of the instruction.
    #[inline]
    pub const fn mode(&self) -> Mode {
        Mode {
            a: self.a.operand,
            b: self.b.operand(),
            psign: self.psign,
            scale: self.scale,
            saturate: self.saturate,
        }
    }

    /// The form of the instruction, one of six in the SASS reference text, by the widths of A and B: `8/16 x imm16`.
    pub fn form(&self) -> &'static str {
        let is_word = |operand: Operand| matches!(operand.selector.width(), Width::Word);
        match (is_word(self.a.operand), self.b) {
            (true, SourceB::Immediate { .. }) => "32 x imm16",
            (true, SourceB::Register { source, .. }) if is_word(source.operand) => "32 x 32",
            (true, SourceB::Register { .. }) => "32 x 8/16",
            (false, SourceB::Immediate { .. }) => "8/16 x imm16",
            (false, SourceB::Register { source, .. }) if is_word(source.operand) => "8/16 x 32",
            (false, SourceB::Register { .. }) => "8/16 x 8/16",
        }
    }

    /// Coupled or decoupled.
    #[inline]
    pub const fn dispatch(&self) -> Dispatch {
        Dispatch::of(self.a.operand.selector.width(), self.b.operand().selector.width())
    }
}

impl core::str::FromStr for Vmad {
    type Err = crate::text::TextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let instruction = crate::assemble(text)?.instruction;
        Self::decode(instruction.encode()).map_err(|_| {
            let span = crate::text::Span { start: 0, end: text.len() };
            let kind = crate::text::TextErrorKind::Mnemonic {
                found: instruction.mnemonic().into(),
                legal: alloc::vec!["VMAD"],
            };
            crate::text::TextError { span, kind }
        })
    }
}
